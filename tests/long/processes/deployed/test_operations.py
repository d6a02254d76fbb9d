"""An operator's evening, typed as ``docs/operating.md`` has it; no command stands there that nobody ran."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED, ROOT
from tests.long.postgres import BINARIES
from tests.long.processes.deployed import operations
from tests.long.processes.deployed.network import network
from tests.long.processes.deployed.programs import SITE

MARKED = re.compile(r"<!-- (on the (database|standby): [a-z ]+|not run by a test: .+) -->")


def test_every_command_of_an_operator_is_typed_or_marked() -> None:
    lines = (ROOT / "docs" / "operating.md").read_text("utf-8").splitlines()
    blocks = [number for number, line in enumerate(lines) if line == "```sh"]
    assert blocks
    assert not [lines[number + 1] for number in blocks if not MARKED.fullmatch(lines[number - 1])]
    deeds = Path(operations.__file__).read_text("utf-8")
    for number in blocks:
        if lines[number - 1].startswith("<!-- on the "):
            host, what = re.findall(r"on the (\w+): (.*) -->", lines[number - 1])[0]
            assert f'typed("{host}", "{what}")' in deeds


@pytest.mark.skipif(
    (os.geteuid() != 0 or not BINARIES or not all(map(shutil.which, ("caddy", "ip"))))
    and not NOTHING_SKIPPED,
    reason="needs root, caddy, postgresql and iproute2",
)
def test_an_evening_goes_on_whatever_its_operator_does() -> None:
    with network(f"deployed{os.getpid()}", operations.HOSTS, {SITE: "proxy"}) as cables:
        again = cables.on("phones", sys.executable, "-m", operations.__name__, cables.name)
        done = subprocess.run(again, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
