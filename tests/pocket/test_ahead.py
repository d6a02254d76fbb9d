"""What was compiled ahead is taken, and what was not is compiled as ever."""

import dataclasses
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from pocket.ahead import noting, use_noted

KNOWN, UNKNOWN = r"(?P<what>stone|tomb)+", r"never (?:seen|noted)"


def made() -> type[Any]:
    return dataclasses.make_dataclass("Made", ["number"], frozen=True)


def test_what_was_noted_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler, file = vars(re)["_compiler"], tmp_path / "ahead.bin"
    monkeypatch.setattr(compiler, "compile", compiler.compile)  # and so it is put back
    monkeypatch.setitem(vars(dataclasses), "exec", exec)
    re.purge()
    with noting() as noted:
        before = re.compile(KNOWN, re.IGNORECASE), made()
    file.write_bytes(noted())
    use_noted(str(file))

    parse = Mock(wraps=compiler._parser.parse)
    monkeypatch.setattr(compiler._parser, "parse", parse)
    re.purge()
    after = re.compile(KNOWN, re.IGNORECASE), made()
    assert not parse.called
    assert (after[0], after[0].groupindex) == (before[0], before[0].groupindex)
    assert repr(after[1](3)) == repr(before[1](3))
    assert re.compile(UNKNOWN).match("never seen")
    assert parse.called
