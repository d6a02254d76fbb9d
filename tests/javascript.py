"""Runs Node, and calls the JavaScript functions in ``static/js`` with it."""

import json
import subprocess
from pathlib import Path
from typing import Any

from hatch_build import node_folder
from tests import ROOT

SCRIPTS_FOLDER = ROOT / "static" / "js"
BROWSER_FILE = ROOT / "tests" / "scripts" / "browser.mjs"
CALL_JS = """
import { readFileSync } from "node:fs";
const { module, name, calls } = JSON.parse(readFileSync(0, "utf8"));
const fn = (await import(module))[name];
const results = await Promise.all(calls.map(args => fn(...args)));
process.stdout.write(JSON.stringify(results.map(result => result ?? null)));
"""


def run_node(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    command = [folder / "node", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", check=False)


def call_function(module: str, name: str, calls: list[list[Any]], before: str = "") -> Any:
    """Call an exported function of a module once for each list of arguments. Return the list of results.

    Node runs the JavaScript ``before`` before it loads the module.
    """
    request = {"module": (SCRIPTS_FOLDER / module).as_uri(), "name": name, "calls": calls}
    script = f'import "{BROWSER_FILE.as_uri()}";{before}{CALL_JS}'
    run = run_node("--input-type=module", "--eval", script, stdin=json.dumps(request))
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
