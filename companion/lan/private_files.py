"""Small files that only their owner may read."""

import itertools
import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory


def read_or_create(file: Path, text: str) -> str:
    """Return the ASCII text of a file. If the file does not exist, create it with ``text`` first.

    If several processes create it at the same time, all of them return the text of the first.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=file.parent) as folder, suppress(FileExistsError):
            complete = Path(folder, file.name)
            complete.touch(mode=0o600)
            complete.write_text(text, encoding="ascii")
            _rename_complete_file(complete, file)
    return file.read_text(encoding="ascii")


def find_unused_name(path: Path, suffix: str) -> Path:
    """Return path + suffix, with a number if that name is taken, such as ``data.before-restore-2``."""
    names = (Path(f"{path}{suffix}{'' if n == 1 else f'-{n}'}") for n in itertools.count(1))
    return next(name for name in names if not name.exists())


def _rename_complete_file(complete: Path, file: Path) -> None:
    try:
        os.link(complete, file)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, such as FAT
        with open(file, "x", encoding="ascii", opener=partial(os.open, mode=0o600)) as copy:
            copy.write(complete.read_text(encoding="ascii"))
