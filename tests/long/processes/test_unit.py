"""The unit that docs/hosting.md tells is one that systemd takes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED, ROOT
from tests.test_docs import blocks


@pytest.mark.skipif(
    not shutil.which("systemd-analyze") and not NOTHING_SKIPPED, reason="needs systemd-analyze"
)
def test_systemd_takes_the_unit_as_it_stands_there(tmp_path: Path) -> None:
    started = tmp_path / "companion" / "bin" / "table-companion"
    started.parent.mkdir(parents=True)
    started.touch(mode=0o755)
    [written] = blocks((ROOT / "docs" / "hosting.md").read_text(), "ini")
    for text, taken in ((written, True), (written.replace("ExecStart", "ExecStarts"), False)):
        unit = tmp_path / "table-companion.service"
        unit.write_text(text)
        said = subprocess.run(
            ["systemd-analyze", "verify", "--user", unit], capture_output=True, text=True, check=False,
            env={**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
        )  # fmt: skip
        assert (said.returncode == 0 and unit.name not in said.stderr) is taken, said.stderr
