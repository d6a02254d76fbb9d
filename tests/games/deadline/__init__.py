PARTLY_LISTED_MOVES = {"Roll"}
"""Moves that are listed only in part: rolls."""
