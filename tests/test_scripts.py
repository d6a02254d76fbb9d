"""The tests of the scripts pass (``node --test``), and TypeScript checks every script."""

import subprocess
from pathlib import Path

from hatch_build import node_folder
from tests import ROOT


def run_node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    command = [folder / "node", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_scripts_pass_their_tests() -> None:
    tests = sorted((ROOT / "tests" / "scripts").glob("*.test.mjs"))
    assert tests
    run = run_node("--test", *tests)
    assert run.returncode == 0, run.stdout + run.stderr


def test_typescript_checks_every_script() -> None:
    checked: set[Path] = set()
    for project in (ROOT, ROOT / "offline_bundle"):
        compiler = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
        run = run_node(compiler, "--listFilesOnly", "--project", project)
        checked |= set(map(Path, run.stdout.splitlines()))
    scripts = {*(ROOT / "static").rglob("*.js"), *(ROOT / "offline_bundle").glob("*.mjs")}
    own = {script for script in scripts if "vendor" not in script.parts}
    assert own
    assert own <= checked
