"""The addresses for phones, the message at the start, and the host's page with its secret link."""

import errno
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.lan import addresses
from companion.lan.addresses import (
    addresses_for_phones,
    choose_host_for_phones,
    is_loopback,
    local_url,
    select_addresses,
)
from companion.lan.data_folder import ca_folder, read_or_choose_hostname
from companion.lan.host import (
    MAX_PRESENCE_BREAK_SECONDS,
    MAX_REMEMBERED_LINKS,
    MAX_REMEMBERED_PHONES,
    PRESENCE_SECONDS,
    Presence,
    RecentPhones,
    get_lan_hosting,
)
from companion.lan.host_page import load_reports, secret_path
from companion.server.startup_message import print_startup_message
from companion.store.backups import backup_folder, list_backups
from companion.web.common.http import qr_svg
from tests import ROOT
from tests.operating.test_backups import get_database_path
from tests.people import join_table, open_as_host

WIFI_INTERFACE, CABLE_INTERFACE = ("wlan0", "192.168.7.20", 24), ("Local Area Connection", "10.0.0.5", 24)
SELF_ASSIGNED_INTERFACE = ("eth0", "169.254.3.4", 16)
VIRTUAL_INTERFACES = [
    ("lo", "127.0.0.1", 8), ("docker0", "172.17.0.1", 16), ("br-1c2d3e", "172.18.0.1", 16),
    ("tun0", "10.8.0.6", 24), ("tailscale0", "100.64.0.3", 32), ("vEthernet (WSL)", "172.29.32.1", 20),
    ("virbr0", "192.168.122.1", 24), ("cscotun0", "10.66.0.9", 24), ("gpd0", "10.67.0.9", 24),
    ("Cisco AnyConnect Virtual Miniport Adapter for Windows x64", "10.66.1.9", 24),
    ("PANGP Virtual Ethernet Adapter Secure", "10.67.1.9", 24), ("Famatech Radmin VPN", "26.1.2.3", 8),
    ("Fortinet SSL VPN Virtual Ethernet Adapter", "10.68.0.9", 24), ("WireGuard Tunnel", "10.69.0.9", 24),
    ("ZeroTier One Virtual Port", "10.147.17.9", 24), ("TAP-Windows Adapter V9", "10.8.1.6", 24),
]  # fmt: skip


def test_all_addresses_for_phones_are_listed_with_the_internet_route_first() -> None:
    assert select_addresses([SELF_ASSIGNED_INTERFACE, WIFI_INTERFACE])[0] == ["192.168.7.20"]
    both = [CABLE_INTERFACE, WIFI_INTERFACE]
    assert select_addresses(both, "192.168.7.20")[0] == ["192.168.7.20", "10.0.0.5"]
    assert select_addresses(both, "10.8.0.6")[0] == ["10.0.0.5", "192.168.7.20"], "the way out is a VPN"
    assert select_addresses([SELF_ASSIGNED_INTERFACE])[0] == ["169.254.3.4"]


@pytest.mark.parametrize("interface", VIRTUAL_INTERFACES, ids=lambda interface: interface[0])
def test_vpn_and_container_addresses_come_last_even_with_the_internet_route(
    interface: tuple[str, str, int],
) -> None:
    reachable, others = select_addresses([interface, WIFI_INTERFACE], interface[1])
    assert reachable == ["192.168.7.20"]
    assert others == ([] if interface[0] == "lo" else [interface[1]])
    assert select_addresses([interface], interface[1])[0] == []


def test_a_server_on_one_address_is_reached_only_there() -> None:
    assert addresses_for_phones("0.0.0.0") == addresses_for_phones("::") == ["192.168.7.20", "10.0.0.5"]
    assert addresses_for_phones("10.0.0.5") == ["10.0.0.5"]
    assert addresses_for_phones("127.0.0.1") == addresses_for_phones("localhost") == []


