"""Faults on purpose, for long: ``python -m tests.scaled.faults [name …]``. A fault a module."""
