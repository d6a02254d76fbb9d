"""Builds the offline bundle: Python and the app, to run in a phone's browser. See ``docs/offline.md``."""
