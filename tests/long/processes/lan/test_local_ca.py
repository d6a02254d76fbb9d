"""The keys of the local CA can sign certificates only for its host name and for private addresses."""

import os
import ssl
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from playwright.sync_api import Error, Playwright

from companion.lan.data_folder import ca_folder
from companion.lan.local_ca import LocalCA, LocalCAError, parse_private_address
from tests.app_server import FixedResponseHandler, serve_in_thread
from tests.browser.engines.chromium import CHROMIUM_PATH, LAUNCH_FLAGS
from tests.long.processes.lan.forged_certificates import StolenCA
from tests.long.processes.lan.lan_server import trust_in_chromium

OWN_ADDRESSES = ("127.0.0.1", "192.168.7.20")
FORBIDDEN_NAMES: dict[str, tuple[str, ...]] = {
    "bank.example": ("bank.example",),
    "8.8.8.8": ("8.8.8.8",),
    "nas.local": ("nas.local",),
    "mixed.example": ("127.0.0.1", "mixed.example"),
    "9.9.9.9": ("127.0.0.1", "9.9.9.9"),
    "common.example": ("127.0.0.1",),
}
"""Hosts that clients must reject, and the alternative names of their certificates."""


@pytest.fixture(scope="module")
def stolen_ca(tmp_path_factory: pytest.TempPathFactory) -> StolenCA:
    data = tmp_path_factory.mktemp("data")
    LocalCA.load_or_create(ca_folder(data))
    return StolenCA(data)


def test_chromium_accepts_only_allowed_names(
    stolen_ca: StolenCA, tmp_path: Path, playwright: Playwright
) -> None:
    own = {name: {stolen_ca.name, name} for name in (stolen_ca.name, *OWN_ADDRESSES)}
    trust_in_chromium(tmp_path, stolen_ca.root)
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM_PATH, args=[*LAUNCH_FLAGS, "--host-resolver-rules=MAP * 127.0.0.1"],
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip

    def read_error_message(host: str, names: Iterable[str]) -> str:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(stolen_ca.forge(tmp_path, host, names))
        server = ThreadingHTTPServer(("127.0.0.1", 0), FixedResponseHandler)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        with serve_in_thread(server):
            try:
                browser.new_page().goto(f"https://{host}:{server.server_port}/")
            except Error as error:
                return error.message
        return ""

    errors = {host: read_error_message(host, names) for host, names in {**FORBIDDEN_NAMES, **own}.items()}
    browser.close()
    assert {host for host, error in errors.items() if not error} == {stolen_ca.name, *OWN_ADDRESSES}
    assert all("ERR_CERT" in error for error in errors.values() if error)


def test_root_and_intermediate_have_name_constraints_and_no_ca_is_below(stolen_ca: StolenCA) -> None:
    for file, path_length in ((stolen_ca.root, 1), (stolen_ca.intermediate, 0)):
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        basic = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
        assert basic.path_length == path_length
        constraints = certificate.extensions.get_extension_for_class(x509.NameConstraints)
        assert constraints.critical
        assert x509.DNSName(stolen_ca.name) in (constraints.value.permitted_subtrees or [])


def test_only_the_intermediate_key_is_stored_and_only_for_its_owner(stolen_ca: StolenCA) -> None:
    assert stolen_ca.key_file.name == "signing.key"
    assert stolen_ca.key_file.stat().st_mode & 0o777 == 0o600
    assert stolen_ca.key_file.parent.stat().st_mode & 0o777 == 0o700
    root, intermediate = (
        x509.load_pem_x509_certificate(file.read_bytes())
        for file in (stolen_ca.root, stolen_ca.intermediate)
    )
    assert root.public_key() != intermediate.public_key()


def test_concurrent_processes_create_the_same_ca(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        fingerprints = {ca.fingerprint for ca in pool.map(LocalCA.load_or_create, [folder] * 16)}
    assert len(fingerprints) == 1


def test_a_damaged_ca_is_not_replaced(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path)
    LocalCA.load_or_create(folder)
    next(folder.rglob("signing.key")).write_bytes(b"")
    with pytest.raises(LocalCAError):
        LocalCA.load_or_create(folder)


def test_only_private_addresses_are_accepted() -> None:
    private = ("192.168.1.2", "::ffff:10.0.0.1", "fe80::1%eth0", "127.0.0.5", "fd00::1")
    assert all(map(parse_private_address, private))
    assert not any(map(parse_private_address, ("8.8.8.8", "2001:db8::1", "nas.local", "172.32.0.1", "")))
