"""Jinja without what no template of ours uses: a page is hundreds of calls, and a phone feels each."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from io import StringIO
from typing import Any

from flask.templating import Environment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

_MARKS = re.compile("[&<>\"']")
_ESCAPES = str.maketrans({mark: html.escape(mark) for mark in "&<>\"'"})


def cached_macro(macro: Callable[..., str]) -> Callable[..., str]:
    """A macro that shows its arguments and nothing else: drawn once for each. Its text is the same in every
    language, or its template is imported with context, so that there is one macro for each language.

    A text that is HTML already is not the same as one that is still to be escaped.
    """
    return lru_cache(4096, typed=True)(macro)


class _Compiler(CodeGenerator):
    """What is shown is put out as text: what it becomes a part of is marked as HTML as a whole. It calls
    at once: nothing that our templates call asks Jinja for the context (a test looks)."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        outer, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        given, self.stream = self.stream.getvalue(), outer
        self.write(given.removeprefix(", ") + ")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.join_values((")
        for piece in node.nodes:
            self.visit(piece, frame)
            self.write(", ")
        self.write("))")

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:
        if frame.require_output_check or frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super().visit_Output(node, frame)
            return
        self.writeline(f"{frame.buffer} += (" if frame.buffer else "yield ''.join((", node)
        for shown in node.nodes:
            if isinstance(shown, nodes.Const | nodes.TemplateData):
                self.write(repr(str(escape(shown.as_const(frame.eval_ctx)))) + ", ")
            else:
                self.write("(at if type(at := ")
                self.visit(shown, frame)
                self.write(
                    ") is Markup else str(at) if type(at) is int else environment.escape_value(at)), "
                )
        self.write(")" if frame.buffer else "))")


class JinjaEnvironment(Environment):
    """Templates that share one dictionary of global names, where Jinja's own chains them anew for each."""

    code_generator_class = _Compiler

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that every template has; a copy where a template is given some of its own."""
        return {**self.globals, **d} if d else self.globals

    @staticmethod
    def join_values(pieces: tuple[object, ...]) -> str:
        """What stands beside one another (``~``): HTML if some of it is."""
        return (Markup("") if Markup in map(type, pieces) else "").join(map(str, pieces))

    @staticmethod
    def escape_value(shown: object) -> str:
        """What stands in the HTML for a value that is not marked as HTML."""
        if type(shown) is float:
            return str(shown)
        if type(shown) is str:
            return shown.translate(_ESCAPES) if _MARKS.search(shown) else shown
        return escape(shown)
