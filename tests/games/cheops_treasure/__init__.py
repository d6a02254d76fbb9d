PARTLY_LISTED_MOVES = {"Draw", "Swap", "Exchange"}
"""Moves that are listed only in part: draws and swaps."""
