"""The table companion."""
