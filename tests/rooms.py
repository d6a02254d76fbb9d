"""The house as its imports draw it: counted, and as the picture in docs/architecture.md."""

import ast
import re
from functools import cache
from pathlib import Path

from tests import ROOT

CODE = ROOT / "companion"
MODULES = sorted(p for p in CODE.rglob("*.py") if "migrations" not in p.parts)
ROOMS = [
    "engine", "games", "language", "tables", "sentences", "store", "limits", "editions", "exports",
    "groups", "live", "services", "web", "api", "pocket", "house", "server", "__main__",
]  # fmt: skip
"""Each imports from those before it alone."""
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)


def room_of(module: Path) -> str:
    return module.relative_to(CODE).parts[0].removesuffix(".py")


@cache
def imports(module: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(module.read_text())):
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


def floor(room: str) -> int:
    """How many floors of others a room stands upon."""
    return 1 + max(map(floor, below(room) & set(ROOMS[: ROOMS.index(room)])), default=-1)


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


def main() -> None:
    """Print the figures, and draw the picture anew."""
    upwards = {f"{a} -> {b}" for a in ROOMS for b in below(a) if ROOMS.index(b) > ROOMS.index(a)}
    for room in ROOMS:
        lines = sum(len(m.read_text().splitlines()) for m in MODULES if room_of(m) == room)
        print(f"{room:10} floor {floor(room):2}  {lines:6} lines  from {len(below(room)):2} rooms")
    games = [folder for folder in (CODE / "games").iterdir() if (folder / "__init__.py").exists()]
    print(
        f"{len(ROOMS) + len(games)} rooms with the games, {sum(len(below(room)) for room in ROOMS)} arrows,"
    )
    print(f"{max(map(floor, ROOMS)) + 1} floors, upwards: {', '.join(sorted(upwards)) or 'none'}")
    PAGE.write_text(PICTURE.sub(lambda _: picture(), PAGE.read_text()))


if __name__ == "__main__":
    main()
