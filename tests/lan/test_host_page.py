"""The host's page: for whoever is on the machine itself or has the link, and for nobody else."""

import re
from html import unescape
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.lan import addresses
from companion.lan.ca_folder import ca_folder
from companion.lan.host import MAX_PHONES, RecentPhones, get_lan_host
from companion.lan.host_page import secret_path
from companion.lan.presence import BREAK_SECONDS, MAX_VISITS, SEEN_SECONDS, Presence
from companion.lan.sentence_reports import load_reports
from companion.store.backups import backup_folder, backups, database_file
from companion.web.common.qr import qr_svg
from tests.people import Phone, hosting

AT_HOME = "192.168.7.20"
PHONE = {"environ_overrides": {"REMOTE_ADDR": "192.168.7.31"}, "headers": {"User-Agent": "iPhone"}}


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "reachable_addresses", lambda: [AT_HOME, "10.0.0.5"])
    monkeypatch.setattr(addresses, "vpn_addresses", list)


def asked(app: Flask, remote: str = "127.0.0.1", host: str = "localhost:8000", **headers: str) -> int:
    return app.test_client().get(
        "/host", base_url=f"http://{host}", headers=headers, environ_overrides={"REMOTE_ADDR": remote}
    ).status_code  # fmt: skip


def test_the_machine_itself_opens_it_and_nobody_else(app: Flask) -> None:
    assert asked(app) == 200
    assert asked(app, "::1", "[::1]:8000") == 200
    assert asked(app, "192.168.7.31", f"{AT_HOME}:8000") == 404
    assert asked(app, "192.168.7.31", "localhost:8000") == 404, "the host is what they say it is"


def test_loopback_behind_a_proxy_is_not_loopback(app: Flask) -> None:
    for header in (
        "X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP", "x-forwarded-host",
    ):  # fmt: skip
        assert asked(app, **{header: "198.51.100.7"}) == 404, header
    assert asked(app, host="tables.example") == 404, "a tunnel that says nothing, or another site's name"
    app.config["PROXIES"] = 1
    assert asked(app) == 404


