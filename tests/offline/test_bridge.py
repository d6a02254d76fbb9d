"""What a request changed is told with its answer; whoever is opened with it goes on where it was."""

import dataclasses
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest

from companion.games.seeds import plays
from companion.offline.app import create_offline_app, open_offline_app
from companion.offline.bridge import Bridge, BridgeResponse
from companion.offline.store import BrowserStore
from offline_bundle.compile_cache import load_cache, record_compilation
from offline_bundle.page_crawl import crawl
from offline_bundle.source_tree import write_source_tree
from tests import ROOT
from tests.offline.forms import FORM, HOST, entry_form

PLAIN = {"Content-Type": FORM["Content-Type"]}
PLAY = plays("giza")["finished_by_a_rival"]


class Phone:
    """A browser that ends the worker whenever it likes; what it kept is all that is left."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.pocket: Bridge = open_offline_app(self.kept)

    def kill(self) -> None:
        self.pocket = open_offline_app(self.kept)

    def ask(self, method: str, path: str, body: str = "", *, keeps: bool = True) -> BridgeResponse:
        headers = FORM if path.endswith("/enter") or method == "GET" else PLAIN
        answer = self.pocket.answer(method, HOST + path, headers, body.encode())
        for name, text in answer.changes if keeps else ():
            if text is None:
                self.kept.pop(name, None)
            else:
                self.kept[name] = text
        return answer

    def open(self) -> str:
        names = [("name", name) for name in PLAY["seats"]]
        form = urlencode([*names, ("start", "1"), ("one_phone", "on"), ("first", PLAY["first"])])
        return dict(self.ask("POST", "/pocket/open/giza", form).headers)["Location"]


def test_a_table_of_the_pocket_has_a_code_of_no_server() -> None:
    assert Phone().open().startswith("/t/0")


def test_a_worker_that_ends_between_any_two_taps_loses_nothing_and_doubles_nothing() -> None:
    phone = Phone()
    table = phone.open()
    for number, line in enumerate(PLAY["log"][:8]):
        phone.kill()
        answer = phone.ask("POST", f"{table}/enter", entry_form(line, number))
        assert answer.status == 200
        phone.kill()
        again = phone.ask("POST", f"{table}/enter", entry_form(line, number))
        assert (again.status, again.changes) == (200, [])
    phone.kill()
    assert 'data-version="8"' in phone.ask("GET", table).body.decode()
    assert sum(name.startswith("row/") for name in phone.kept) == 8


def test_what_was_not_kept_was_never_entered() -> None:
    phone = Phone()
    table = phone.open()
    first, form = PLAY["log"][0], entry_form(PLAY["log"][0], 0)
    assert first["move"] == "Play"
    assert phone.ask("POST", f"{table}/enter", form, keeps=False).changes
    phone.kill()
    assert 'data-version="0"' in phone.ask("GET", table).body.decode()
    assert phone.ask("POST", f"{table}/enter", form).status == 200


def test_a_table_that_is_left_opens_no_more() -> None:
    phone = Phone()
    table = phone.open()
    assert phone.ask("POST", f"{table}/leave").status == 303
    phone.kill()
    assert phone.ask("POST", f"{table}/enter", entry_form(PLAY["log"][0], 0)).status == 404
    assert phone.kept == {}


def test_a_table_that_is_over_and_on_the_server_leads_there() -> None:
    phone = Phone()
    table = phone.open()
    for number, line in enumerate(PLAY["log"]):
        phone.ask("POST", f"{table}/enter", entry_form(line, number))
    version = dict(phone.ask("GET", f"{table}/home.json").headers)["X-Entry"]
    phone.ask("POST", f"{table}/home", f"there=ABCDEF&version={int(version) - 1}")
    assert phone.ask("GET", table).status == 200
    phone.ask("POST", f"{table}/home", f"there=ABCDEF&version={version}")
    phone.kill()
    assert not any(name.startswith(("row/", "table/")) for name in phone.kept)
    assert dict(phone.ask("GET", table).headers)["HX-Redirect"] == "/t/ABCDEF"


def test_who_sends_a_table_that_went_on_differently_is_told() -> None:
    phone = Phone()
    table = phone.open()
    for there, status in (("ABCDEF", 204), ("ABCDEF", 204), ("GHJKLM", 200)):
        answer = phone.ask("POST", f"{table}/home", f"there={there}&version=0")
        assert answer.status == status
    assert 'href="/t/ABCDEF"' in answer.body.decode()
    assert 'href="/t/GHJKLM"' in answer.body.decode()


def test_a_page_of_the_pocket_waits_until_a_worker_has_begun_anew() -> None:
    assert '"defaultTimeout":60000' in Phone().ask("GET", "/pocket/").body.decode()


def test_the_language_is_kept() -> None:
    phone = Phone()
    assert phone.ask("POST", "/pocket/language", "language=fr&back=/pocket/").status == 303
    phone.kill()
    assert '<html lang="fr"' in phone.ask("GET", "/pocket/").body.decode()


def test_the_walk_comes_by_every_game() -> None:
    crawl()


def test_a_result_is_drawn_with_the_pieces_of_its_game(tmp_path: Path) -> None:
    write_source_tree(tmp_path, create_offline_app(BrowserStore(dict[str, str | None]().__setitem__)))
    games = Path("static", "games")
    drawn = {file.name for file in (tmp_path / games).iterdir()}
    assert drawn == {file.name for file in (ROOT / games).glob("*.svg")}


KNOWN, UNKNOWN = r"(?P<what>stone|tomb)+", r"never (?:seen|noted)"


def made() -> type[Any]:
    return dataclasses.make_dataclass("Made", ["number"], frozen=True)


def test_what_was_noted_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler, file = vars(re)["_compiler"], tmp_path / "ahead.bin"
    monkeypatch.setattr(compiler, "compile", compiler.compile)  # and so it is put back
    monkeypatch.setitem(vars(dataclasses), "exec", exec)
    re.purge()
    with record_compilation() as noted:
        before = re.compile(KNOWN, re.IGNORECASE), made()
    file.write_bytes(noted())
    load_cache(str(file))

    parse = Mock(wraps=compiler._parser.parse)
    monkeypatch.setattr(compiler._parser, "parse", parse)
    re.purge()
    after = re.compile(KNOWN, re.IGNORECASE), made()
    assert not parse.called
    assert (after[0], after[0].groupindex) == (before[0], before[0].groupindex)
    assert repr(after[1](3)) == repr(before[1](3))
    assert re.compile(UNKNOWN).match("never seen")
    assert parse.called
