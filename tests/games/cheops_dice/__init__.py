TYPED_MOVES = {"Roll", "Build", "Stop"}
"""Moves of which the list of candidates holds some only: dice and boxes, and agreeing to stop."""