def test_addresses_for_phones_never_contain_localhost() -> None:
    for host in (
        "localhost", "127.0.0.1", "127.3.2.1", "[::1]", "LOCALHOST", "my.localhost", "0.0.0.0",
    ):  # fmt: skip
        assert choose_host_for_phones("0.0.0.0", f"{host}:8000") == "192.168.7.20:8000"
        assert choose_host_for_phones("0.0.0.0", host) == "192.168.7.20"


def test_a_host_that_a_phone_can_reach_is_not_changed() -> None:
    for host in ("10.0.0.5:8000", "table-7k3q.local:8000", "tables.example", "[fd00::2]:8000"):
        assert choose_host_for_phones("0.0.0.0", host) == host
    assert choose_host_for_phones("127.0.0.1", "localhost:8000") == "localhost:8000", "nobody else gets in"


def test_an_ipv6_address_is_in_brackets_in_each_url(capsys: pytest.CaptureFixture[str]) -> None:
    assert choose_host_for_phones("fd00::5", "localhost:8000") == "[fd00::5]:8000"
    assert local_url("::1", 8000) == "http://[::1]:8000"
    print_startup_message("fd00::5", 8000, stored="x", secret_path="/host/x")
    output = capsys.readouterr().out
    assert "http://[fd00::5]:8000/host/x" in output
    assert "http://fd00" not in output


def test_all_spellings_of_loopback_are_recognized() -> None:
    for host in ("127.0.0.1", "::1", "[::1]", "localhost", "localhost.", "::ffff:127.0.0.1"):
        assert is_loopback(host), host
    for host in ("192.168.7.20", "localhost.example", "", "0.0.0.0", "fd00::2", "evil"):
        assert not is_loopback(host), host


def test_the_host_name_is_chosen_once(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path / "new")
    name = read_or_choose_hostname(folder)
    assert re.fullmatch(r"table-[2-9a-hjkmnp-z]{4}\.local", name)
    assert read_or_choose_hostname(folder) == name
    assert folder.stat().st_mode & 0o777 == 0o700


def test_concurrent_processes_choose_the_same_host_name(tmp_path: Path) -> None:
    folder = ca_folder(tmp_path)
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(lambda _: read_or_choose_hostname(folder), range(64)))) == 1


PRINT_MESSAGE_PROGRAM = """from companion.server.startup_message import print_startup_message
print_startup_message("0.0.0.0", 8000, public="http://192.168.7.20:8000",
        fingerprint="4F·9A·C2·71", secret_path="/host/x", stored="/home/ann/data")"""
ANSI_ESCAPE = "\x1b["
HALF_BLOCK = "▀"


def run_in_console(encoding: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", PRINT_MESSAGE_PROGRAM], cwd=ROOT, capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode(encoding)


def test_old_windows_consoles_show_address_fingerprint_and_qr_code() -> None:
    for encoding, half_blocks in (("utf-8", True), ("cp437", True), ("cp850", True), ("cp1252", False)):
        output = run_in_console(encoding)
        assert "http://192.168.7.20:8000\n" in output.replace("\r", ""), encoding
        assert "4F·9A·C2·71" in output, encoding
        assert (HALF_BLOCK in output) is half_blocks, encoding
        assert (ANSI_ESCAPE in output) is not half_blocks, encoding
    assert "4F?9A?C2?71" in run_in_console("ascii")


LAN_ADDRESS = "192.168.7.20"
PHONE_REQUEST = {"environ_overrides": {"REMOTE_ADDR": "192.168.7.31"}, "headers": {"User-Agent": "iPhone"}}


@pytest.fixture(autouse=True)
def simulate_home_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "find_own_addresses", lambda: ([LAN_ADDRESS, "10.0.0.5"], []))


def get_page_status(
    app: Flask, remote: str = "127.0.0.1", host: str = "localhost:8000", **headers: str
) -> int:
    return app.test_client().get(
        "/host", base_url=f"http://{host}", headers=headers, environ_overrides={"REMOTE_ADDR": remote}
    ).status_code  # fmt: skip


