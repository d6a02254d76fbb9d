"""Groups of people who play together, without accounts. Whoever has the link belongs to the group."""
