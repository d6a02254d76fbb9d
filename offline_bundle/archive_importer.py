"""Imports modules from the single archive file of the offline bundle, in the phone's browser.

Looking into a folder would take as long there as loading a module. ``python.mjs`` opens the archive first.
"""

import json
import marshal
import sys
from collections.abc import Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

PYC_HEADER_BYTES = 16
"""Size in bytes of the header of a .pyc file."""


class ArchiveImporter(Loader):
    """Finds and loads the modules of an archive, as if they were files in a folder."""

    def __init__(self, file: str, folder: str) -> None:
        self._path = Path(file)
        self._file: BinaryIO | None = None
        self._folder = folder
        self._modules: dict[str, tuple[int, int]] = {}
        """Offset and size of each module's code, by its path in the folder."""
        length = int.from_bytes(self._read(0, 4))
        offset = 4 + length
        for name, size in json.loads(self._read(4, length)):
            if name.endswith(".pyc"):
                self._modules[f"{folder}/{name}"] = offset + PYC_HEADER_BYTES, size - PYC_HEADER_BYTES
            offset += size

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module in the archive; None for any other module."""
        for folder in path or [self._folder]:
            stem = f"{folder}/{name.rpartition('.')[2]}"
            for file in (f"{stem}/__init__.pyc", f"{stem}.pyc"):
                if file in self._modules:
                    spec = ModuleSpec(name, self, origin=file)
                    spec.has_location = True
                    if not file.startswith(f"{stem}."):
                        spec.submodule_search_locations = [stem]
                    return spec
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code in its namespace."""
        assert module.__file__ is not None
        exec(marshal.loads(self._read(*self._modules[module.__file__])), vars(module))

    def _read(self, offset: int, size: int) -> bytes:
        """Return a part of the archive, which stays open for the next one."""
        if self._file is None:
            self._file = self._path.open("rb")
        self._file.seek(offset)
        return self._file.read(size)

    def close(self) -> None:
        """Close the archive. The next read opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None


def open_archive(file: str, folder: str) -> None:
    """Import modules from this archive first, as if they were in that folder."""
    sys.meta_path.insert(0, ArchiveImporter(file, folder))


def close_archive() -> None:
    """Close the open archive, because a snapshot of Python's memory must contain no open files."""
    for finder in sys.meta_path:
        if isinstance(finder, ArchiveImporter):
            finder.close()
