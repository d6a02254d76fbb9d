PARTLY_LISTED_MOVES = {"Roll", "Build", "Stop"}
"""Moves that are listed only in part: dice and boxes, and agreeing to stop."""
