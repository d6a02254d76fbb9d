TYPED_MOVES = {"Income", "Give", "Connect", "Mark"}
"""Moves of which the list of candidates holds some only: amounts, roads and names."""
WITHOUT_EXAMPLE = {"cheops_catan.map_full": "a full drawing takes 120 entries; ``test_rules`` has it"}
