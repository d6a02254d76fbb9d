"""The table companion."""

__version__ = "0.2.0.dev0"
