"""Text files are read and written as UTF-8 on every system, whatever its locale."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

FOLDERS = ("companion", "pocket", "bench", "docs", "tests")
FILES = [
    *sorted(ROOT.glob("*.py")),
    *(file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))),
]
PLACE_OF_ENCODING = {"read_text": 0, "write_text": 1}
"""The position of ``encoding`` among a method's arguments."""


def uses_the_locale(source: str) -> list[int]:
    """Return the lines that open a text file and name no encoding.

    >>> uses_the_locale("path.read_text()")
    [1]
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if _opens_text(call) and not _names_encoding(call)]


def _opens_text(call: ast.Call) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name in PLACE_OF_ENCODING:
        return True
    modes = [
        value.value
        for value in (*call.args, *(given.value for given in call.keywords))
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    ]
    is_file = ast.unparse(call.func) in ("open", "os.fdopen") or (
        name == "open" and any(set(mode) <= set("rwaxt+") for mode in modes)
    )
    return is_file and not any("b" in mode and set(mode) <= set("rwaxb+") for mode in modes)


def _names_encoding(call: ast.Call) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    place = PLACE_OF_ENCODING.get(name, 3)
    return len(call.args) > place or any(given.arg == "encoding" for given in call.keywords)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("path.read_text()", [1]), ("path.write_text(text)", [1]), ('path.open("w")', [1]),
        ("open(path)", [1]), ('path.write_text(text, encoding="utf-8")', []), ('path.open("rb")', []),
        ("bridge.open(app, 3)", []),
    ],
)  # fmt: skip
def test_what_counts_as_using_the_locale(source: str, lines: list[int]) -> None:
    assert uses_the_locale(source) == lines


def test_every_text_file_is_opened_with_an_encoding() -> None:
    lines = {str(file.relative_to(ROOT)): uses_the_locale(file.read_text("utf-8")) for file in FILES}
    assert not {name: at for name, at in lines.items() if at}


def test_the_build_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    """ASCII stands for any encoding that is not UTF-8, as Windows' cp1252."""
    code = "import sys; from pathlib import Path; import hatch_build; hatch_build.build(Path(sys.argv[1]))"
    options = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning:hatch_build")
    done = subprocess.run(
        [sys.executable, *options, "-c", code, tmp_path / "static"], cwd=ROOT, capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "static" / "build.json").is_file()
