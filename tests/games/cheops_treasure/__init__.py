TYPED_MOVES = {"Draw", "Swap", "Exchange"}
"""Moves of which the list of candidates holds some only: what was drawn, law 12's thousands of swaps."""
