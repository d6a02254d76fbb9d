"""A faster Jinja environment, without features that our templates do not use."""

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

_SPECIAL_CHARACTER_PATTERN = re.compile("[&<>\"']")
_ESCAPES = str.maketrans({mark: html.escape(mark) for mark in "&<>\"'"})


def cached_macro(macro: Callable[..., str]) -> Callable[..., str]:
    """Return a macro with a cache, for macros that depend on nothing but their arguments.

    If its text is translated, import its template with context: then each language has its own macro. The
    cache distinguishes Markup from a str with the same characters.
    """
    return lru_cache(4096, typed=True)(macro)


class _Compiler(CodeGenerator):
    """Writes output as plain str; the result of a whole macro or block becomes Markup. Calls functions
    directly.

    Functions that need Jinja's context are not supported. A test checks that our templates call none.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        outer, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        arguments, self.stream = self.stream.getvalue(), outer
        self.write(arguments.removeprefix(", ") + ")")

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
        for node_shown in node.nodes:
            if isinstance(node_shown, nodes.Const | nodes.TemplateData):
                self.write(repr(str(escape(node_shown.as_const(frame.eval_ctx)))) + ", ")
            else:
                self.write("(at if type(at := ")
                self.visit(node_shown, frame)
                self.write(
                    ") is Markup else str(at) if type(at) is int else environment.escape_value(at)), "
                )
        self.write(")" if frame.buffer else "))")


class JinjaEnvironment(Environment):
    """An environment whose templates share one dict of globals instead of a chain of dicts."""

    code_generator_class = _Compiler

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the shared globals, or a copy with the names in ``d`` added."""
        return {**self.globals, **d} if d else self.globals

    @staticmethod
    def join_values(pieces: tuple[object, ...]) -> str:
        """Return the values of a concatenation (``~``) as one text: Markup if any value is Markup."""
        return (Markup("") if Markup in map(type, pieces) else "").join(map(str, pieces))

    @staticmethod
    def escape_value(value: object) -> str:
        """Return the HTML of a value that is not Markup."""
        if type(value) is float:
            return str(value)
        if type(value) is str:
            return value.translate(_ESCAPES) if _SPECIAL_CHARACTER_PATTERN.search(value) else value
        return escape(value)
