"""One process that serves: its app, its settings, its bounds."""