def test_the_secret_link_opens_it_elsewhere_and_a_wrong_one_does_not(app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/host/" + "0" * 32, **PHONE).status_code == 404
    assert phone.get("/host", **PHONE).status_code == 404
    answer = phone.get(secret_path(app), **PHONE)
    assert (answer.status_code, answer.location) == (303, "/host")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert phone.get("/host", **PHONE).status_code == 200
    before = app.test_client()
    before.set_cookie("house", secret_path(app).rpartition("/")[2])
    assert before.get("/host", **PHONE).status_code == 200, "the cookie of before 0.2"
    app.config["SECRET_KEY"] = "another"
    assert phone.get("/host", **PHONE).status_code == 404
    assert before.get("/host", **PHONE).status_code == 404


@pytest.mark.parametrize("path", ["/host/backup", "/host/stop"])
def test_what_it_does_is_not_done_for_others_or_from_other_sites(app: Flask, path: str) -> None:
    ended: list[str] = []
    get_lan_host(app).stop = lambda: ended.append("stopped")
    client = app.test_client()
    assert client.post(path, **PHONE).status_code == 404
    assert client.post(path, headers={"Origin": "http://evil.example"}).status_code == 403
    database = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert database
    assert not backups(database)
    assert not ended


def page(app: Flask, host: str = "localhost:8000") -> str:
    return str(app.test_client().get("/host", base_url=f"http://{host}").text)


def test_it_shows_addresses_that_phones_reach(app: Flask) -> None:
    told = page(app)
    assert re.findall(r"http://[\d.]+:8000", told) == [f"http://{AT_HOME}:8000", "http://10.0.0.5:8000"]
    assert "localhost" not in told


def test_without_a_network_it_says_so_and_shows_no_code(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "reachable_addresses", list)
    assert "is not on any network" in page(app)
    assert "<path" not in page(app)
    app.config["LISTEN_HOST"] = "127.0.0.1"
    assert "COMPANION_HOST" in page(app)


def test_the_codes_of_a_table_opened_as_localhost_lead_phones_here(app: Flask) -> None:
    host = Phone(app)
    code = host.open("giza", ["Ana", "Bo"])
    told = host.client.get(f"/t/{code}/seats", base_url="http://localhost:8000").text
    assert f"http://{AT_HOME}:8000/j/{code}" in told
    assert "localhost" not in told
    secret = host.client.get_cookie(f"t-{code}")
    assert secret
    host.client.set_cookie(f"t-{code}", secret.value, domain="table-7k3q.local")
    by_name = host.client.get(f"/t/{code}/seats", base_url="http://table-7k3q.local:8000").text
    assert f"http://table-7k3q.local:8000/j/{code}" in by_name


def test_the_name_is_offered_only_while_it_answers(app: Flask) -> None:
    data = Path(app.instance_path)
    ca_folder(data).joinpath("name").write_text("table-7k3q.local", "utf-8")
    sign = data / "name-is-published"
    try:
        for told, offered in (("", False), ("answers", True)):
            sign.write_text(told, "utf-8")
            assert ("http://table-7k3q.local:8000" in page(app)) is offered
            assert ("does not answer on this network" in page(app)) is not offered
    finally:
        sign.unlink()


def test_a_phone_that_gets_through_appears_and_this_machine_is_none(app: Flask) -> None:
    app.test_client().get("/", environ_overrides={"REMOTE_ADDR": AT_HOME})
    assert "Nobody yet" in page(app)
    app.test_client().get("/", **PHONE)
    told = page(app)
    assert "Nobody yet" not in told
    assert all(words in told for words in ("iPhone", "just now", "192.168.7.31"))


def test_a_copy_is_made_and_shown(app: Flask) -> None:
    client = app.test_client()
    assert "None yet." in page(app)
    assert client.post("/host/backup").location == "/host"
    assert "1 copy is kept" in page(app)


def test_it_names_the_folder_of_the_database(app: Flask) -> None:
    database = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert database
    assert f"Stored in {database.parent}" in re.sub("[\u2066-\u2069]", "", page(app))


def test_a_copy_that_cannot_be_made_is_told(app: Flask) -> None:
    database = database_file(app.config["SQLALCHEMY_DATABASE_URI"])
    assert database
    backup_folder(database).write_text("in the way", "utf-8")
    answer = app.test_client().post("/host/backup", follow_redirects=True)
    assert answer.status_code == 200
    assert "No copy was made" in answer.text


def test_where_the_database_is_no_file_there_is_no_button(app: Flask, tmp_path: Path) -> None:
    app.config["SQLALCHEMY_DATABASE_URI"] = "postgresql+psycopg://somewhere/companion"
    assert "Back up now" not in page(app)
    assert app.test_client().post("/host/backup").status_code == 404


def test_stop_ends_the_server_after_its_answer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    timer = Mock()
    monkeypatch.setattr("companion.lan.host_page.threading.Timer", timer)
    assert "Stop the app" not in page(app), "not where nothing would end"
    get_lan_host(app).stop = stop = Mock()
    assert "Stop the app" in page(app)
    assert "has stopped" in app.test_client().post("/host/stop").text
    assert [asked.args[1] for asked in timer.call_args_list] == [stop]
    timer.return_value.start.assert_called_once()


def test_few_devices_are_remembered_and_not_for_ever() -> None:
    now = [0.0]
    phones = RecentPhones(lambda: now[0])
    phones.record("192.168.7.31", "iPhone", "Ana")
    phones.record("192.168.7.31", "", "")
    ((phone, since),) = phones.recent()
    assert (phone.device, phone.name, since) == ("iPhone", "Ana", 0)
    for number in range(MAX_PHONES):
        phones.record(f"10.0.0.{number}", "", "")
    assert len(phones.recent()) == MAX_PHONES
    now[0] = 7 * 3600
    assert not phones.recent()


def test_home_leads_there_for_the_host_alone(app: Flask) -> None:
    assert 'href="/host"' in app.test_client().get("/").text
    assert 'href="/host"' not in app.test_client().get("/", **PHONE).text


def test_a_sentence_that_sounds_wrong_stands_on_the_hosts_page_and_nowhere_else(app: Flask) -> None:
    phone, machine = app.test_client(), app.test_client()
    assert "read by nobody yet" in phone.get("/", **PHONE).text
    assert "read by nobody yet" in hosting(app, "giza", ["Ana", "Bo"]).get_page("/rules").text
    told = {"sentence": " Le <pion>\nva "}
    said = phone.post("/sentence", data=told, **PHONE | {"headers": {"Accept-Language": "fr"}})
    assert said.status_code == 200
    phone.post("/sentence", data={"sentence": " "}, **PHONE)
    assert load_reports(Path(app.instance_path))[0] == ("fr", "Le <pion> va")
    assert "Le &lt;pion&gt; va" in machine.get("/host", base_url="http://localhost:8000").text


def test_every_address_has_its_code_and_those_of_vpns_come_last(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "vpn_addresses", lambda: ["172.17.0.1"])
    shown = page(app)
    links = [f"http://{AT_HOME}:8000", "http://10.0.0.5:8000", "http://172.17.0.1:8000"]
    assert re.findall(r"http://[\d.]+:8000", shown) == links
    assert shown.count("<div data-qr>") == len(links)
    for link in links:
        assert qr_svg(link) in shown
    assert shown.index("Addresses of a VPN") < shown.index("172.17.0.1")


def attendance(app: Flask) -> list[str]:
    """What the page says of each table at which somebody is, as text."""
    [section] = re.findall(r'<ul class="phones tables">(.*?)</ul>', page(app), re.S)
    rows = re.findall(r"<li>(.*?)</li>", section, re.S)
    return [" ".join(re.sub("<[^>]*>|[\u2066-\u2069]", "", row).split()) for row in rows]


def test_it_shows_who_is_at_a_table_now(app: Flask) -> None:
    assert attendance(app) == []
    assert "Nobody. A phone is still listed" in page(app)
    host = hosting(app, "giza", ["Ana", "Bo"])
    host.get_page()
    assert attendance(app) == [f"Giza {host.code} Ana just now"]
    guest, viewer = Phone(app), Phone(app)
    guest.sit(host.code, 1)
    viewer.watch(host.code)
    guest.get_page()
    viewer.get_page()
    assert attendance(app) == [f"Giza {host.code} Ana, Bo · 1 phone watching just now"]
    secrets = [phone.bearer()["Authorization"].split()[1] for phone in (host, guest, viewer)]
    assert not [secret for secret in secrets if secret in page(app)]


def test_a_table_that_is_gone_is_not_shown(app: Flask) -> None:
    host = hosting(app, "giza", ["Ana", "Bo"])
    host.get_page()
    host.client.post(f"/t/{host.code}/delete")
    assert attendance(app) == []


def test_presence_lasts_while_a_phone_listens_and_minutes_after_its_last_request() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    presence.record(7, 1)
    presence.record(8, 2)
    now[0] = SEEN_SECONDS + 1
    [table] = presence.active_tables([(7, 1)])
    assert (table.table_id, table.links, table.seconds) == (7, frozenset({1}), int(now[0]))
    now[0] += SEEN_SECONDS + 1
    assert presence.active_tables([]) == []
    presence.record(7, 1)
    assert presence.active_tables([])[0].seconds == int(now[0]), (
        "after a short break it is the same evening"
    )
    now[0] += BREAK_SECONDS
    presence.record(7, 1)
    assert presence.active_tables([])[0].seconds == 0
    for link in range(2 * MAX_VISITS):
        presence.record(9, link)
    assert len(presence.active_tables([])[0].links) == MAX_VISITS


def test_at_the_stop_button_it_says_what_stop_means(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAKELEVEL", raising=False)
    monkeypatch.setattr("sys.orig_argv", ["/home/ann/my companion/bin/table-companion", "--port", "8001"])
    monkeypatch.setattr("companion.lan.host_page.threading.Timer", Mock())
    get_lan_host(app).stop = Mock()
    command = "'/home/ann/my companion/bin/table-companion' --port 8001"
    assert "nothing is lost" in page(app)
    assert command in unescape(page(app))
    assert command in unescape(app.test_client().post("/host/stop").text)
    monkeypatch.setenv("MAKELEVEL", "1")
    assert "make run" in page(app)
