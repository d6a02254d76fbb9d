"""What Python compiles while it imports, compiled already: regular expressions, and the methods that
dataclasses write. It is a quarter of a start.

``make offline`` notes it on its walk, and the phone takes it from there. What the walk did not come by is
compiled when it is asked for, as ever.
"""

import dataclasses
import marshal
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

RANDOM_ID = re.compile(r"[0-9a-f]{16}")
"""What no other start makes again."""
_compiler: Any = vars(re)["_compiler"]
_sre: Any = vars(_compiler)["_sre"]


def load_cache(file: str) -> None:
    """Take from now on what stands in this file."""
    patterns, written = marshal.loads(Path(file).read_bytes())
    compile_pattern = _compiler.compile

    def compiled(pattern: str | bytes, flags: int) -> Any:
        made = patterns.get((pattern, flags))
        return _sre.compile(pattern, *made) if made else compile_pattern(pattern, flags)

    _compiler.compile = compiled
    vars(dataclasses)["exec"] = lambda text, *names: exec(written.get(text, text), *names)


@contextmanager
def record_compilation() -> Iterator[Callable[[], bytes]]:
    """Note what is compiled meanwhile; what is given tells it, as ``load_cache`` reads it."""
    patterns: dict[tuple[str | bytes, int], tuple[Any, ...]] = {}
    written: dict[str, CodeType] = {}
    compile_pattern = _compiler.compile

    def compiled(pattern: str | bytes, flags: int) -> Any:
        def note(text: str | bytes, all_flags: int, code: list[int], *groups: Any) -> Any:
            plain = int(all_flags), [int(one) for one in code], *groups
            if not RANDOM_ID.search(str(pattern)):
                patterns[pattern, int(flags)] = plain
            return _sre.compile(text, *plain)

        vars(_compiler)["_sre"] = SimpleNamespace(**{**vars(_sre), "compile": note})
        try:
            return compile_pattern(pattern, flags)
        finally:
            vars(_compiler)["_sre"] = _sre

    def run(text: str, *names: dict[str, Any]) -> None:
        written[text] = compile(text, "<string>", "exec", dont_inherit=True)
        exec(written[text], *names)

    _compiler.compile, vars(dataclasses)["exec"] = compiled, run
    try:
        yield lambda: marshal.dumps((patterns, written))
    finally:
        _compiler.compile = compile_pattern
        del vars(dataclasses)["exec"]
