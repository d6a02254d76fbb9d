"""TypeScript checks every script (``make check``)."""

import subprocess
from pathlib import Path

from hatch_build import node_folder
from tests import ROOT


def test_every_script_is_checked() -> None:
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    compiler = [folder / "node", ROOT / "node_modules/typescript/bin/tsc", "--listFilesOnly", "--project"]
    runs = [
        subprocess.run([*compiler, project], capture_output=True, encoding="utf-8", check=False)
        for project in (ROOT, ROOT / "offline_bundle")
    ]
    checked = {Path(line) for run in runs for line in run.stdout.splitlines()}
    scripts = {*(ROOT / "static").rglob("*.js"), *(ROOT / "offline_bundle").glob("*.mjs")}
    own = {script for script in scripts if "vendor" not in script.parts}
    assert own
    assert own <= checked
