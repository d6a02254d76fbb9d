"""Editions: what is printed in a box, copied once by an owner, kept, corrected and shared."""

from companion.store.models import Edition

__all__ = ["Edition"]
