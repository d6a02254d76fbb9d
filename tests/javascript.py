"""Functions of the scripts in ``static/js``, called by Node."""

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
const called = (await import(module))[name];
const answers = await Promise.all(calls.map(given => called(...given)));
process.stdout.write(JSON.stringify(answers.map(answer => answer ?? null)));
"""


def call(module: str, name: str, calls: list[list[Any]], before: str = "") -> Any:
    """What an exported function of a module returns for each of several lists of arguments.

    ``before`` runs before the module is loaded.
    """
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    asked = {"module": (SCRIPTS / module).as_uri(), "name": name, "calls": calls}
    script = f'import "{BROWSER.as_uri()}";{before}{CALL}'
    command = [str(folder / "node"), "--input-type=module", "--eval", script]
    answer = subprocess.run(command, input=json.dumps(asked).encode(), capture_output=True, check=True)
    return json.loads(answer.stdout)


def call_once(module: str, name: str, *arguments: object, before: str = "") -> Any:
    """What an exported function of a module returns for these arguments."""
    return call(module, name, [list(arguments)], before)[0]
