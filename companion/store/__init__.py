"""Rows and queries. Only ``tables`` imports this room."""

from companion.store.models import Edition, EditionVersion, Entry, Link, Seat, Table, db

__all__ = ["Edition", "EditionVersion", "Entry", "Link", "Seat", "Table", "db"]
