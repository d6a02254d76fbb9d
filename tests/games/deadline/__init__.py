TYPED = {"Roll"}
"""Moves of which the list of candidates holds some only: dice."""
