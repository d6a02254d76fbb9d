"""The house as its imports draw it: the picture in docs/architecture.md."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from tests import ROOT

CODE = ROOT / "companion"
MODULES = sorted(p for p in CODE.rglob("*.py") if "migrations" not in p.parts)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ROOMS: list[str] = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"][::-1]
"""Each imports from those before it alone."""
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)


def room_of(module: Path) -> str:
    return module.relative_to(CODE).parts[0].removesuffix(".py")


@cache
def imports(module: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "companion":
            found += [f"companion.{name.name}" for name in node.names if name.name != "__version__"]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append(node.module)
    return found


def below(room: str) -> set[str]:
    names = [name for module in MODULES if room_of(module) == room for name in imports(module)]
    return {name.split(".")[1] for name in names if name.startswith("companion.")} - {room}


def picture() -> str:
    """Every arrow that no way through another room says already, as a Mermaid graph."""
    lines = ["graph TD"]
    for room in reversed(ROOMS):
        lower = below(room)
        through = set[str]().union(*map(all_below, lower))
        lines += [f"  {room} --> {other}" for other in sorted(lower - through, key=ROOMS.index)]
    return "\n".join(lines) + "\n"


def all_below(room: str) -> set[str]:
    return below(room).union(*map(all_below, below(room)))


if __name__ == "__main__":
    PAGE.write_text(PICTURE.sub(lambda _: picture(), PAGE.read_text("utf-8")), "utf-8")
