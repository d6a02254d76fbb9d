"""TypeScript checks every script (``make check``)."""

import subprocess
from pathlib import Path

from hatch_build import node_folder
from tests import ROOT


def test_every_script_is_checked() -> None:
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    checked: set[Path] = set()
    for project in (ROOT, ROOT / "offline_bundle"):
        compiler = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
        command = [folder / "node", compiler, "--listFilesOnly", "--project", project]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        checked |= set(map(Path, run.stdout.splitlines()))
    scripts = {*(ROOT / "static").rglob("*.js"), *(ROOT / "offline_bundle").glob("*.mjs")}
    own = {script for script in scripts if "vendor" not in script.parts}
    assert own
    assert own <= checked
