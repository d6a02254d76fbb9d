"""Runs the pages' own scripts under Node, for what they compute without a page."""

import json
import subprocess
from pathlib import Path
from typing import Any

from pocket.build import node_folder
from tests import ROOT

SCRIPTS = ROOT / "static" / "js"


def call_script(module: str, function: str, *arguments: object, before: str = "") -> Any:
    """What an exported function returns, as JSON; ``before`` runs before the script is loaded."""
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    source = (
        f"{before}\nconst {{ {function} }} = await import({json.dumps((SCRIPTS / module).as_uri())});\n"
        f"console.log(JSON.stringify(await {function}(...{json.dumps(arguments)}) ?? null));"
    )
    command: list[str | Path] = [folder / "node", "--input-type=module", "-e", source]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
