"""A second reading is worth nothing where it shares code with the first."""

import ast
from pathlib import Path

import pytest

from companion.games import GAMES

HERE = Path(__file__).parent
SLUGS = [game.meta.slug for game in GAMES]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_reading_imports_nothing_of_ours(slug: str) -> None:
    found = []
    for node in ast.walk(ast.parse((HERE / slug / "reading.py").read_text())):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or ".")
    ours = [name for name in found if name.startswith(("companion", "tests", "."))]
    assert set(ours) <= {"tests"}, "no more than where the checkout lies"
