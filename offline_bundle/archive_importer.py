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
from typing import BinaryIO

HEADER = 16
"""Bytes of a compiled module before its code."""


class ArchiveImporter(Loader):
    """Finds and loads what the file's index names, by the place that each would have in a folder."""

    def __init__(self, file: str, folder: str) -> None:
        self._path = Path(file)
        self._file: BinaryIO | None = None
        self._folder = folder
        self._found: dict[str, tuple[int, int]] = {}
        length = int.from_bytes(self._read(0, 4))
        at = 4 + length
        for name, size in json.loads(self._read(4, length)):
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
        exec(marshal.loads(self._read(*self._found[module.__file__])), vars(module))

    def _read(self, at: int, size: int) -> bytes:
        """Part of the file, which stays open: most of it is read at a start."""
        if self._file is None:
            self._file = self._path.open("rb")
        self._file.seek(at)
        return self._file.read(size)

    def close(self) -> None:
        """Close the file, until something is read again."""
        if self._file is not None:
            self._file.close()
            self._file = None


def open_archive(file: str, folder: str) -> None:
    """Import from this file first, as if its modules lay in that folder."""
    sys.meta_path.insert(0, ArchiveImporter(file, folder))


def close_archive() -> None:
    """Leave no file open: in an image of this Python's memory it would be another one, or none."""
    for finder in sys.meta_path:
        if isinstance(finder, ArchiveImporter):
            finder.close()
