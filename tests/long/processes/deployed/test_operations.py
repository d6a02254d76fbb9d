"""All commands in ``docs/operating.md`` work on a deployment, and its tables continue."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED, ROOT
from tests.long.postgres import BINARIES_FOLDER
from tests.long.processes.deployed import operations
from tests.long.processes.deployed.network import create_network
from tests.long.processes.deployed.programs import SITE_NAME

COMMAND_MARK_PATTERN = re.compile(r"<!-- (on the (database|standby): [a-z ]+|not run by a test: .+) -->")


def test_every_documented_command_is_run_or_marked() -> None:
    lines = (ROOT / "docs" / "operating.md").read_text("utf-8").splitlines()
    blocks = [number for number, line in enumerate(lines) if line == "```sh"]
    assert blocks
    assert not [
        lines[number + 1] for number in blocks if not COMMAND_MARK_PATTERN.fullmatch(lines[number - 1])
    ]
    script = Path(operations.__file__).read_text("utf-8")
    for number in blocks:
        if lines[number - 1].startswith("<!-- on the "):
            host, task = re.findall(r"on the (\w+): (.*) -->", lines[number - 1])[0]
            assert f'documented_commands("{host}", "{task}")' in script


@pytest.mark.skipif(
    (os.geteuid() != 0 or not BINARIES_FOLDER or not all(map(shutil.which, ("caddy", "ip"))))
    and not NOTHING_SKIPPED,
    reason="needs root, caddy, postgresql and iproute2",
)
def test_tables_go_on_during_all_operations() -> None:
    with create_network(f"deployed{os.getpid()}", operations.HOST_NAMES, {SITE_NAME: "proxy"}) as hosts:
        command = hosts.make_command("phones", sys.executable, "-m", operations.__name__, hosts.name)
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
