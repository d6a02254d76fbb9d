"""The bridge of the offline app: from the stored changes alone, the app starts again in the same state."""

from pathlib import Path
from urllib.parse import urlencode

from companion.games.seeds import load_plays
from companion.offline.app import Bridge, BridgeResponse, create_offline_app, open_offline_app
from companion.offline.store import BrowserStore
from offline_bundle.page_crawl import crawl
from offline_bundle.source_tree import write_source_tree
from tests import ROOT
from tests.offline.forms import FORM_HEADERS, SERVER_ORIGIN, make_entry_form

FORM_WITHOUT_SCRIPT_HEADERS = {"Content-Type": FORM_HEADERS["Content-Type"]}
RECORDED_PLAY = load_plays("giza")["finished_by_a_rival"]


class BridgePhone:
    """A phone whose service worker may be killed at any time. Only the texts that it stored remain."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.bridge: Bridge = open_offline_app(self.texts)

    def kill(self) -> None:
        self.bridge = open_offline_app(self.texts)

    def request(
        self, method: str, path: str, body: str = "", *, stores_changes: bool = True
    ) -> BridgeResponse:
        headers = (
            FORM_HEADERS if path.endswith("/enter") or method == "GET" else FORM_WITHOUT_SCRIPT_HEADERS
        )
        response = self.bridge.answer(method, SERVER_ORIGIN + path, headers, body.encode())
        for name, text in response.changes if stores_changes else ():
            if text is None:
                self.texts.pop(name, None)
            else:
                self.texts[name] = text
        return response

    def open_table(self) -> str:
        names = [("name", name) for name in RECORDED_PLAY["seats"]]
        form = urlencode([*names, ("start", "1"), ("one_phone", "on"), ("first", RECORDED_PLAY["first"])])
        return dict(self.request("POST", "/pocket/open/giza", form).headers)["Location"]


def test_codes_of_offline_tables_begin_with_0() -> None:
    assert BridgePhone().open_table().startswith("/t/0")


def test_no_entry_is_lost_or_doubled_when_the_worker_is_killed() -> None:
    phone = BridgePhone()
    table = phone.open_table()
    for number, line in enumerate(RECORDED_PLAY["log"][:8]):
        phone.kill()
        response = phone.request("POST", f"{table}/enter", make_entry_form(line, number))
        assert response.status == 200
        phone.kill()
        again = phone.request("POST", f"{table}/enter", make_entry_form(line, number))
        assert (again.status, again.changes) == (200, [])
    phone.kill()
    assert 'data-version="8"' in phone.request("GET", table).body.decode()
    assert sum(name.startswith("row/") for name in phone.texts) == 8


def test_an_entry_whose_changes_were_not_stored_can_be_entered_again() -> None:
    phone = BridgePhone()
    table = phone.open_table()
    first, form = RECORDED_PLAY["log"][0], make_entry_form(RECORDED_PLAY["log"][0], 0)
    assert first["move"] == "Play"
    assert phone.request("POST", f"{table}/enter", form, stores_changes=False).changes
    phone.kill()
    assert 'data-version="0"' in phone.request("GET", table).body.decode()
    assert phone.request("POST", f"{table}/enter", form).status == 200


def test_leaving_an_offline_table_deletes_it() -> None:
    phone = BridgePhone()
    table = phone.open_table()
    assert phone.request("POST", f"{table}/leave").status == 303
    phone.kill()
    assert (
        phone.request("POST", f"{table}/enter", make_entry_form(RECORDED_PLAY["log"][0], 0)).status == 404
    )
    assert phone.texts == {}


def test_a_finished_table_on_the_server_redirects_there() -> None:
    phone = BridgePhone()
    table = phone.open_table()
    for number, line in enumerate(RECORDED_PLAY["log"]):
        phone.request("POST", f"{table}/enter", make_entry_form(line, number))
    version = dict(phone.request("GET", f"{table}/home.json").headers)["X-Entry"]
    phone.request("POST", f"{table}/home", f"there=ABCDEF&version={int(version) - 1}")
    assert phone.request("GET", table).status == 200
    phone.request("POST", f"{table}/home", f"there=ABCDEF&version={version}")
    phone.kill()
    assert not any(name.startswith(("row/", "table/")) for name in phone.texts)
    assert dict(phone.request("GET", table).headers)["HX-Redirect"] == "/t/ABCDEF"


def test_sending_a_table_to_another_server_table_shows_both() -> None:
    phone = BridgePhone()
    table = phone.open_table()
    for server_code, status in (("ABCDEF", 204), ("ABCDEF", 204), ("GHJKLM", 200)):
        response = phone.request("POST", f"{table}/home", f"there={server_code}&version=0")
        assert response.status == status
    assert 'href="/t/ABCDEF"' in response.body.decode()
    assert 'href="/t/GHJKLM"' in response.body.decode()


def test_offline_pages_wait_a_minute_for_a_restarted_worker() -> None:
    assert '"defaultTimeout":60000' in BridgePhone().request("GET", "/pocket/").body.decode()


def test_the_language_is_stored() -> None:
    phone = BridgePhone()
    assert phone.request("POST", "/pocket/language", "language=fr&back=/pocket/").status == 303
    phone.kill()
    assert '<html lang="fr"' in phone.request("GET", "/pocket/").body.decode()


def test_the_crawl_requests_all_pages_without_an_error() -> None:
    crawl()


def test_the_bundle_contains_the_sprites_of_all_games(tmp_path: Path) -> None:
    write_source_tree(tmp_path, create_offline_app(BrowserStore(dict[str, str | None]().__setitem__)))
    games = Path("static", "games")
    sprites = {file.name for file in (tmp_path / games).iterdir()}
    assert sprites == {file.name for file in (ROOT / games).glob("*.svg")}
