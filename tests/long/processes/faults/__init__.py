"""Faults on purpose, for long: ``python -m tests.long.processes.faults [name …]``. A fault a module."""
