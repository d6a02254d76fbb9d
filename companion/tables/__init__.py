"""A playing of a game by people: open, sit, enter, undo, amend, read."""
