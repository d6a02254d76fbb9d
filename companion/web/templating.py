"""Jinja without what no template of ours uses: a page is hundreds of calls, and a phone feels each."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from flask.templating import Environment
from jinja2.runtime import Context


class _Context(Context):
    """Calls at once: nothing that our templates call asks Jinja for the context (a test looks)."""

    def call(self, called: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return called(*args, **kwargs)


class Templates(Environment):
    """Templates that share one dictionary of global names, where Jinja's own chains them anew for each."""

    context_class = _Context

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that every template has; a copy where a template is given some of its own."""
        return {**self.globals, **d} if d else self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A name's value in a dictionary, an attribute of anything else; without looking for both."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
