"""The container image: the documented command fits it, and the printed addresses work."""

import itertools
import re
import shlex
from pathlib import Path

import pytest
from flask import Flask

from companion.lan.addresses import addresses_of, vpn_addresses_of
from companion.lan.host_page import secret_path
from companion.lan.mdns_name import start_publishing
from companion.lan.reachability import CONTAINER, find_reachability_problem
from companion.server.app import create_app
from companion.server.startup_message import print_startup_message
from companion.store import db
from tests import ROOT
from tests.conftest import settings
from tests.test_docs import blocks

PAGES = ("docs/hosting.md",)
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
FINAL_STAGE = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
GATEWAY = {"REMOTE_ADDR": "172.17.0.1"}
"""The address from which a browser on the host computer reaches the container."""


def docker_run_words(page: str) -> list[str]:
    """Return the words of the only ``docker run`` command of a page."""
    lines = "\n".join(blocks((ROOT / page).read_text("utf-8"), "sh")).splitlines()
    [line] = [line for line in lines if line.startswith("docker run")]
    return shlex.split(line)


def options(words: list[str], name: str) -> list[str]:
    return [value for option, value in itertools.pairwise(words) if option == name]


def image_environment() -> dict[str, str]:
    return dict(re.findall(r"(COMPANION_\w+)=(\S+)", FINAL_STAGE))


@pytest.fixture
def container(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Set the environment of the documented container. Return its public address."""
    for assignment in options(docker_run_words(PAGES[0]), "-e"):
        monkeypatch.setenv(*assignment.split("=", 1))
    for name, value in image_environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    environment = dict(assignment.split("=", 1) for assignment in options(docker_run_words(PAGES[0]), "-e"))
    return environment["COMPANION_ADDRESS"]


@pytest.mark.parametrize("page", PAGES)
def test_the_documented_docker_command_fits_the_image(page: str) -> None:
    words = docker_run_words(page)
    [ports], [volume] = options(words, "-p"), options(words, "-v")
    [address] = options(words, "-e")
    published, inside = ports.split(":")
    assert address.endswith(f":{published}")
    assert f"EXPOSE {inside}" in FINAL_STAGE
    name, folder = volume.split(":")
    assert not name.startswith((".", "/")), "Docker gives a named volume to the user of the image"
    assert folder == image_environment()["COMPANION_DATA"]
    assert re.search(rf"mkdir -p {folder} && chown companion {folder}", FINAL_STAGE)
    assert FINAL_STAGE.index("chown") < FINAL_STAGE.index("USER companion")
    assert "COMPANION_DATABASE" not in image_environment(), "it is SQLite, in the volume"
    images = re.findall(r"docker build .*-t (\S+)", (ROOT / page).read_text("utf-8"))
    assert words[-1] in images
    assert "--rm" not in words, "the page describes how to start it again"


def test_a_container_prints_its_public_address_and_the_secret_link(
    app: Flask, container: str, capsys: pytest.CaptureFixture[str]
) -> None:
    app.config["PUBLIC_ADDRESS"] = container
    print_startup_message(
        "0.0.0.0", 8000, stored="x", public=container, fingerprint="x", secret_path=secret_path(app)
    )
    output = capsys.readouterr().out
    addresses = re.findall(r"http://\S+", output)
    assert addresses == [container, container + secret_path(app)]
    host = app.test_client()
    assert host.get("/host", base_url=container, environ_overrides=GATEWAY).status_code == 404
    page = host.get(addresses[1], environ_overrides=GATEWAY, follow_redirects=True)
    assert page.status_code == 200
    assert re.findall(r"http://[\d.:]+", page.text) == [container]
    assert "docker start" in page.text or "Stop the app" not in page.text


def test_without_a_public_address_a_container_names_the_missing_setting(
    app: Flask, container: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert container
    monkeypatch.delenv("COMPANION_ADDRESS")
    print_startup_message("0.0.0.0", 8000, stored="x", fingerprint="x", secret_path=secret_path(app))
    output = capsys.readouterr().out
    assert "COMPANION_ADDRESS=" in output
    assert "On phones" not in output
    assert f"http://localhost:8000{secret_path(app)}" in output
    assert "COMPANION_ADDRESS" in app.test_client().get("/host", base_url="http://localhost:8000").text


@pytest.mark.usefixtures("container")
def test_addresses_of_a_container_are_not_for_phones(tmp_path: Path) -> None:
    assert addresses_of("0.0.0.0") == vpn_addresses_of("0.0.0.0") == []
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
    app = create_app(settings(tmp_path / "companion.sqlite3"))
    with app.app_context():
        db.engine.dispose()
    assert app.config["PUBLIC_ADDRESS"] == address
