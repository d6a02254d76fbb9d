"""Offline mode: the same pages without a server, with a store in the phone's browser."""
