"""In the phone: modules out of the one file that was taken along, where a look into a folder costs as much
as a module itself. House.mjs opens it before anything is imported from there."""

import json
import marshal
import sys
from collections.abc import Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

HEADER = 16
"""Bytes of a compiled module before its code."""


class PackedModules(Loader):
    """Finds and loads what the file's index names, by the place that each would have in a folder."""

    def __init__(self, file: str, folder: str) -> None:
        self._file = Path(file).open("rb")  # noqa: SIM115 (as long as this Python lives)
        self._folder = folder
        self._found: dict[str, tuple[int, int]] = {}
        length = int.from_bytes(self._file.read(4))
        at = 4 + length
        for name, size in json.loads(self._file.read(length)):
            if name.endswith(".pyc"):
                self._found[f"{folder}/{name}"] = at + HEADER, size - HEADER
            at += size

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of this name, if it is here."""
        for folder in path or [self._folder]:
            place = f"{folder}/{name.rpartition('.')[2]}"
            for file in (f"{place}/__init__.pyc", f"{place}.pyc"):
                if file in self._found:
                    spec = ModuleSpec(name, self, origin=file)
                    spec.has_location = True
                    if not file.startswith(f"{place}."):
                        spec.submodule_search_locations = [place]
                    return spec
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """As Python does."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code in it."""
        assert module.__file__ is not None
        at, size = self._found[module.__file__]
        self._file.seek(at)
        exec(marshal.loads(self._file.read(size)), vars(module))


def open_pack(file: str, folder: str) -> None:
    """Import from this file first, as if its modules lay in that folder."""
    sys.meta_path.insert(0, PackedModules(file, folder))
