"""A faster Jinja environment."""

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from flask.templating import Environment


def cached_macro(macro: Callable[..., str]) -> Callable[..., str]:
    """Return a macro with a cache, for macros that depend on nothing but their arguments.

    If its text is translated, import its template with context: then each language has its own macro. The
    cache distinguishes Markup from a str with the same characters.
    """
    return lru_cache(4096, typed=True)(macro)


class JinjaEnvironment(Environment):
    """An environment whose templates share one dict of globals instead of a chain of dicts."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the shared globals, or a copy with the names in ``d`` added."""
        return {**self.globals, **d} if d else self.globals
