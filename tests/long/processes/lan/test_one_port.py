"""One port, both protocols, one process: what comes by TLS has all the bounds of what comes in clear."""

import http.client
import re
import signal
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509

from companion.lan.ca_folder import ca_folder
from companion.lan.local_ca import LocalCA
from companion.server.config import https_mode
from companion.server.tls import FileCertificates, LocalCertificates
from tests.long.processes.greedy_client import HALF_A_POST, hang_up, wait_until_over
from tests.long.processes.lan.forged_certificates import House
from tests.long.processes.lan.lan_server import LanServer
from tests.waiting import WAIT_SECONDS, wait_until

OPEN = b"start=1&name=Ana&name=Bo"
HALF_HANDSHAKE = b"\x16\x03\x01\x02\x00\x01"
HALVES = 40


def seat(house: LanServer, *, tls: bool) -> str:
    asked = http.client.HTTPConnection("127.0.0.1", house.port)
    asked.sock = house.secured() if tls else house.line()
    asked.request("POST", "/open/giza", OPEN, {"Content-Type": "application/x-www-form-urlencoded"})
    answer = asked.getresponse()
    asked.close()
    [kept] = [told for told in answer.headers.get_all("Set-Cookie", []) if told.startswith("t-")]
    return kept


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanServer]:
    with LanServer(tmp_path_factory.mktemp("served")) as served:
        yield served


def test_a_page_is_the_same_by_both_but_for_its_addresses(house: LanServer) -> None:
    clear, secured = (house.ask("/", tls=tls) for tls in (False, True))
    assert clear.text == secured.text
    fields = [dict(answer.headers.items()) for answer in (clear, secured)]
    for told in fields:  # a second may lie between
        told["Date"], told["Set-Cookie"] = "", re.sub("Expires=[^;]+", "", told["Set-Cookie"])
    assert fields[0] == fields[1]
    assert "Strict-Transport-Security" not in fields[1]
    assert clear.status == secured.status == 200


def test_a_seat_is_the_same_by_both(house: LanServer) -> None:
    for tls in (False, True):
        assert "; Secure" not in seat(house, tls=tls)


def test_behind_a_proxy_a_seat_is_for_https_alone(tmp_path: Path) -> None:
    given = {"COMPANION_ADDRESS": "https://name.ts.net", "COMPANION_HOST": "127.0.0.1"}
    with LanServer(tmp_path, COMPANION_HTTPS="proxy", COMPANION_PROXIES="1", **given) as behind:
        assert "; Secure" in seat(behind, tls=False)
        assert not (tmp_path / "authority").exists()
        assert "same Wi-Fi" not in behind.log.read_text("utf-8")


def test_who_comes_through_a_proxy_is_counted_alone(tmp_path: Path) -> None:
    limits = {"COMPANION_RATE_LIMITS": "1", "COMPANION_JOIN_LIMIT": "1 per minute"}
    with LanServer(tmp_path, COMPANION_PROXIES="1", **limits) as behind:
        for number, (address, status) in enumerate(((7, 404), (7, 429), (8, 404))):
            came = {"X-Forwarded-For": f"198.51.100.{address}"}
            assert behind.ask(f"/j/GUESS{number}", tls=False, **came).status == status


def test_it_proves_itself_at_its_name_and_wherever_somebody_comes(house: LanServer) -> None:
    for address, called in (("127.0.0.9", house.name), ("127.0.0.9", ""), ("127.0.0.10", "")):
        house.secured(address, called).close()
    with pytest.raises(ssl.SSLCertVerificationError):
        house.secured("127.0.0.9", "nas.local")


def test_what_is_half_sent_is_ended_and_holds_nobody_up(house: LanServer) -> None:
    """Half a body inside TLS is answered; half a handshake is not."""
    before = house.connections()
    halves = [house.line() for _ in range(HALVES)]
    with house.secured() as body:
        body.sendall(HALF_A_POST)
        for number, line in enumerate(halves):
            line.sendall(HALF_HANDSHAKE[: 1 + number % len(HALF_HANDSHAKE)])
        assert house.ask("/healthz", tls=True).status == 200
        assert house.ask("/healthz", tls=False).status == 200
        assert house.connections() >= HALVES  # those before may have gone
        answer = body.recv(65536)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"\r\nConnection: close\r\n" in answer
    for line in halves:
        wait_until_over(line)
    wait_until(lambda: house.connections() <= before + 2, "the end of all connections")
    hang_up(halves)


