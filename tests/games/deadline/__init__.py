TYPED_MOVES = {"Roll"}
"""Moves of which the list of candidates holds some only: dice."""
