"""The JSON API and its OpenAPI document."""

from companion.api import document, entries, files, games, groups, operations, seats, tables

bp = operations.bp
OPERATION_MODULES = (document, entries, files, games, groups, seats, tables)
"""The modules whose import registers operations."""
