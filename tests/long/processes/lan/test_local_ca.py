"""Nothing that lies on the disk can speak for anybody but the house, whoever checks it."""

import os
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from playwright.sync_api import Error, Playwright

from companion.lan.ca_folder import ca_folder
from companion.lan.local_ca import LocalCA, LocalCAError, parse_private_address
from tests.app_server import FixedResponse, serve_in_thread
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.long.processes.lan.forged_certificates import House
from tests.long.processes.lan.trust_stores import tool, trust_in_chromium

OWN_ADDRESSES = ("127.0.0.1", "192.168.7.20")
FOREIGN: dict[str, tuple[str, ...]] = {
    "bank.example": ("bank.example",),
    "8.8.8.8": ("8.8.8.8",),
    "nas.local": ("nas.local",),
    "mixed.example": ("127.0.0.1", "mixed.example"),
    "9.9.9.9": ("127.0.0.1", "9.9.9.9"),
    "common.example": ("127.0.0.1",),
}
"""Whom the keys must not speak for, and the names that their certificates have besides the common one."""
BELOW = "below.example"
"""Signed by an authority without constraints that the house's key signed."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    data = tmp_path_factory.mktemp("house")
    LocalCA.load_or_create(ca_folder(data))
    return House(data)


@pytest.fixture(scope="module")
def claims(house: House, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    into = tmp_path_factory.mktemp("claims")
    own = {name: {house.name, name} for name in (house.name, *OWN_ADDRESSES)}
    made = {called: house.claim(into, called, names) for called, names in (FOREIGN | own).items()}
    return {**made, BELOW: house.claim_below(into, BELOW)}


def own_alone(house: House, believed: set[str]) -> bool:
    return believed == {house.name, *OWN_ADDRESSES}


def test_openssl_believes_the_keys_of_a_house_for_nobody_else(
    house: House, claims: dict[str, Path]
) -> None:
    def believed(called: str) -> bool:
        meant = "-verify_ip" if called.replace(".", "").isdigit() else "-verify_hostname"
        command: list[str | Path] = [tool("openssl"), "verify", "-CAfile", house.root, meant, called]
        done = subprocess.run(
            [*command, "-untrusted", claims[called], claims[called]], capture_output=True, check=False
        )
        return done.returncode == 0

    assert own_alone(house, set(filter(believed, claims)))


def test_chromium_believes_the_keys_of_a_house_for_nobody_else(
    house: House, claims: dict[str, Path], tmp_path: Path, playwright: Playwright
) -> None:
    trust_in_chromium(tmp_path, house.root)
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=[*FLAGS, "--host-resolver-rules=MAP * 127.0.0.1"],
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip

    def refusal(called: str) -> str:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(claims[called])
        pretender = ThreadingHTTPServer(("127.0.0.1", 0), FixedResponse)
        pretender.socket = context.wrap_socket(pretender.socket, server_side=True)
        with serve_in_thread(pretender):
            try:
                browser.new_page().goto(f"https://{called}:{pretender.server_port}/")
            except Error as refused:
                return refused.message
        return ""

    said = {called: refusal(called) for called in claims}
    browser.close()
    assert own_alone(house, {called for called, why in said.items() if not why})
    assert all("ERR_CERT" in why for why in said.values() if why)


def test_both_steps_are_confined(house: House) -> None:
    """Some who trust a certificate never ask what it is confined to, as Java; of the one below all do."""
    for file in (house.root, house.signing):
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        confined = certificate.extensions.get_extension_for_class(x509.NameConstraints)
        assert confined.critical
        assert x509.DNSName(house.name) in (confined.value.permitted_subtrees or [])


def test_one_key_lies_on_the_disk_and_nobody_else_reads_it(house: House) -> None:
    assert house.key_file.name == "signing.key"
    assert house.key_file.stat().st_mode & 0o777 == 0o600
    assert house.key_file.parent.stat().st_mode & 0o777 == 0o700
    root, signing = (
        x509.load_pem_x509_certificate(file.read_bytes()) for file in (house.root, house.signing)
    )
    assert root.public_key() != signing.public_key()


def test_those_who_make_an_authority_at_once_have_one(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path)
    with ThreadPoolExecutor(8) as together:
        signs = {one.fingerprint for one in together.map(LocalCA.load_or_create, [folder] * 16)}
    assert len(signs) == 1


def test_a_damaged_authority_is_not_made_anew(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path)
    LocalCA.load_or_create(folder)
    next(folder.rglob("signing.key")).write_bytes(b"")
    with pytest.raises(LocalCAError):
        LocalCA.load_or_create(folder)


def test_it_speaks_for_addresses_of_houses_alone() -> None:
    told = ("192.168.1.2", "::ffff:10.0.0.1", "fe80::1%eth0", "127.0.0.5", "fd00::1")
    assert all(map(parse_private_address, told))
    assert not any(map(parse_private_address, ("8.8.8.8", "2001:db8::1", "nas.local", "172.32.0.1", "")))
