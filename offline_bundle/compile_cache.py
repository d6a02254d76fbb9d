"""A cache of the regular expressions and dataclass methods that Python would compile during imports.

It saves a quarter of the start time. ``make offline`` records them during the page crawl, and the phone
loads them. Anything else is compiled as usual.
"""

import dataclasses
import marshal
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

RANDOM_ID_PATTERN = re.compile(r"[0-9a-f]{16}")
"""A random identifier: a pattern with one cannot be cached, since it differs at every start."""
_compiler: Any = vars(re)["_compiler"]
_sre: Any = vars(_compiler)["_sre"]


def load_cache(file: str) -> None:
    """From now on, take compiled patterns and methods from the cache in this file."""
    patterns, sources = marshal.loads(Path(file).read_bytes())
    compile_pattern = _compiler.compile

    def compile_cached(pattern: str | bytes, flags: int) -> Any:
        arguments = patterns.get((pattern, flags))
        return _sre.compile(pattern, *arguments) if arguments else compile_pattern(pattern, flags)

    _compiler.compile = compile_cached
    vars(dataclasses)["exec"] = lambda source, *names: exec(sources.get(source, source), *names)


@contextmanager
def record_compilation() -> Iterator[Callable[[], bytes]]:
    """Record what is compiled in the block. Yield a function that returns the cache for ``load_cache``."""
    patterns: dict[tuple[str | bytes, int], tuple[Any, ...]] = {}
    sources: dict[str, CodeType] = {}
    compile_pattern = _compiler.compile

    def compile_recorded(pattern: str | bytes, flags: int) -> Any:
        def record(text: str | bytes, all_flags: int, code: list[int], *groups: Any) -> Any:
            arguments = int(all_flags), [int(opcode) for opcode in code], *groups
            if not RANDOM_ID_PATTERN.search(str(pattern)):
                patterns[pattern, int(flags)] = arguments
            return _sre.compile(text, *arguments)

        vars(_compiler)["_sre"] = SimpleNamespace(**{**vars(_sre), "compile": record})
        try:
            return compile_pattern(pattern, flags)
        finally:
            vars(_compiler)["_sre"] = _sre

    def exec_recorded(source: str, *names: dict[str, Any]) -> None:
        sources[source] = compile(source, "<string>", "exec", dont_inherit=True)
        exec(sources[source], *names)

    _compiler.compile, vars(dataclasses)["exec"] = compile_recorded, exec_recorded
    try:
        yield lambda: marshal.dumps((patterns, sources))
    finally:
        _compiler.compile = compile_pattern
        del vars(dataclasses)["exec"]
