"""The build of the static files, the types of the scripts, and what is served if they cannot be built."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hatch_build
from companion.web.common.assets import static_folder, static_max_age
from tests import ROOT
from tests.javascript import run_node


@pytest.fixture
def built_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout with a complete build, on a computer without Node."""
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "node_folder", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in hatch_build.STATIC_SOURCES[1:]:
        (tmp_path / name).write_text(name, "utf-8")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.js").write_text("1", "utf-8")
    built = tmp_path / hatch_build.BUILT_FOLDER
    built.mkdir(parents=True)
    sources = hatch_build.sources_digest(tmp_path, hatch_build.STATIC_SOURCES)
    (built / "build.json").write_text(json.dumps({"sources": sources}), "utf-8")
    return tmp_path


def test_an_up_to_date_build_is_served_whatever_its_file_times(built_checkout: Path) -> None:
    os.utime(built_checkout / hatch_build.BUILT_FOLDER / "build.json", (0, 0))
    assert hatch_build.ensure_built(required=True)
    assert static_folder(built_checkout) == built_checkout / hatch_build.BUILT_FOLDER
    assert static_max_age(built_checkout) > 0


@pytest.mark.parametrize("changed", ["static/a.js", "static/new.css", *hatch_build.STATIC_SOURCES[1:]])
def test_an_outdated_build_is_never_served(
    built_checkout: Path, changed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (built_checkout / changed).write_text("changed", "utf-8")
    assert not hatch_build.ensure_built(required=False)
    assert static_folder(built_checkout) == built_checkout / "static"
    assert static_max_age(built_checkout) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Browsers load the source files")
    assert "Node is missing" in printed


def test_an_incomplete_build_is_not_served(built_checkout: Path) -> None:
    (built_checkout / hatch_build.BUILT_FOLDER / "build.json").unlink()
    assert static_folder(built_checkout) == built_checkout / "static"


def test_the_build_hook_does_nothing_on_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hatch_build.sys.version_info", (3, 10))
    data: dict[str, Any] = {"force_include": {}}
    hook: Any = SimpleNamespace(target_name="wheel")
    hatch_build.BuildStatic.initialize(hook, "standard", data)
    assert data == {"force_include": {}}
    tree = ast.parse(Path(hatch_build.__file__).read_text("utf-8"), feature_version=(3, 10))
    imports = [node for node in tree.body if isinstance(node, ast.Import)]
    assert "tomllib" not in [name.name for node in imports for name in node.names]


def test_a_required_build_fails_without_node(built_checkout: Path) -> None:
    (built_checkout / "static" / "a.js").write_text("changed", "utf-8")
    with pytest.raises(SystemExit, match="Node is missing"):
        hatch_build.ensure_built(required=True)


def test_only_developers_install_the_tools_of_tests_and_linters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "run_npm", lambda *arguments: installed.append(arguments))
    (tmp_path / "node_modules").mkdir()
    lock = tmp_path / "package-lock.json"
    lock.write_text("{}", "utf-8")
    for dev in (False, False, True, True, False):
        hatch_build.install_tools(dev=dev)
    assert installed == [("ci", "--silent", "--omit=dev"), ("ci", "--silent")]
    lock.write_text('{"changed": true}', "utf-8")
    hatch_build.install_tools(dev=False)
    assert len(installed) == 3


def test_the_build_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    """The test uses ASCII instead of other encodings, such as cp1252 on Windows."""
    code = "import sys; from pathlib import Path; import hatch_build; hatch_build.build(Path(sys.argv[1]))"
    options = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning:hatch_build")
    result = subprocess.run(
        [sys.executable, *options, "-c", code, tmp_path / "static"], cwd=ROOT, capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr.decode()
    assert (tmp_path / "static" / "build.json").is_file()


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
