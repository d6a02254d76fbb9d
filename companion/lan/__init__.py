"""Serving a house: one server for http and https, its authority, and the name its phones know."""