def test_junk_after_the_first_byte_ends_that_connection_alone(house: LanServer) -> None:
    with house.line() as line:
        line.sendall(b"\x16" + b"x" * 500)
        wait_until_over(line)
    assert house.ask("/healthz", tls=False).status == 200


def test_a_head_has_its_bounds(house: LanServer) -> None:
    fields = b"".join(b"x%d: y\r\n" % number for number in range(60))
    for head in (b"GET / HTTP/1.1\r\nx: " + b"y" * 70_000, b"GET / HTTP/1.1\r\n" + fields):
        with house.line() as line:
            line.sendall(head + b"\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_stop_waits_for_nobody_who_asks_nothing(tmp_path: Path) -> None:
    served = LanServer(tmp_path)
    with served.secured() as secured, served.line() as clear:
        for line in (secured, clear):
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(WAIT_SECONDS) == 0


def test_off_is_http_alone(tmp_path: Path) -> None:
    with LanServer(tmp_path, COMPANION_HTTPS="off") as served:
        assert served.ask("/healthz", tls=False).status == 200
        assert {file.name for file in (tmp_path / "authority").glob("*")} <= {"name"}
        with served.line() as line:
            line.sendall(HALF_HANDSHAKE + b"\r\n\r\n")
            assert not line.recv(100).startswith(b"\x15")


def serial(context: ssl.SSLContext) -> int:
    """The number of the certificate that a context proves itself with, by a handshake in memory."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = context.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (asking, answering):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    shown = asking.getpeercert(binary_form=True)
    assert shown
    return x509.load_der_x509_certificate(shown).serial_number


def test_a_leaf_is_renewed_in_the_living_context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificates = LocalCertificates(LocalCA.load_or_create(ca_folder(tmp_path)))
    context = certificates.context_for("192.168.1.5")
    first = serial(context)
    assert serial(certificates.context_for("192.168.1.5")) == first
    second = serial(certificates.context_for("192.168.1.6"))
    assert second != first
    monkeypatch.setattr(certificates, "_renew_at", datetime.now(UTC))
    assert serial(certificates.context_for("192.168.1.6")) != second
    assert certificates.context_for("8.8.8.8") is context


def test_files_are_taken_up_when_they_change(tmp_path: Path) -> None:
    LocalCA.load_or_create(ca_folder(tmp_path))
    house = House(tmp_path)
    file = house.claim(tmp_path, "site", ("site.example",))
    certificates = FileCertificates(file, file)
    first = serial(certificates.context_for(""))
    house.claim(tmp_path, "site", ("site.example",))
    assert serial(certificates.context_for("")) != first


def test_how_phones_get_https_is_one_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_PROXIES", raising=False)
    modes = {"": "own", "1": "proxy", "0": "off", "own": "own", "files": "files", "off": "off"}
    for given, meant in modes.items():
        monkeypatch.setenv("COMPANION_HTTPS", given)
        assert https_mode() == meant
    monkeypatch.setenv("COMPANION_HTTPS", "yes")
    with pytest.raises(SystemExit, match="own, files, proxy or off"):
        https_mode()
    monkeypatch.setenv("COMPANION_HTTPS", "")
    monkeypatch.setenv("COMPANION_PROXIES", "1")
    assert https_mode() == "off"


def test_it_needs_nothing_that_only_a_unix_has(tmp_path: Path) -> None:
    with LanServer(tmp_path, PYTHONPATH=str(Path(__file__).parents[1] / "no_unix")) as served:
        for tls in (False, True):
            assert served.ask("/", tls=tls).status == 200
            assert seat(served, tls=tls)
