"""Groups of people who play together, without accounts. Whoever has the link belongs to the group."""

from companion.store.models import Group

__all__ = ["Group"]
