"""What ``locks/`` and ``deploy/`` promise can be read from their files."""

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
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
LOCKS = {file.stem: file.read_text("utf-8") for file in (ROOT / "locks").iterdir()}
LOCKED = re.compile(r"[a-z0-9-]+==[\w.]+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
"""A line of a lock: a package whose hashes follow, or one of these. No address, no path."""
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def versions(extra: str) -> set[tuple[str, str]]:
    """The packages of a lock; some are of another version on some systems."""
    return set(re.findall(r"^([a-z0-9-]+)==(\S+)", LOCKS[extra], re.M))


def required(extra: str) -> Iterator[Requirement]:
    """What the project asks for with an extra, which may ask for others."""
    for each in map(Requirement, [*PROJECT["dependencies"], *EXTRAS[extra]]):
        if each.name == PROJECT["name"]:
            yield from (deeper for name in each.extras for deeper in required(name))
        else:
            yield each


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_lock_fits_the_project(extra: str) -> None:
    unfit = [
        str(each)
        for each in required(extra)
        if not any(
            name == canonicalize_name(each.name) and each.specifier.contains(version)
            for name, version in versions(extra)
        )
    ]
    assert not unfit, f"locks/{extra}.txt no longer fits pyproject.toml: make lock"
    assert versions(extra) <= versions("bench"), "the extra that asks for everything"


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_lock_holds_packages_and_their_hashes_alone(extra: str) -> None:
    lines = [line for line in LOCKS[extra].splitlines() if not line.startswith("#")]
    assert not [line for line in lines if not LOCKED.fullmatch(line)]


def test_the_image_installs_nothing_that_is_not_locked() -> None:
    lines = re.findall(r"pip (?:install|wheel) (.*)", (DEPLOY / "Dockerfile").read_text("utf-8"))
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
    made = re.findall(r"^#   (mkdir .*)$", (DEPLOY / "compose.yaml").read_text("utf-8"), re.M)
    (tmp_path / "deploy").mkdir()
    subprocess.run(["sh", "-e", "-c", made[0]], cwd=tmp_path, check=True)
    password = (
        tmp_path / COMPOSE["secrets"]["database_password"]["file"].replace("./", "deploy/")
    ).resolve()
    assert password.parent.stat().st_mode & 0o777 == 0o700
    assert len(password.read_text("utf-8").strip()) > 40