def test_the_page_opens_only_on_the_computer_itself(app: Flask) -> None:
    assert get_page_status(app) == 200
    assert get_page_status(app, "::1", "[::1]:8000") == 200
    assert get_page_status(app, "192.168.7.31", f"{LAN_ADDRESS}:8000") == 404
    assert get_page_status(app, "192.168.7.31", "localhost:8000") == 404, "the Host header can be forged"


def test_a_request_through_a_proxy_is_not_local(app: Flask) -> None:
    for header in (
        "X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP", "x-forwarded-host",
    ):  # fmt: skip
        assert get_page_status(app, **{header: "198.51.100.7"}) == 404, header
    assert get_page_status(app, host="tables.example") == 404, (
        "a tunnel without headers, or another site's name"
    )
    app.config["PROXIES"] = 1
    assert get_page_status(app) == 404


def test_only_the_right_secret_link_opens_the_page_on_a_phone(app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/host/" + "0" * 32, **PHONE_REQUEST).status_code == 404
    assert phone.get("/host", **PHONE_REQUEST).status_code == 404
    answer = phone.get(secret_path(app), **PHONE_REQUEST)
    assert (answer.status_code, answer.location) == (303, "/host")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert phone.get("/host", **PHONE_REQUEST).status_code == 200
    before = app.test_client()
    before.set_cookie("house", secret_path(app).rpartition("/")[2])
    assert before.get("/host", **PHONE_REQUEST).status_code == 200, "the cookie of versions before 0.2"
    app.config["SECRET_KEY"] = "another"
    assert phone.get("/host", **PHONE_REQUEST).status_code == 404
    assert before.get("/host", **PHONE_REQUEST).status_code == 404


@pytest.mark.parametrize("path", ["/host/backup", "/host/stop"])
def test_actions_of_the_page_are_refused_to_phones_and_other_sites(app: Flask, path: str) -> None:
    stops: list[str] = []
    get_lan_hosting(app).stop = lambda: stops.append("stopped")
    client = app.test_client()
    assert client.post(path, **PHONE_REQUEST).status_code == 404
    assert client.post(path, headers={"Origin": "http://evil.example"}).status_code == 403
    assert not list_backups(get_database_path(app))
    assert not stops


def get_host_page(app: Flask, host: str = "localhost:8000", **headers: str) -> str:
    return str(app.test_client().get("/host", base_url=f"http://{host}", headers=headers).text)


def test_without_a_network_the_page_says_so_and_has_no_qr_code(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "find_own_addresses", lambda: ([], []))
    assert "is not on any network" in get_host_page(app)
    assert "<path" not in get_host_page(app)
    app.config["LISTEN_HOST"] = "127.0.0.1"
    assert "COMPANION_HOST" in get_host_page(app)


def test_qr_codes_of_a_table_opened_as_localhost_have_an_address_for_phones(app: Flask) -> None:
    host = open_as_host(app, "giza", ["Ana", "Bo"])
    code = host.code
    text = host.client.get(f"/t/{code}/seats", base_url="http://localhost:8000").text
    assert f"http://{LAN_ADDRESS}:8000/j/{code}" in text
    assert "localhost" not in text
    secret = host.client.get_cookie(f"t-{code}")
    assert secret
    host.client.set_cookie(f"t-{code}", secret.value, domain="table-7k3q.local")
    by_name = host.client.get(f"/t/{code}/seats", base_url="http://table-7k3q.local:8000").text
    assert f"http://table-7k3q.local:8000/j/{code}" in by_name


def test_the_host_name_is_offered_only_while_it_resolves(app: Flask) -> None:
    data = Path(app.instance_path)
    ca_folder(data).joinpath("name").write_text("table-7k3q.local", "utf-8")
    status_file = data / "name-is-published"
    try:
        for status, is_offered in (("", False), ("answers", True)):
            status_file.write_text(status, "utf-8")
            assert ("http://table-7k3q.local:8000" in get_host_page(app)) is is_offered
            assert ("does not answer on this network" in get_host_page(app)) is not is_offered
    finally:
        status_file.unlink()


def test_phones_are_listed_after_a_request_but_not_the_computer_itself(app: Flask) -> None:
    app.test_client().get("/", environ_overrides={"REMOTE_ADDR": LAN_ADDRESS})
    assert "Nobody yet" in get_host_page(app)
    app.test_client().get("/", **PHONE_REQUEST)
    text = get_host_page(app)
    assert "Nobody yet" not in text
    assert all(words in text for words in ("iPhone", "just now", "192.168.7.31"))


def test_the_page_shows_the_folder_of_the_database_and_its_backups(app: Flask) -> None:
    assert "None yet." in get_host_page(app)
    assert app.test_client().post("/host/backup").location == "/host"
    page = re.sub("[\u2066-\u2069]", "", get_host_page(app))
    assert f"Stored in {get_database_path(app).parent}" in page
    assert "1 copy is kept" in page


def test_a_failed_backup_is_reported(app: Flask) -> None:
    backup_folder(get_database_path(app)).write_text("in the way", "utf-8")
    answer = app.test_client().post("/host/backup", follow_redirects=True)
    assert answer.status_code == 200
    assert "No copy was made" in answer.text


def test_stop_ends_the_server_and_explains_how_to_start_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    timer = Mock()
    monkeypatch.delenv("MAKELEVEL", raising=False)
    monkeypatch.setattr("companion.lan.host_page.threading.Timer", timer)
    monkeypatch.setattr("sys.orig_argv", ["/home/ann/my companion/bin/table-companion", "--port", "8001"])
    assert "Stop the app" not in get_host_page(app), "not if the app cannot stop the server"
    get_lan_hosting(app).stop = stop = Mock()
    assert "Stop the app" in get_host_page(app)
    response = app.test_client().post("/host/stop")
    assert "has stopped" in response.text
    for page in (get_host_page(app), response.text):
        assert "'/home/ann/my companion/bin/table-companion' --port 8001" in unescape(page)
    assert [timer_call.args[1] for timer_call in timer.call_args_list] == [stop]
    timer.return_value.start.assert_called_once()
    monkeypatch.setenv("MAKELEVEL", "1")
    assert "make run" in get_host_page(app)


def test_a_limited_number_of_phones_is_remembered_for_a_limited_time() -> None:
    now = [0.0]
    phones = RecentPhones(lambda: now[0])
    phones.record("192.168.7.31", "iPhone", "Ana")
    phones.record("192.168.7.31", "", "")
    ((phone, since),) = phones.list_with_idle_seconds()
    assert (phone.device, phone.name, since) == ("iPhone", "Ana", 0)
    for number in range(MAX_REMEMBERED_PHONES):
        phones.record(f"10.0.0.{number}", "", "")
    assert len(phones.list_with_idle_seconds()) == MAX_REMEMBERED_PHONES
    now[0] = 7 * 3600
    assert not phones.list_with_idle_seconds()


def test_the_home_page_links_to_the_page_only_for_the_host(app: Flask) -> None:
    assert 'href="/host"' in app.test_client().get("/").text
    assert 'href="/host"' not in app.test_client().get("/", **PHONE_REQUEST).text


def test_a_reported_sentence_is_shown_on_the_hosts_page(app: Flask) -> None:
    phone, machine = app.test_client(), app.test_client()
    assert "read by nobody yet" in phone.get("/", **PHONE_REQUEST).text
    assert "read by nobody yet" in open_as_host(app, "giza", ["Ana", "Bo"]).get_page("/rules").text
    form = {"sentence": " Le <pion>\nva "}
    response = phone.post("/sentence", data=form, **PHONE_REQUEST | {"headers": {"Accept-Language": "fr"}})
    assert response.status_code == 200
    phone.post("/sentence", data={"sentence": " "}, **PHONE_REQUEST)
    assert load_reports(Path(app.instance_path))[0] == ("fr", "Le <pion> va")
    assert "Le &lt;pion&gt; va" in machine.get("/host", base_url="http://localhost:8000").text


def test_a_full_disk_keeps_the_sentences_that_were_reported(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.test_client().post("/sentence", data={"sentence": "Earlier."})

    def fill_disk(file: Path, *_: object, **__: object) -> None:
        file.open("w", encoding="utf-8").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", fill_disk)
        answer = app.test_client().post("/sentence", data={"sentence": "Later."})
    assert (answer.status_code, "disk is full" in answer.text) == (503, True)
    assert ("en", "Earlier.") in load_reports(Path(app.instance_path))


def test_each_address_has_a_qr_code_and_vpn_addresses_come_last(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        addresses, "find_own_addresses", lambda: ([LAN_ADDRESS, "10.0.0.5"], ["172.17.0.1"])
    )
    text = get_host_page(app)
    links = [f"http://{LAN_ADDRESS}:8000", "http://10.0.0.5:8000", "http://172.17.0.1:8000"]
    assert re.findall(r"http://[\d.]+:8000", text) == links
    assert "localhost" not in text
    assert text.count("<div data-qr>") == len(links)
    for link in links:
        assert qr_svg(link) in text
    assert text.index("Addresses of a VPN") < text.index("172.17.0.1")


def list_shown_tables(app: Flask) -> list[str]:
    """Return the text of the host's page about each table that somebody has open."""
    [section] = re.findall(r'<ul class="phones tables">(.*?)</ul>', get_host_page(app), re.S)
    rows = re.findall(r"<li>(.*?)</li>", section, re.S)
    return [" ".join(re.sub("<[^>]*>|[\u2066-\u2069]", "", row).split()) for row in rows]


def test_the_page_shows_who_is_present_at_each_table(app: Flask) -> None:
    assert list_shown_tables(app) == []
    assert "Nobody. A phone is still listed" in get_host_page(app)
    host = open_as_host(app, "giza", ["Ana", "Bo"])
    host.get_page()
    assert list_shown_tables(app) == [f"Giza {host.code} Ana just now"]
    guest, viewer = join_table(app, host.code, 1), join_table(app, host.code)
    guest.get_page()
    viewer.get_page()
    assert list_shown_tables(app) == [f"Giza {host.code} Ana, Bo · 1 phone watching just now"]
    secrets = [phone.make_authorization()["Authorization"].split()[1] for phone in (host, guest, viewer)]
    assert not [secret for secret in secrets if secret in get_host_page(app)]
    host.client.post(f"/t/{host.code}/delete")
    assert list_shown_tables(app) == []


def test_a_player_without_a_name_has_one_in_the_language_of_the_page(app: Flask) -> None:
    open_as_host(app, "giza", ["", "Bo"]).get_page()
    assert "<bdi>Spieler 1</bdi>" in get_host_page(app, accept_language="de")


def test_a_phone_is_present_while_it_has_a_stream_and_for_minutes_after_a_request() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    presence.record(7, 1)
    presence.record(8, 2)
    now[0] = PRESENCE_SECONDS + 1
    [table] = presence.active_tables([(7, 1)])
    assert table == (7, frozenset({1}), int(now[0]))
    now[0] += PRESENCE_SECONDS + 1
    assert presence.active_tables([]) == []
    presence.record(7, 1)
    assert presence.active_tables([])[0][2] == int(now[0]), "a short break does not count"
    now[0] += MAX_PRESENCE_BREAK_SECONDS
    presence.record(7, 1)
    assert presence.active_tables([])[0][2] == 0
    for link in range(2 * MAX_REMEMBERED_LINKS):
        presence.record(9, link)
    assert len(presence.active_tables([])[0][1]) == MAX_REMEMBERED_LINKS
