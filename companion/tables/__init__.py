"""The table service: open and join tables, write entries and query the state."""
