PARTLY_LISTED_MOVES = {"Discard"}
"""Moves of which the list of candidates holds some only: which tiles of a hand."""
