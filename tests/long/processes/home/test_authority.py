"""Nothing that lies on the disk can speak for anybody but the house, whoever checks it."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography import x509
from playwright.sync_api import Error, Playwright

from companion.home.authority import Authority, AuthorityError, forget, private
from companion.home.name import authority_folder, house_name
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.long.processes.home.conftest import OWN_ADDRESSES
from tests.long.processes.home.pretenders import BELOW, FOREIGN, House, Pretenders
from tests.long.processes.home.trusting import chromium_trusts, run, tool, trust

HERE = Path(__file__).parent


Visit = Callable[[House, Pretenders, list[str], Path, Playwright], None]


def by_openssl(house: House, pretenders: Pretenders, whom: list[str], *_: object) -> None:
    openssl = tool("openssl")
    for name in whom:
        meant = "-verify_ip" if name.replace(".", "").isdigit() else "-verify_hostname"
        subprocess.run(
            [openssl, "s_client", "-proxy", f"127.0.0.1:{pretenders.port}", "-connect", f"{name}:443",
             "-CAfile", house.root, "-verify_return_error", meant, name, "-quiet"],
            input=b"GET / HTTP/1.1\r\n\r\n", capture_output=True, timeout=30, check=False,
        )  # fmt: skip


def by_python(house: House, pretenders: Pretenders, whom: list[str], *_: object) -> None:
    context = ssl.create_default_context(cafile=str(house.root))
    for name in whom:
        with (
            socket.create_connection(("127.0.0.1", pretenders.port)) as line,
            suppress(ssl.SSLError),
        ):
            line.sendall(f"CONNECT {name}:443 HTTP/1.1\r\n\r\n".encode())
            line.recv(4096)
            with context.wrap_socket(line, server_hostname=name) as secured:
                secured.sendall(b"GET / HTTP/1.1\r\n\r\n")
                secured.recv(4096)


def by_node(house: House, pretenders: Pretenders, whom: list[str], *_: object) -> None:
    run(tool("node"), HERE / "visit.mjs", house.root, pretenders.port, *whom)


def by_java(house: House, pretenders: Pretenders, whom: list[str], *_: object) -> None:
    tool("javac")
    run(tool("java"), HERE / "Visit.java", house.root, pretenders.port, *whom)


def by_chromium(
    house: House, pretenders: Pretenders, whom: list[str], folder: Path, playwright: Playwright
) -> None:
    chromium_trusts(folder, house.root)
    trusting = playwright.chromium.launch(
        executable_path=CHROMIUM, args=FLAGS, env={**os.environ, "HOME": str(folder)},
        proxy={"server": f"http://127.0.0.1:{pretenders.port}", "bypass": "<-loopback>"},
    )  # fmt: skip
    page = trusting.new_page()
    for name in whom:
        with suppress(Error):
            page.goto(f"https://{name}/")
    trusting.close()


def by_firefox(
    house: House, pretenders: Pretenders, whom: list[str], folder: Path, _: Playwright
) -> None:
    firefox = tool("firefox-esr", "firefox")
    trust(folder, house.root)
    settings = {
        "network.proxy.type": 1, "network.proxy.ssl": '"127.0.0.1"',
        "network.proxy.ssl_port": pretenders.port, "network.proxy.allow_hijacking_localhost": "true",
        "browser.shell.checkDefaultBrowser": "false", "datareporting.policy.dataSubmissionEnabled": "false",
        "browser.aboutwelcome.enabled": "false", "browser.startup.page": 0,
        "browser.sessionstore.resume_from_crash": "false",
    }  # fmt: skip
    lines = [f'user_pref("{name}", {value});\n' for name, value in settings.items()]
    (folder / "user.js").write_text("".join(lines))
    pages = [f"https://{name}/" for name in whom]
    browser = subprocess.Popen(
        [firefox, "--headless", "--no-remote", "--profile", folder, *pages],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": str(folder)},
    )  # fmt: skip
    try:
        pretenders.await_all()
    finally:
        browser.kill()
        browser.wait()


VISITS = (by_openssl, by_python, by_node, by_java, by_chromium, by_firefox)


@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: visit.__name__[3:])
def test_the_keys_of_a_house_speak_for_nobody_else(
    house: House, pretenders: Pretenders, visit: Visit, tmp_path: Path, playwright: Playwright
) -> None:
    own = {house.name, *OWN_ADDRESSES}
    foreign = {*FOREIGN, BELOW}
    pretenders.forget()
    visit(house, pretenders, [*own, *foreign], tmp_path, playwright)
    pretenders.await_all(5)
    assert (pretenders.asked, pretenders.refused) == (own, foreign)


def test_one_key_lies_on_the_disk_and_nobody_else_reads_it(house: House) -> None:
    [key] = house.key_files
    assert key.name == "signing.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.parent.stat().st_mode & 0o777 == 0o700
    root = x509.load_pem_x509_certificate(house.root.read_bytes())
    assert root.public_key() != x509.load_pem_x509_certificate(house.chain).public_key()


def test_an_authority_stays_until_it_is_forgotten(tmp_path: Path) -> None:
    folder = authority_folder(tmp_path)
    with ThreadPoolExecutor(8) as together:
        signs = {one.sign for one in together.map(Authority.load_or_make, [folder] * 16)}
    assert len(signs) == 1
    name = house_name(folder)
    forget(folder)
    made = Authority.load_or_make(folder)
    assert made.sign not in signs
    assert made.name == name


def test_a_damaged_authority_is_not_made_anew(tmp_path: Path) -> None:
    folder = authority_folder(tmp_path)
    Authority.load_or_make(folder)
    next(folder.rglob("signing.key")).write_bytes(b"")
    with pytest.raises(AuthorityError):
        Authority.load_or_make(folder)


def test_it_speaks_for_addresses_of_houses_alone() -> None:
    told = ("192.168.1.2", "::ffff:10.0.0.1", "fe80::1%eth0", "127.0.0.5", "fd00::1")
    assert all(map(private, told))
    assert not any(map(private, ("8.8.8.8", "2001:db8::1", "nas.local", "172.32.0.1", "")))
