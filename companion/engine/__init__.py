"""The engine: code that all games share. It uses only the standard library, and no clock, random numbers,
translation or database."""
