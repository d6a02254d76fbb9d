"""Rows and queries. The rooms that keep things import it; pages and API never do."""

from companion.store.models import db

__all__ = ["db"]
