"""Serving a house: its name, its authority, and one port for http and https."""
