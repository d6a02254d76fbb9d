"""``make_environment.py``: its messages for an old Python, and when it creates the environment again."""

import ast
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import make_environment
from make_environment import Environment, main, python_help
from tests import ROOT


def test_python_3_6_can_parse_the_script() -> None:
    ast.parse((ROOT / "make_environment.py").read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(
    ("platform", "apt_package", "advice"),
    [
        ("darwin", "", "https://www.python.org/downloads/"),
        ("linux", "python3.12", "sudo apt-get install -y python3.12 python3.12-venv"),
        ("linux", "", "uv python install"),
    ],
)
def test_the_message_names_the_required_python_and_how_to_get_it(
    platform: str, apt_package: str, advice: str
) -> None:
    sentence = python_help(platform, (3, 10), apt_package)
    assert all(part in sentence for part in ("Python 3.11", "Python 3.10", advice))
    assert len(sentence) < 250


@pytest.fixture
def path_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Simulate an old Python. Return the only folder in which commands are searched for."""
    monkeypatch.setattr(make_environment, "python_version", lambda: (3, 10))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_an_old_python_prints_the_message_and_creates_nothing(path_folder: Path) -> None:
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        main(str(path_folder / "venv"), "build")
    assert not list(path_folder.iterdir())


def test_the_message_names_the_package_that_apt_offers(path_folder: Path) -> None:
    apt = path_folder / "apt-cache"
    apt.write_text("#!/bin/sh\n[ $2 = python3.12-venv ]\n", "utf-8")
    apt.chmod(0o755)
    with pytest.raises(SystemExit, match=r"install -y python3\.12 python3\.12-venv"):
        main(str(path_folder / "venv"), "build")


def test_a_newer_python_with_another_name_is_used(
    monkeypatch: pytest.MonkeyPatch, path_folder: Path
) -> None:
    newer = path_folder / ".local" / "bin" / "python3.13"
    newer.parent.mkdir(parents=True)
    newer.symlink_to(sys.executable)
    (path_folder / "python3.14").write_text("does not start", "utf-8")
    (path_folder / "python3.14").chmod(0o755)

    def exit_with_command(path: str, arguments: Sequence[str]) -> None:
        raise SystemExit(f"{path} {arguments[-2:]}")

    monkeypatch.setattr(os, "execv", exit_with_command)
    with pytest.raises(SystemExit, match=re.escape(f"{newer} ['venv', 'build']")):
        main("venv", "build")


NEW_PYPROJECT = 'requires-python = ">=3.11"\nversion = "2"'


class Project:
    """A project with two lock files, and a list of the commands that create its environment."""

    def __init__(self, root: Path) -> None:
        self.root, self.environment, self.commands = root, Environment(root / "venv"), list[str]()
        (root / "locks").mkdir()
        for name in ("pyproject.toml", "locks/build.txt", "locks/dev.txt"):
            (root / name).write_text('requires-python = ">=3.11"', "utf-8")

    def record_command(self, *command: str) -> None:
        """Record a command instead of running it. After ``--clear``, the environment has this Python."""
        self.commands.append(" ".join(command))
        python = Path(self.environment.python)
        if "--clear" in command:
            self.environment.record_file.unlink(missing_ok=True)
            python.unlink(missing_ok=True)
            python.parent.mkdir(parents=True, exist_ok=True)
            python.symlink_to(sys.executable)

    def create(self, extra: str) -> str:
        """Create the environment. Return ``recreated``, ``installed`` (more packages), or "" (same)."""
        self.commands.clear()
        main(str(self.environment.folder), extra)
        return "recreated" if "--clear" in "".join(self.commands) else "installed" if self.commands else ""


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Project:
    project = Project(tmp_path)
    monkeypatch.setattr(make_environment, "ROOT", tmp_path)
    monkeypatch.setattr(make_environment, "run_or_exit", project.record_command)
    return project


def test_each_lock_is_installed_once(project: Project) -> None:
    actions = [project.create(extra) for extra in ("build", "build", "dev", "build")]
    assert actions == ["recreated", "", "installed", ""]


CHANGE_CASES: dict[str, tuple[str, Callable[[Project], object]]] = {
    "a lock": ("recreated", lambda project: (project.root / "locks" / "build.txt").write_text("newer")),
    "no Python": ("recreated", lambda project: Path(project.environment.python).unlink()),
    "no record": ("recreated", lambda project: project.environment.record_file.unlink()),
    "pyproject": ("recreated", lambda project: (project.root / "pyproject.toml").write_text(NEW_PYPROJECT)),
}
"""What changes, and how the environment is then made."""


@pytest.mark.parametrize("change", CHANGE_CASES)
def test_a_change_is_installed_once(project: Project, change: str) -> None:
    expected, apply_change = CHANGE_CASES[change]
    project.create("build")
    apply_change(project)
    assert [project.create("build"), project.create("build")] == [expected, ""]


def test_another_python_version_recreates_the_environment(
    monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    project.create("build")
    monkeypatch.setattr(make_environment, "python_version", lambda: (3, 13))
    assert [project.create("build"), project.create("build")] == ["recreated", ""]


def test_a_failed_installation_is_tried_again(monkeypatch: pytest.MonkeyPatch, project: Project) -> None:
    def fail_in_pip(*command: str) -> None:
        project.record_command(*command)
        if "pip" in command:
            sys.exit(1)

    with monkeypatch.context() as patch:
        patch.setattr(make_environment, "run_or_exit", fail_in_pip)
        with pytest.raises(SystemExit):
            project.create("build")
    assert project.create("build") == "recreated"
