"""Jinja without what no template of ours uses: a page is hundreds of calls, and a phone feels each."""

from __future__ import annotations

import html
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from io import StringIO
from typing import Any

from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call, Expr
from markupsafe import Markup, escape

_ESCAPES = str.maketrans({mark: html.escape(mark) for mark in "&<>\"'"})


def pure(macro: Callable[..., str]) -> Callable[..., str]:
    """A macro that shows its arguments and nothing else, in every language alike: drawn once for each.

    A text that is HTML already is not the same as one that is still to be escaped.
    """
    return lru_cache(4096, typed=True)(macro)


class _Compiler(CodeGenerator):
    """What is shown is put out as text: what it becomes a part of is marked as HTML as a whole. It calls
    at once: nothing that our templates call asks Jinja for the context (a test looks)."""

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        outer, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        given, self.stream = self.stream.getvalue(), outer
        self.write(given.removeprefix(", ") + ")")

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.as_html(")


class Templates(Environment):
    """Templates that share one dictionary of global names, where Jinja's own chains them anew for each."""

    code_generator_class = _Compiler

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that every template has; a copy where a template is given some of its own."""
        return {**self.globals, **d} if d else self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A name's value in a dictionary, an attribute of anything else; without looking for both."""
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else super().getattr(obj, attribute)
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    @staticmethod
    def as_html(shown: object) -> str:
        """What stands in the HTML for a value: itself where it is HTML, else escaped."""
        if type(shown) is Markup:
            return shown
        if type(shown) is str:
            return shown.translate(_ESCAPES)
        return str(shown) if type(shown) is int else escape(shown)
