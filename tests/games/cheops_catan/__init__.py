PARTLY_LISTED_MOVES = {"Income", "Give", "Connect", "Mark"}
"""Moves that are listed only in part: amounts, roads and names."""
WITHOUT_EXAMPLE = {"cheops_catan.map_full": "a full drawing takes 120 entries; ``test_rules`` has it"}
