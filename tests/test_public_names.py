"""Other packages are used by what they call public: an update may rename the rest."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass, isfunction

import companion
from tests import ROOT

OURS = ("companion", "pocket", "tests", "bench")
OF_NAMED_TUPLES = {"_fields", "_make", "_replace", "_asdict"}
EXCEPTIONS = {
    ("companion/language/i18n.py", "_get_current_object"): "in Werkzeug's documents",
    ("companion/tables/schemas.py", "_deserialize"): "in marshmallow's documents: what fields override",
    ("companion/server/serving.py", "_discard"): "gevent calls it on a body in place of its own; bounded",
    ("tests/browser/engines/__init__.py", "_generated"): "a type that Playwright does not export; bounded",
}
IMPORT = re.compile(r"^ *from ([\w.]+) import (\([^)]*\)|.*)$", re.MULTILINE)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")


def sources(*folders: str) -> Iterator[tuple[str, str]]:
    for file in (ROOT / "hatch_build.py", *(file for f in folders for file in (ROOT / f).rglob("*.py"))):
        yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8")


def test_nothing_private_is_imported_from_another_package() -> None:
    imported = {
        (path, name)
        for path, text in sources(*OURS)
        for module, names in IMPORT.findall(text)
        if module.partition(".")[0] not in (*OURS, "__future__")
        for name in filter(is_private, re.findall(r"\w+", f"{module} {names}"))
    }
    assert imported <= EXCEPTIONS.keys()


def test_nothing_private_of_another_package_is_overridden() -> None:
    overridden = set()
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if ".migrations." in module.name or module.name.endswith("__main__"):
            continue
        for _, kind in getmembers(import_module(module.name), isclass):
            bases = [base for base in kind.__mro__ if base.__module__.partition(".")[0] not in OURS]
            names = [name for name, value in vars(kind).items() if is_private(name) and isfunction(value)]
            if kind.__module__ == module.name:
                path = f"{module.name.replace('.', '/')}.py"
                overridden |= {(path, name) for name in names if any(name in vars(base) for base in bases)}
    assert overridden <= EXCEPTIONS.keys()


def test_nothing_private_of_another_object_is_used() -> None:
    used = {
        (path, node.attr)
        for path, text in sources("companion", "pocket")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in OF_NAMED_TUPLES
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    }
    assert used <= EXCEPTIONS.keys()
