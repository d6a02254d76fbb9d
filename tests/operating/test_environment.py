"""The environment of a checkout: an old Python gets one sentence, and a stale environment is made anew."""

import ast
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import make_environment
from make_environment import Environment, how_to_get_it, main
from tests import ROOT


def test_an_old_python_can_read_the_program() -> None:
    ast.parse((ROOT / "make_environment.py").read_text("utf-8"), feature_version=(3, 6))


def test_every_target_that_uses_the_environment_makes_it_first() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    rules = re.findall(r"^([a-z-]+|\$\(LONG\)):(.*)\n((?:\t.*\n)*)", makefile, re.M)
    needs = {name: prerequisites.split() for name, prerequisites, _ in rules}

    def has_one(name: str) -> bool:
        return name.startswith("environment-") or any(map(has_one, needs.get(name, [])))

    uses = [name for name, _, recipe in rules if "$(BIN)" in recipe or "$(PYTEST)" in recipe]
    assert "run" in uses
    assert [name for name in uses if not has_one(name)] == []


@pytest.mark.parametrize(
    ("platform", "apt_package", "way"),
    [
        ("darwin", "", "https://www.python.org/downloads/"),
        ("linux", "python3.12", "sudo apt-get install -y python3.12 python3.12-venv"),
        ("linux", "", "uv python install"),
    ],
)
def test_the_sentence_says_what_is_needed_and_how_to_get_it(
    platform: str, apt_package: str, way: str
) -> None:
    sentence = how_to_get_it(platform, (3, 10), apt_package)
    assert all(part in sentence for part in ("Python 3.11", "Python 3.10", way))
    assert len(sentence) < 250


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine whose python3 is too old; the folder has the programs that are found by name."""
    monkeypatch.setattr(make_environment, "version", lambda: (3, 10))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_an_old_python_ends_with_the_sentence_and_leaves_nothing(old: Path) -> None:
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        main(str(old / "venv"), "build")
    assert not list(old.iterdir())


def test_the_sentence_names_what_apt_offers(old: Path) -> None:
    apt = old / "apt-cache"
    apt.write_text("#!/bin/sh\n[ $2 = python3.12-venv ]\n", "utf-8")
    apt.chmod(0o755)
    with pytest.raises(SystemExit, match=r"install -y python3\.12 python3\.12-venv"):
        main(str(old / "venv"), "build")


def test_a_newer_python_that_has_another_name_is_used(monkeypatch: pytest.MonkeyPatch, old: Path) -> None:
    newer = old / ".local" / "bin" / "python3.13"
    newer.parent.mkdir(parents=True)
    newer.symlink_to(sys.executable)
    (old / "python3.14").write_text("does not start", "utf-8")
    (old / "python3.14").chmod(0o755)

    def execv(path: str, arguments: Sequence[str]) -> None:
        raise SystemExit(f"{path} {arguments[-2:]}")

    monkeypatch.setattr(os, "execv", execv)
    with pytest.raises(SystemExit, match=re.escape(f"{newer} ['venv', 'build']")):
        main("venv", "build")


class Project:
    """A project with two locks, and what was run to make its environment."""

    def __init__(self, root: Path) -> None:
        self.root, self.environment, self.commands = root, Environment(root / "venv"), list[str]()
        (root / "locks").mkdir()
        for name in ("pyproject.toml", "locks/build.txt", "locks/dev.txt"):
            (root / name).write_text('requires-python = ">=3.11"', "utf-8")

    def run(self, *command: str) -> None:
        """Do as the command would: an environment that is made anew loses what was in it."""
        self.commands.append(" ".join(command))
        python = Path(self.environment.python)
        if "--clear" in command:
            self.environment.note.unlink(missing_ok=True)
            python.unlink(missing_ok=True)
            python.parent.mkdir(parents=True, exist_ok=True)
            python.symlink_to(sys.executable)

    def make(self, extra: str) -> str:
        """Return what was done: ``anew``, ``more`` (packages installed beside others) or nothing."""
        self.commands.clear()
        main(str(self.environment.folder), extra)
        return "anew" if "--clear" in "".join(self.commands) else "more" if self.commands else ""


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Project:
    made = Project(tmp_path)
    monkeypatch.setattr(make_environment, "ROOT", tmp_path)
    monkeypatch.setattr(make_environment, "run", made.run)
    return made


def test_an_environment_is_made_once_for_each_lock(project: Project) -> None:
    assert [project.make(extra) for extra in ("build", "build", "dev", "build")] == ["anew", "", "more", ""]


def test_an_environment_of_an_older_lock_is_made_anew(project: Project) -> None:
    project.make("build")
    (project.root / "locks" / "build.txt").write_text("newer", "utf-8")
    assert [project.make("build"), project.make("build")] == ["anew", ""]


def test_an_environment_of_another_python_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    project.make("build")
    monkeypatch.setattr(make_environment, "version", lambda: (3, 13))
    assert [project.make("build"), project.make("build")] == ["anew", ""]


@pytest.mark.parametrize("broken", ["bin/python", "made-from.json"])
def test_an_environment_that_is_broken_is_made_anew(project: Project, broken: str) -> None:
    project.make("build")
    (project.environment.folder / broken).unlink()
    assert [project.make("build"), project.make("build")] == ["anew", ""]


def test_newer_settings_of_the_project_are_installed(project: Project) -> None:
    project.make("build")
    (project.root / "pyproject.toml").write_text('requires-python = ">=3.11"\nversion = "2"', "utf-8")
    assert [project.make("build"), project.make("build")] == ["more", ""]


def test_what_could_not_be_installed_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    def fail_in_pip(*command: str) -> None:
        project.run(*command)
        if "pip" in command:
            sys.exit(1)

    with monkeypatch.context() as patch:
        patch.setattr(make_environment, "run", fail_in_pip)
        with pytest.raises(SystemExit):
            project.make("build")
    assert project.make("build") == "anew"
