"""The server accepts http and https on the same port, with the same limits."""

import re
import signal
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.lan.data_folder import ca_folder
from companion.lan.local_ca import LocalCA
from companion.server.config import https_mode
from companion.server.serving import FileCertificates, LocalCertificates
from tests.long.processes.lan.forged_certificates import StolenCA
from tests.long.processes.lan.lan_server import LanServer
from tests.long.processes.players import INCOMPLETE_POST, wait_until_closed
from tests.waiting import WAIT_SECONDS, wait_until

OPENING_FORM_BODY = b"start=1&name=Ana&name=Bo"
INCOMPLETE_HANDSHAKE = b"\x16\x03\x01\x02\x00\x01"
INCOMPLETE_HANDSHAKE_COUNT = 40


def take_seat(server: LanServer, *, tls: bool) -> str:
    with closing(server.make_connection(tls=tls)) as connection:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/open/giza", OPENING_FORM_BODY, headers)
        response = connection.getresponse()
    [cookie] = [header for header in response.headers.get_all("Set-Cookie", []) if header.startswith("t-")]
    return cookie


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanServer]:
    with LanServer(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_http_and_https_serve_the_same_page(server: LanServer) -> None:
    plain, encrypted = (server.get("/", tls=tls) for tls in (False, True))
    assert plain.text == encrypted.text
    fields = [dict(response.headers.items()) for response in (plain, encrypted)]
    for headers in fields:  # they may differ by a second
        headers["Date"], headers["Set-Cookie"] = "", re.sub("Expires=[^;]+", "", headers["Set-Cookie"])
    assert fields[0] == fields[1]
    assert "Strict-Transport-Security" not in fields[1]
    assert plain.status == encrypted.status == 200


def test_seat_cookies_of_the_lan_server_are_not_secure(server: LanServer) -> None:
    for tls in (False, True):
        assert "; Secure" not in take_seat(server, tls=tls)


def test_behind_an_https_proxy_cookies_are_secure_and_limits_count_forwarded_addresses(
    tmp_path: Path,
) -> None:
    settings = {
        "COMPANION_HTTPS": "proxy", "COMPANION_PROXIES": "1", "COMPANION_ADDRESS": "https://name.ts.net",
        "COMPANION_HOST": "127.0.0.1", "COMPANION_RATE_LIMITS": "1", "COMPANION_JOIN_LIMIT": "1 per minute",
    }  # fmt: skip
    with LanServer(tmp_path, **settings) as server:
        assert "; Secure" in take_seat(server, tls=False)
        assert not (tmp_path / "authority").exists()
        assert "same Wi-Fi" not in server.log.read_text("utf-8")
        for number, (address, status) in enumerate(((7, 404), (7, 429), (8, 404))):
            headers = {"X-Forwarded-For": f"198.51.100.{address}"}
            assert server.get(f"/j/GUESS{number}", tls=False, **headers).status == status


def test_the_certificate_is_valid_for_the_host_name_and_for_each_address(server: LanServer) -> None:
    for address, hostname in (("127.0.0.9", server.name), ("127.0.0.9", ""), ("127.0.0.10", "")):
        server.connect_tls(address, hostname).close()
    with pytest.raises(ssl.SSLCertVerificationError):
        server.connect_tls("127.0.0.9", "nas.local")


def test_incomplete_requests_are_closed_and_do_not_block_others(server: LanServer) -> None:
    before = server.count_open_files()
    with ExitStack() as stack, server.connect_tls() as body:
        handshakes = [stack.enter_context(server.connect()) for _ in range(INCOMPLETE_HANDSHAKE_COUNT)]
        body.sendall(INCOMPLETE_POST)
        for number, connection in enumerate(handshakes):
            connection.sendall(INCOMPLETE_HANDSHAKE[: 1 + number % len(INCOMPLETE_HANDSHAKE)])
        assert server.get("/healthz", tls=True).status == 200
        assert server.get("/healthz", tls=False).status == 200
        assert server.count_open_files() >= INCOMPLETE_HANDSHAKE_COUNT  # earlier ones may be closed
        response = body.recv(65536)
        assert response.startswith(b"HTTP/1.1 408 ")
        assert b"\r\nConnection: close\r\n" in response
        for connection in handshakes:
            wait_until_closed(connection)
        wait_until(lambda: server.count_open_files() <= before + 2, "the end of all connections")


def test_invalid_tls_closes_only_its_own_connection(server: LanServer) -> None:
    with server.connect() as connection:
        connection.sendall(b"\x16" + b"x" * 500)
        wait_until_closed(connection)
    assert server.get("/healthz", tls=False).status == 200


def test_the_head_of_a_request_has_a_limit(server: LanServer) -> None:
    fields = b"".join(b"x%d: y\r\n" % number for number in range(60))
    for head in (b"GET / HTTP/1.1\r\nx: " + b"y" * 70_000, b"GET / HTTP/1.1\r\n" + fields):
        with server.connect() as connection:
            connection.sendall(head + b"\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_stop_does_not_wait_for_idle_connections(tmp_path: Path) -> None:
    server = LanServer(tmp_path)
    with server.connect_tls() as encrypted, server.connect() as plain:
        for connection in (encrypted, plain):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(WAIT_SECONDS) == 0


def test_with_https_off_the_server_answers_only_http(tmp_path: Path) -> None:
    with LanServer(tmp_path, COMPANION_HTTPS="off") as server:
        assert server.get("/healthz", tls=False).status == 200
        assert {file.name for file in (tmp_path / "authority").glob("*")} <= {"name"}
        with server.connect() as connection:
            connection.sendall(INCOMPLETE_HANDSHAKE + b"\r\n\r\n")
            assert not connection.recv(100).startswith(b"\x15")


def get_serial_number(context: ssl.SSLContext) -> int:
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client_side = client.wrap_bio(to_client, to_server)
    server_side = context.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (client_side, server_side):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    certificate = client_side.getpeercert(binary_form=True)
    assert certificate
    return x509.load_der_x509_certificate(certificate).serial_number


@pytest.mark.parametrize(("attribute", "days"), [("_renew_at", 0), ("_issued_at", 1)])
def test_a_certificate_is_renewed_in_its_context(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attribute: str, days: int
) -> None:
    certificates = LocalCertificates(LocalCA.load_or_create(ca_folder(tmp_path)))
    context = certificates.context_for("192.168.1.5")
    first = get_serial_number(context)
    assert get_serial_number(certificates.context_for("192.168.1.5")) == first
    second = get_serial_number(certificates.context_for("192.168.1.6"))
    assert second != first
    monkeypatch.setattr(certificates, attribute, datetime.now(UTC) + timedelta(days=days))
    assert get_serial_number(certificates.context_for("192.168.1.6")) != second
    assert certificates.context_for("8.8.8.8") is context


def test_changed_certificate_files_are_loaded_again(tmp_path: Path) -> None:
    LocalCA.load_or_create(ca_folder(tmp_path))
    stolen_ca = StolenCA(tmp_path)
    file = stolen_ca.forge(tmp_path, "site", ("site.example",))
    certificates = FileCertificates(file, file)
    first = get_serial_number(certificates.context_for(""))
    stolen_ca.forge(tmp_path, "site", ("site.example",))
    assert get_serial_number(certificates.context_for("")) != first


def test_one_setting_chooses_the_https_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_PROXIES", raising=False)
    modes = {"": "own", "1": "proxy", "0": "off", "own": "own", "files": "files", "off": "off"}
    for value, mode in modes.items():
        monkeypatch.setenv("COMPANION_HTTPS", value)
        assert https_mode() == mode
    monkeypatch.setenv("COMPANION_HTTPS", "yes")
    with pytest.raises(SystemExit, match="own, files, proxy or off"):
        https_mode()
    monkeypatch.setenv("COMPANION_HTTPS", "")
    monkeypatch.setenv("COMPANION_PROXIES", "1")
    assert https_mode() == "off"


def test_the_server_needs_no_modules_that_only_unix_has(tmp_path: Path) -> None:
    with LanServer(tmp_path, PYTHONPATH=str(Path(__file__).parents[1] / "no_unix")) as server:
        for tls in (False, True):
            assert server.get("/", tls=tls).status == 200
            assert take_seat(server, tls=tls)
