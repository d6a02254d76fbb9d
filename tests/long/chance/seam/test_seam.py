"""An app of nothing but tables, without a database and without what counts, measures and compresses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.games import GAMES
from companion.pocket.store import BrowserStore
from companion.table_app import create_table_app
from tests import ROOT
from tests.long.chance.seam.alone import REFUSED, Absent
from tests.long.chance.seam.evening import tell

TICKET = re.compile(r'data-ticket="[^"]*"')
"""What brings a seat to another address of a server; alone, there is none."""


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """What the app tells in a process in which nothing of a server's can be imported."""
    return told_by("-m", "tests.long.chance.seam.alone")


def told_by(*arguments: str) -> dict[str, Any]:
    """What another process says, as JSON."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_every_play_is_told_as_the_server_tells_it(app: Flask, alone: dict[str, Any]) -> None:
    app.extensions["host_for_phones"] = str
    told = tell(app)
    assert list(told) == list(alone)
    different = {key: text for key, text in told.items() if TICKET.sub("", text) != alone[key]}
    assert not different
    assert {text.split()[0] for text in told.values()} <= {"200", "204", "303", "403", "404", "422"}


def test_a_server_cannot_be_imported_there() -> None:
    alone = (
        "import sys; from tests.long.chance.seam.alone import Absent; "
        "sys.meta_path.insert(0, Absent()); "
    )
    with pytest.raises(AssertionError, match="sqlalchemy is not there"):
        told_by("-c", f"{alone}import companion.store.log")
    for name in REFUSED:
        with pytest.raises(ModuleNotFoundError):
            Absent().find_spec(f"{name}.orm", None)


def test_every_link_leads_to_a_page_that_is_there(alone: dict[str, Any]) -> None:
    """Links to groups and editions are not drawn where there are none."""
    table_app = create_table_app(BrowserStore(lambda name, text: None))
    doors = ["/", *(f"/open/{game.meta.slug}" for game in GAMES)]
    pages = {**alone, **{path: table_app.test_client().get(path).text for path in doors}}
    address = re.compile(r'(?:href|action|formaction|hx-get|hx-post)="(/[^"#?]*)')
    found = {(path, key) for key, text in pages.items() for path in address.findall(text)}
    assert {path for path, _ in found} > {"/import", "/plays"}
    assert not {(path, key) for path, key in found if not leads_somewhere(table_app, path)}
    assert not leads_somewhere(table_app, "/groups")


def leads_somewhere(app: Flask, path: str) -> bool:
    """Whether an app has a page at an address, whatever it is asked for."""
    routes = app.url_map.bind("localhost")
    for method in ("GET", "POST"):
        try:
            routes.match(path, method=method)
        except HTTPException:
            continue
        return True
    return False
