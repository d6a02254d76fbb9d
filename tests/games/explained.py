"""What the lines of a score are made of, as a slow reading of its own: ``explained.py`` beside each game's
tests, from the sheets and the numbers of the rulebook.
"""

Made = dict[str, list[tuple[dict[str, object], int | None]]]
"""By category: the values that its words ask for, and the points."""
