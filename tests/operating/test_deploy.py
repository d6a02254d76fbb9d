"""What ``deploy/`` promises can be read from its files: what is locked, and what a container may do."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import ROOT

DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
IMAGE = {"sys_platform": "linux", "python_version": "3.11", "platform_system": "Linux"}
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def locked(name: str) -> dict[str, str]:
    """The packages of a lock file and their versions."""
    lines = (DEPLOY / name).read_text()
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", lines, re.M))


def required(*extras: str) -> Iterator[Requirement]:
    """What the project asks for on the image."""
    optional = PROJECT["optional-dependencies"]
    for line in [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate(IMAGE):
            yield requirement


@pytest.mark.parametrize(
    ("name", "extras"),
    [("requirements.txt", ["postgres"]), ("requirements.build.txt", ["build", "pocket"])],
)
def test_the_lock_fits_the_project(name: str, extras: list[str]) -> None:
    versions = locked(name)
    unfit = [
        str(each)
        for each in required(*extras)
        if not each.specifier.contains(versions.get(canonicalize_name(each.name), "0"))
    ]
    assert not unfit, f"deploy/{name} no longer fits pyproject.toml: make lock"
    for package, lines in re.findall(
        r"^(\S+==\S+)(.*(?:\n {4}.*)*)", (DEPLOY / name).read_text(), re.M
    ):
        assert "--hash=sha256:" in lines, package
    assert "://" not in (DEPLOY / name).read_text()


def test_both_locks_name_the_same_versions() -> None:
    served, built = locked("requirements.txt"), locked("requirements.build.txt")
    assert {name: built[name] for name in served if name in built} == {
        name: served[name] for name in served if name in built
    }


def test_the_image_installs_nothing_that_is_not_locked() -> None:
    lines = re.findall(r"pip (?:install|wheel) (.*)", (DEPLOY / "Dockerfile").read_text())
    assert lines
    assert all("--require-hashes" in line or "--no-deps" in line for line in lines), lines


def test_every_container_comes_back_and_is_bounded() -> None:
    for name, service in SERVICES.items():
        assert service["restart"] == "unless-stopped", name
        assert service["mem_limit"], name
        assert service["read_only"] is True, name
        assert "/tmp" in service["tmpfs"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name


def test_what_has_to_be_written_can_be() -> None:
    assert "/var/run/postgresql" in SERVICES["database"]["tmpfs"]
    assert any(each.endswith(":/data") for each in SERVICES["proxy"]["volumes"])
    data = re.findall(r"COMPANION_DATA=(\S+)", (DEPLOY / "Dockerfile").read_text())
    assert SERVICES["app1"]["volumes"] == data == SERVICES["app2"]["volumes"]


def test_a_long_migration_is_no_illness() -> None:
    assert SERVICES["app1"]["healthcheck"]["start_period"] == "10m"
    assert SERVICES["app2"]["depends_on"]["app1"] == {"condition": "service_healthy"}
    assert SERVICES["database"]["healthcheck"]["start_period"]


def test_the_database_has_room_for_both_processes() -> None:
    from companion.store.connections import engine_options

    pool = engine_options("postgresql+psycopg://", 3)
    each = pool["pool_size"] + pool["max_overflow"] + 1  # and the line that listens
    most = int(SERVICES["database"]["command"][-1].removeprefix("max_connections="))
    assert most >= 2 * each + 10


def test_the_password_is_for_those_who_need_it(tmp_path: Path) -> None:
    assert [name for name, service in SERVICES.items() if service.get("secrets")] == [
        "database",
        "app1",
        "app2",
    ]
    made = re.findall(r"^#   (mkdir .*)$", (DEPLOY / "compose.yaml").read_text(), re.M)
    (tmp_path / "deploy").mkdir()
    subprocess.run(["sh", "-e", "-c", made[0]], cwd=tmp_path, check=True)
    password = (
        tmp_path / COMPOSE["secrets"]["database_password"]["file"].replace("./", "deploy/")
    ).resolve()
    assert password.parent.stat().st_mode & 0o777 == 0o700
    assert len(password.read_text().strip()) > 40
