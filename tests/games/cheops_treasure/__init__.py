TYPED = {"Draw"}
"""Moves of which the list of candidates holds some only: what was drawn."""
