"""The files in ``locks/`` and ``deploy/``, the container image, and the version of a release."""

import itertools
import re
import shlex
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
from companion.lan.addresses import (
    CONTAINER,
    addresses_for_phones,
    find_reachability_problem,
    vpn_addresses,
)
from companion.lan.host_page import secret_path
from companion.lan.mdns_name import start_publishing
from companion.server.app import create_app
from companion.server.startup_message import print_startup_message
from companion.store.connections import engine_options
from companion.store.models import db
from tests import ROOT
from tests.conftest import make_settings
from tests.long.processes.installed.release import find_release_problem
from tests.test_docs import list_code_blocks

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
    lines = re.findall(r"pip (?:install|wheel) (.*)", DOCKERFILE_TEXT)
    assert lines
    assert all("--require-hashes" in line or "--no-deps" in line for line in lines), lines


def test_the_database_allows_enough_connections_for_both_processes() -> None:
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


HOSTING_PAGE_TEXT = (ROOT / "docs" / "hosting.md").read_text("utf-8")
DOCKERFILE_TEXT = (DEPLOY_FOLDER / "Dockerfile").read_text("utf-8")
FINAL_STAGE_TEXT = DOCKERFILE_TEXT[DOCKERFILE_TEXT.rindex("\nFROM ") :]
BROWSER_ON_HOST_ENVIRON = {"REMOTE_ADDR": "172.17.0.1"}
"""The address from which a browser on the host computer reaches the container."""


def read_docker_run_words() -> list[str]:
    lines = "\n".join(list_code_blocks(HOSTING_PAGE_TEXT, "sh")).splitlines()
    [line] = [line for line in lines if line.startswith("docker run")]
    return shlex.split(line)


def find_option_values(words: list[str], name: str) -> list[str]:
    return [value for option, value in itertools.pairwise(words) if option == name]


def read_image_environment() -> dict[str, str]:
    return dict(re.findall(r"(COMPANION_\w+)=(\S+)", FINAL_STAGE_TEXT))


@pytest.fixture
def container_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Set the environment of the documented container. Return the public address of its app."""
    [assignment] = find_option_values(read_docker_run_words(), "-e")
    name, address = assignment.split("=", 1)
    environment = {**read_image_environment(), "COMPANION_DATA": str(tmp_path), name: address}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return environment["COMPANION_ADDRESS"]


def test_the_documented_docker_command_fits_the_image() -> None:
    words = read_docker_run_words()
    [ports], [volume] = find_option_values(words, "-p"), find_option_values(words, "-v")
    [address] = find_option_values(words, "-e")
    published, inside = ports.split(":")
    assert address.endswith(f":{published}")
    assert f"EXPOSE {inside}" in FINAL_STAGE_TEXT
    name, folder = volume.split(":")
    assert not name.startswith((".", "/")), "Docker gives a named volume to the user of the image"
    assert folder == read_image_environment()["COMPANION_DATA"]
    assert re.search(rf"mkdir -p {folder} && chown companion {folder}", FINAL_STAGE_TEXT)
    assert FINAL_STAGE_TEXT.index("chown") < FINAL_STAGE_TEXT.index("USER companion")
    assert "COMPANION_DATABASE" not in read_image_environment(), "it is SQLite, in the volume"
    images = re.findall(r"docker build .*-t (\S+)", HOSTING_PAGE_TEXT)
    assert words[-1] in images
    assert "--rm" not in words, "the page describes how to start it again"


def test_a_container_prints_its_public_address_and_the_secret_link(
    app: Flask, container_address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    app.config["PUBLIC_ADDRESS"] = container_address
    print_startup_message(
        "0.0.0.0", 8000, stored="x", public=container_address, fingerprint="x", secret_path=secret_path(app)
    )
    output = capsys.readouterr().out
    addresses = re.findall(r"http://\S+", output)
    assert addresses == [container_address, container_address + secret_path(app)]
    host = app.test_client()
    page = host.get("/host", base_url=container_address, environ_overrides=BROWSER_ON_HOST_ENVIRON)
    assert page.status_code == 404
    page = host.get(addresses[1], environ_overrides=BROWSER_ON_HOST_ENVIRON, follow_redirects=True)
    assert page.status_code == 200
    assert re.findall(r"http://[\d.:]+", page.text) == [container_address]
    assert "docker start" in page.text or "Stop the app" not in page.text


def test_without_a_public_address_a_container_names_the_missing_setting(
    app: Flask, container_address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert container_address
    monkeypatch.delenv("COMPANION_ADDRESS")
    print_startup_message("0.0.0.0", 8000, stored="x", fingerprint="x", secret_path=secret_path(app))
    output = capsys.readouterr().out
    assert "COMPANION_ADDRESS=" in output
    assert "On phones" not in output
    assert f"http://localhost:8000{secret_path(app)}" in output
    assert "COMPANION_ADDRESS" in app.test_client().get("/host", base_url="http://localhost:8000").text


@pytest.mark.usefixtures("container_address")
def test_addresses_of_a_container_are_not_for_phones(tmp_path: Path) -> None:
    assert addresses_for_phones("0.0.0.0") == vpn_addresses("0.0.0.0") == []
    assert not start_publishing(tmp_path, "0.0.0.0", 8000)
    problem = find_reachability_problem("0.0.0.0", 8000)
    assert problem
    assert problem.code == CONTAINER


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("https://t.example/", "https://t.example"),
        ("", ""),
    ],
)
def test_a_public_address_without_a_scheme_gets_http(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str, address: str
) -> None:
    monkeypatch.setenv("COMPANION_ADDRESS", value)
    app = create_app(make_settings(tmp_path / "companion.sqlite3"))
    with app.app_context():
        db.engine.dispose()
    assert app.config["PUBLIC_ADDRESS"] == address
