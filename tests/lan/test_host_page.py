"""The host's page, which opens on the computer itself, and elsewhere with its secret link."""

import re
from html import unescape
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.lan import addresses
from companion.lan.data_folder import ca_folder
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
from companion.store.backups import backup_folder, list_backups
from companion.web.common.http import qr_svg
from tests.operating.test_backups import get_database_path
from tests.people import join_table, open_as_host

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


def get_host_page(app: Flask, host: str = "localhost:8000") -> str:
    return str(app.test_client().get("/host", base_url=f"http://{host}").text)


def test_the_page_shows_the_addresses_for_phones(app: Flask) -> None:
    text = get_host_page(app)
    assert re.findall(r"http://[\d.]+:8000", text) == [f"http://{LAN_ADDRESS}:8000", "http://10.0.0.5:8000"]
    assert "localhost" not in text


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


def test_each_address_has_a_qr_code_and_vpn_addresses_come_last(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        addresses, "find_own_addresses", lambda: ([LAN_ADDRESS, "10.0.0.5"], ["172.17.0.1"])
    )
    text = get_host_page(app)
    links = [f"http://{LAN_ADDRESS}:8000", "http://10.0.0.5:8000", "http://172.17.0.1:8000"]
    assert re.findall(r"http://[\d.]+:8000", text) == links
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
