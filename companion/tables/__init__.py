"""The table service: open a table, take seats, write entries, query state."""
