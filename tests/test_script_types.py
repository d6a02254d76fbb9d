"""TypeScript checks every script, and finds errors that a test puts into them."""

import json
import subprocess
from pathlib import Path

import pytest

from hatch_build import node_folder
from tests import ROOT

PROJECT_FOLDERS = {"pages": ROOT, "offline": ROOT / "offline_bundle"}
PLANTED_ERRORS = {
    "a parameter without a type": "export const double = n => 2 * n;",
    "another type": '/** @type {number} */\nexport const n = "1";',
    "something that may be missing": 'caches.match("/").then(answer => answer.ok);',
    "a name that is not there": "export const n = performance.today();",
}


def compile_types(*arguments: str) -> subprocess.CompletedProcess[str]:
    folder = node_folder()
    assert folder, "Node is missing: pip install -e .[dev]"
    command = [str(folder / "node"), str(ROOT / "node_modules/typescript/bin/tsc"), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_every_script_is_checked() -> None:
    listed = "".join(
        compile_types("--listFilesOnly", "--project", str(p)).stdout for p in PROJECT_FOLDERS.values()
    )
    scripts = {*(ROOT / "static").rglob("*.js"), *(ROOT / "offline_bundle").glob("*.mjs")}
    own = {script for script in scripts if "vendor" not in script.parts}
    assert own
    assert own <= {Path(line) for line in listed.splitlines()}


@pytest.mark.parametrize("folder", PROJECT_FOLDERS)
def test_deliberate_errors_are_found(folder: str, tmp_path: Path) -> None:
    for name, source in PLANTED_ERRORS.items():
        (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
    settings = {"extends": (PROJECT_FOLDERS[folder] / "tsconfig.json").as_posix(), "include": ["*.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    report = compile_types("--project", str(tmp_path)).stdout
    assert [name for name in PLANTED_ERRORS if f"{name}.js(" not in report] == []
