"""The engine: code that all games share. It imports only the standard library."""
