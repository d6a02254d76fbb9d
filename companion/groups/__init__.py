"""Groups: people who play together, without accounts. Whoever has the link belongs to it."""

from companion.store.models import Group

__all__ = ["Group"]
