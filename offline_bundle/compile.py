"""Compiles the Python modules of the offline bundle. It runs in Pyodide during ``make offline``.

The bytecode must be that of Pyodide's Python version, which may differ from the version that runs the
build.
"""

import importlib
import importlib.util
import marshal
import os
import sys
from pathlib import Path

LAZY_IMPORTS = ("jinja2.debug", "encodings.idna", "encodings.latin_1", "encodings.cp437", "zipfile")
"""Modules that pages import only in rare cases, so that a request for every page does not import them."""
UNCHECKED_PYC_HEADER = (1).to_bytes(4, "little") + bytes(8)
"""Header of a .pyc file that Python never compares with its source (PEP 552)."""


def main(tree: str, out: str) -> None:
    """Request all pages of the app, and write the bytecode of every module that is imported by then.

    Packages that Python loads when it starts are written into ``out/lib``, all others into ``out/app``.
    ``tree`` is the folder with the source code of the app and its packages.
    """
    sys.path.insert(0, tree)
    in_lib = {name.split(".")[0] for name in sys.modules}
    from offline_bundle.page_crawl import crawl

    crawl()
    del sys.modules["offline_bundle.page_crawl"]  # phones do not need it
    for name in LAZY_IMPORTS:
        importlib.import_module(name)
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.split(".")[0] in in_lib:
            _write_module_bytecode(module, f"{out}/lib")
        elif ".zip/" in file or file.startswith(tree + "/"):
            _write_module_bytecode(module, f"{out}/app")
    for template in sorted(Path(tree, "companion/offline/templates").glob("*.py")):
        path = template.relative_to(tree).as_posix()
        _write_pyc(template.read_text(encoding="utf-8"), path.removesuffix(".py"), f"{out}/app")


def _write_module_bytecode(module: object, folder: str) -> None:
    spec = getattr(module, "__spec__", None)
    read = getattr(getattr(spec, "loader", None), "get_source", None)
    source = read(spec.name) if spec and read else None
    if spec and source is not None:
        package = "/__init__" if spec.submodule_search_locations is not None else ""
        _write_pyc(source, spec.name.replace(".", "/") + package, folder)


def _write_pyc(source: str, path: str, folder: str) -> None:
    """Write the bytecode of the code ``source`` to ``folder/path.pyc``, without docstrings and asserts."""
    code = compile(source, f"{path}.py", "exec", dont_inherit=True, optimize=2)
    target = f"{folder}/{path}.pyc"
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "wb") as file:
        file.write(importlib.util.MAGIC_NUMBER + UNCHECKED_PYC_HEADER + marshal.dumps(code))
