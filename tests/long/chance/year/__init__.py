"""A year of a family with one house: its tables, its phones, and all that happens to both."""
