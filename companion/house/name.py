"""The name of a house on its own network, chosen once."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

AUTHORITY = "authority"
"""What the folder of the authority is called within the data folder."""
SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What the end of a name is made of: nothing that is taken for something else when it is read out."""


def authority_folder(data: Path) -> Path:
    """The folder of the authority within the data folder, made for its owner alone."""
    folder = data / AUTHORITY
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def house_name(folder: Path) -> str:
    """The host name of this house, as ``table-7k3q.local``: kept in its authority's folder, chosen once.

    Of two processes that choose at once both have the name that was there first.
    """
    file = folder / "name"
    if not file.exists():
        chosen = "table-" + "".join(secrets.choice(SIGNS) for _ in range(4)) + ".local"
        with TemporaryDirectory(dir=folder) as made, suppress(FileExistsError):
            whole = Path(made, "name")
            whole.write_text(chosen, encoding="ascii")
            os.link(whole, file)
    return file.read_text(encoding="ascii")
