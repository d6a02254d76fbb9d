"""Editions: the printed values of a physical box, copied once by its owner."""

from companion.store.models import Edition

__all__ = ["Edition"]
