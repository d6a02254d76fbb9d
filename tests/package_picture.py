"""Makes the picture of the packages in ``docs/architecture.md`` from the imports in their modules."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from tests import ROOT

CODE_FOLDER = ROOT / "companion"
MODULES = sorted(p for p in CODE_FOLDER.rglob("*.py") if "migrations" not in p.parts)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"][::-1]
"""The packages in their order: each imports only from packages before it."""
PAGE_FILE = ROOT / "docs" / "architecture.md"
PICTURE_PATTERN = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)


def get_package_name(module: Path) -> str:
    return module.relative_to(CODE_FOLDER).parts[0].removesuffix(".py")


@cache
def list_imports(module: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "companion":
            names += [f"companion.{name.name}" for name in node.names if name.name != "__version__"]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
    return names


def list_imported_packages(package: str) -> set[str]:
    names = [
        name for module in MODULES if get_package_name(module) == package for name in list_imports(module)
    ]
    return {name.split(".")[1] for name in names if name.startswith("companion.")} - {package}


def make_picture() -> str:
    """Return a Mermaid graph of the imports between packages, without those that follow from others."""
    lines = ["graph TD"]
    for package in reversed(PACKAGES):
        lower = list_imported_packages(package)
        indirect = set[str]().union(*map(list_all_imported_packages, lower))
        lines += [f"  {package} --> {other}" for other in sorted(lower - indirect, key=PACKAGES.index)]
    return "\n".join(lines) + "\n"


def list_all_imported_packages(package: str) -> set[str]:
    return list_imported_packages(package).union(
        *map(list_all_imported_packages, list_imported_packages(package))
    )


if __name__ == "__main__":
    PAGE_FILE.write_text(
        PICTURE_PATTERN.sub(lambda _: make_picture(), PAGE_FILE.read_text("utf-8")), "utf-8"
    )
