"""A table's pages need a place that keeps tables: without a database they say the same."""
