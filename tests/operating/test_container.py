"""The container image fits the documented command, and the addresses that it prints work."""

import itertools
import re
import shlex
from pathlib import Path

import pytest
from flask import Flask

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
from companion.store.models import db
from tests import ROOT
from tests.conftest import make_settings
from tests.test_docs import list_code_blocks

HOSTING_PAGE_TEXT = (ROOT / "docs" / "hosting.md").read_text("utf-8")
DOCKERFILE_TEXT = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
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
