"""Runs in Pyodide while the offline app is made: compiles all that a walk through the pages imports.

Python's own compiler is the one of the phone's version here, which the builder's Python need not be.
"""

import importlib
import importlib.util
import marshal
import os
import sys
from pathlib import Path

LAZY_IMPORTS = ("jinja2.debug", "encodings.idna", "encodings.latin_1", "encodings.cp437", "zipfile")
"""Imported at need, in moments that the walk does not come by."""


UNCHECKED_PYC_HEADER = (1).to_bytes(4, "little") + bytes(8)
"""A compiled file whose source is never looked for (PEP 552)."""


def main(tree: str, out: str) -> None:
    """Compile into ``out/lib`` what is there before the pack is open, into ``out/app`` what is in it."""
    sys.path.insert(0, tree)
    already = {name.split(".")[0] for name in sys.modules} | {"offline_bundle"}
    importlib.import_module("offline_bundle.archive_importer")  # by which the phone finds everything else
    from offline_bundle.compile_cache import record_compilation

    with record_compilation() as noted:
        from offline_bundle.page_crawl import crawl

        crawl()
        del sys.modules["offline_bundle.page_crawl"]  # no phone walks
        for name in LAZY_IMPORTS:
            __import__(name)
    Path(out, "app").mkdir()
    Path(out, "app", "compile_cache.bin").write_bytes(noted())
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.split(".")[0] in already:
            _write_module(module, f"{out}/lib")
        elif ".zip/" in file or file.startswith(tree + "/"):
            _write_module(module, f"{out}/app")
    for template in sorted(Path(tree, "companion/offline/templates").glob("*.py")):
        path = template.relative_to(tree).as_posix()
        _write(template.read_text(encoding="utf-8"), path.removesuffix(".py"), f"{out}/app")


def _write_module(module: object, folder: str) -> None:
    spec = getattr(module, "__spec__", None)
    read = getattr(getattr(spec, "loader", None), "get_source", None)
    source = read(spec.name) if spec and read else None
    if spec and source is not None:
        package = "/__init__" if spec.submodule_search_locations is not None else ""
        _write(source, spec.name.replace(".", "/") + package, folder)


def _write(source: str, path: str, folder: str) -> None:
    """A module without its texts and asserts, as a file that is taken at its word."""
    code = compile(source, f"{path}.py", "exec", dont_inherit=True, optimize=2)
    made = f"{folder}/{path}.pyc"
    os.makedirs(os.path.dirname(made), exist_ok=True)
    with open(made, "wb") as file:
        file.write(importlib.util.MAGIC_NUMBER + UNCHECKED_PYC_HEADER + marshal.dumps(code))
