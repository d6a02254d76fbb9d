"""Rows and queries. Only ``tables`` imports this room."""

from companion.store.models import Entry, Link, Seat, Table, db

__all__ = ["Entry", "Link", "Seat", "Table", "db"]
