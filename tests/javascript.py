"""Functions of the scripts in ``static/js``, called by Node."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import ROOT

NODE = Path(sys.executable).with_name("node")
CALL = """
import { readFileSync } from "node:fs";
const { module, name, calls } = JSON.parse(readFileSync(0, "utf8"));
const called = (await import(module))[name];
process.stdout.write(JSON.stringify(calls.map(given => called(...given) ?? null)));
"""


def call(module: str, name: str, calls: list[list[Any]]) -> Any:
    """What an exported function of a module returns for each of several lists of arguments."""
    asked = {"module": (ROOT / "static" / "js" / module).as_uri(), "name": name, "calls": calls}
    command = [str(NODE), "--input-type=module", "--eval", CALL]
    answer = subprocess.run(command, input=json.dumps(asked).encode(), capture_output=True, check=True)
    return json.loads(answer.stdout)
