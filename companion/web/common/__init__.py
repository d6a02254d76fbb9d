"""Helpers that all pages use: requests, templates, static files and errors."""
