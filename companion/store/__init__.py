"""Database models and queries. Pages and API use them only through the services."""

from companion.store.models import db

__all__ = ["db"]
