"""The picture of the packages in docs/architecture.md, generated from their imports."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from tests import ROOT

CODE = ROOT / "companion"
MODULES = sorted(p for p in CODE.rglob("*.py") if "migrations" not in p.parts)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"][::-1]
"""The packages in their order: each imports only from packages before it."""
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)


def package_name(module: Path) -> str:
    return module.relative_to(CODE).parts[0].removesuffix(".py")


@cache
def imports(module: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "companion":
            names += [f"companion.{name.name}" for name in node.names if name.name != "__version__"]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
    return names


def imported_packages(package: str) -> set[str]:
    names = [name for module in MODULES if package_name(module) == package for name in imports(module)]
    return {name.split(".")[1] for name in names if name.startswith("companion.")} - {package}


def picture() -> str:
    """Return the imports between packages as a Mermaid graph, without those that follow from others."""
    lines = ["graph TD"]
    for package in reversed(PACKAGES):
        lower = imported_packages(package)
        indirect = set[str]().union(*map(all_imported_packages, lower))
        lines += [f"  {package} --> {other}" for other in sorted(lower - indirect, key=PACKAGES.index)]
    return "\n".join(lines) + "\n"


def all_imported_packages(package: str) -> set[str]:
    return imported_packages(package).union(*map(all_imported_packages, imported_packages(package)))


if __name__ == "__main__":
    PAGE.write_text(PICTURE.sub(lambda _: picture(), PAGE.read_text("utf-8")), "utf-8")
