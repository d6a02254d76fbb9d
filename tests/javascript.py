"""Calls JavaScript functions in ``static/js`` with Node."""

import json
import subprocess
from typing import Any

from hatch_build import node_folder
from tests import ROOT

SCRIPTS = ROOT / "static" / "js"
BROWSER = ROOT / "tests" / "scripts" / "browser.mjs"
CALL = """
import { readFileSync } from "node:fs";
const { module, name, calls } = JSON.parse(readFileSync(0, "utf8"));
const fn = (await import(module))[name];
const results = await Promise.all(calls.map(args => fn(...args)));
process.stdout.write(JSON.stringify(results.map(result => result ?? null)));
"""


def call(module: str, name: str, calls: list[list[Any]], before: str = "") -> Any:
    """Call an exported function of a module with several lists of arguments, and return its results.

    The script ``before`` runs before the module is loaded.
    """
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    request = {"module": (SCRIPTS / module).as_uri(), "name": name, "calls": calls}
    script = f'import "{BROWSER.as_uri()}";{before}{CALL}'
    command = [str(folder / "node"), "--input-type=module", "--eval", script]
    result = subprocess.run(command, input=json.dumps(request).encode(), capture_output=True, check=True)
    return json.loads(result.stdout)


def call_once(module: str, name: str, *arguments: object, before: str = "") -> Any:
    """Call an exported function of a module once, and return its result."""
    return call(module, name, [list(arguments)], before)[0]
