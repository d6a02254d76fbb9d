"""Builds the offline bundle: Python and the app for the phone's browser. See ``docs/offline.md``."""
