"""Runs the tests of the scripts: ``node --test tests/scripts/*.test.mjs``."""

import subprocess

from hatch_build import node_folder
from tests import ROOT


def test_the_scripts_pass_their_tests() -> None:
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    tests = sorted((ROOT / "tests" / "scripts").glob("*.test.mjs"))
    assert tests
    ran = subprocess.run([folder / "node", "--test", *tests], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
