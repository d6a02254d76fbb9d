"""The evening of ``deploy/`` in small, and that the operator's page has no command that nobody ran."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.deployed.programs import ROOT
from tests.long import LONG
from tests.scaled.conftest import BINARIES

MARKED = re.compile(r"<!-- (on the (database|standby): [a-z ]+|not run by a test: .+) -->")
NEEDED = os.geteuid() == 0 and shutil.which("caddy") and shutil.which("ip") and BINARIES


def test_every_command_of_an_operator_is_typed_or_marked() -> None:
    lines = (ROOT / "docs" / "operating.md").read_text().splitlines()
    blocks = [number for number, line in enumerate(lines) if line == "```sh"]
    assert blocks
    assert not [lines[number + 1] for number in blocks if not MARKED.fullmatch(lines[number - 1])]
    deeds = (ROOT / "tests" / "deployed" / "evening.py").read_text()
    for number in blocks:
        if lines[number - 1].startswith("<!-- on the "):
            host, what = re.findall(r"on the (\w+): (.*) -->", lines[number - 1])[0]
            assert f'typed("{host}", "{what}")' in deeds


@pytest.mark.skipif(not LONG, reason="takes two minutes: the long form runs it")
@pytest.mark.skipif(not NEEDED, reason="needs root, and the packages caddy, postgresql, iproute2")
def test_nothing_is_lost_in_an_evening() -> None:
    small = ["--tables", "4", "--think", "1", "--kills", "1"]
    subprocess.run([sys.executable, "-m", "tests.deployed.evening", *small], cwd=ROOT, check=True)
