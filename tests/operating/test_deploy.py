"""The files in ``locks/`` and ``deploy/``, and the version of a release."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion import __version__
from tests import ROOT
from tests.long.processes.installed.release import find_release_problem

DEPLOY_FOLDER = ROOT / "deploy"
PROJECT_TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT_TABLE["optional-dependencies"]
LOCK_TEXTS = {file.stem: file.read_text("utf-8") for file in (ROOT / "locks").iterdir()}
COMPOSE_FILE: dict[str, Any] = yaml.safe_load((DEPLOY_FOLDER / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE_FILE["services"]


def read_locked_versions(extra: str) -> set[tuple[str, str]]:
    """Return (name, version) of each package in this extra's lock. A package may have several versions."""
    return set(re.findall(r"^([a-z0-9-]+)==(\S+)", LOCK_TEXTS[extra], re.M))


def iterate_requirements(extra: str) -> Iterator[Requirement]:
    """Yield the requirements of the project with this extra and with the extras that it includes."""
    for requirement in map(Requirement, [*PROJECT_TABLE["dependencies"], *EXTRAS[extra]]):
        if requirement.name == PROJECT_TABLE["name"]:
            yield from (nested for name in requirement.extras for nested in iterate_requirements(name))
        else:
            yield requirement


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_lock_satisfies_pyproject(extra: str) -> None:
    unsatisfied = [
        str(requirement)
        for requirement in iterate_requirements(extra)
        if not any(
            name == canonicalize_name(requirement.name) and requirement.specifier.contains(version)
            for name, version in read_locked_versions(extra)
        )
    ]
    assert not unsatisfied, f"locks/{extra}.txt no longer fits pyproject.toml: make lock"
    assert read_locked_versions(extra) <= read_locked_versions("bench"), (
        "the extra that asks for everything"
    )


def test_the_image_installs_only_locked_packages() -> None:
    lines = re.findall(r"pip (?:install|wheel) (.*)", (DEPLOY_FOLDER / "Dockerfile").read_text("utf-8"))
    assert lines
    assert all("--require-hashes" in line or "--no-deps" in line for line in lines), lines


def test_the_database_allows_enough_connections_for_both_processes() -> None:
    from companion.store.connections import engine_options

    pool = engine_options("postgresql+psycopg://", 3)
    per_process = pool["pool_size"] + pool["max_overflow"] + 1  # and the connection of the relay
    limit = int(SERVICES["database"]["command"][-1].removeprefix("max_connections="))
    assert limit >= 2 * per_process + 10


def test_only_the_database_and_the_apps_get_the_password(tmp_path: Path) -> None:
    names = [name for name, service in SERVICES.items() if service.get("secrets")]
    assert names == ["database", "app1", "app2"]
    commands = re.findall(r"^#   (mkdir .*)$", (DEPLOY_FOLDER / "compose.yaml").read_text("utf-8"), re.M)
    (tmp_path / "deploy").mkdir()
    subprocess.run(["sh", "-e", "-c", commands[0]], cwd=tmp_path, check=True)
    password = (
        tmp_path / COMPOSE_FILE["secrets"]["database_password"]["file"].replace("./", "deploy/")
    ).resolve()
    assert password.parent.stat().st_mode & 0o777 == 0o700
    assert len(password.read_text("utf-8").strip()) > 40


LOCKED_LINE_PATTERN = re.compile(r"[a-z0-9-]+==[\w.]+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
"""A line of a lock: a package with its version, or a hash. URLs and paths do not match."""


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_lock_contains_only_packages_and_hashes(extra: str) -> None:
    lines = [line for line in LOCK_TEXTS[extra].splitlines() if not line.startswith("#")]
    assert not [line for line in lines if not LOCKED_LINE_PATTERN.fullmatch(line)]


def test_health_check_and_api_name_the_version(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/healthz").get_json()["version"] == __version__
    assert client.get("/api/v1/openapi.json").get_json()["info"]["version"] == __version__


def test_the_changelog_has_a_heading_for_the_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert ("Unreleased" if ".dev" in __version__ else __version__) in headings


def test_a_release_needs_a_heading_in_the_changelog() -> None:
    assert ".dev" in find_release_problem("0.2.0.dev0", "\n## 0.2.0.dev0\n")
    assert "no heading for 0.2.0" in find_release_problem("0.2.0", "\n## 0.1.0\n")
    assert not find_release_problem("0.2.0", "\n## 0.2.0\n")
