"""An app of nothing but tables, without a database and without what counts, measures and compresses."""

import json
import re
import subprocess
import sys

import pytest
from flask import Flask

from tests import ROOT
from tests.long.chance.seam.alone import REFUSED, Absent
from tests.long.chance.seam.evening import tell

TICKET = re.compile(r'data-ticket="[^"]*"')
"""What brings a seat to another address of a server; alone, there is none."""


def test_a_play_of_every_game_is_told_as_the_server_tells_it(app: Flask) -> None:
    """The other tells it in a process in which nothing of a server's can be imported."""
    command = [sys.executable, "-m", "tests.long.chance.seam.alone"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    alone = json.loads(done.stdout)
    app.extensions["host_for_phones"] = str
    told = tell(app)
    assert list(told) == list(alone)
    assert not {key: text for key, text in told.items() if TICKET.sub("", text) != alone[key]}
    assert {text.split()[0] for text in told.values()} <= {"200", "303", "422"}


def test_a_server_cannot_be_imported_there() -> None:
    for name in REFUSED:
        with pytest.raises(ModuleNotFoundError):
            Absent().find_spec(f"{name}.orm", None)
