"""The games, the house's people and boxes, and what was played: all pages beside a table."""
