TYPED = {"Income", "Give", "Connect", "Mark"}
"""Moves of which the list of candidates holds some only: amounts, roads and names."""
