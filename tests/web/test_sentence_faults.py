"""If writing a sentence raises an error, the page omits the sentence, and the error is logged."""

import logging
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from importlib import import_module
from typing import Any, get_type_hints

import pytest
from flask import Flask

from companion.engine.game import Description, Game
from companion.games import GAMES_BY_SLUG
from companion.sentences.phrases import Phrasebook
from companion.services import services_of
from companion.tables.state import TableState
from companion.web.table.phone_page import PhonePage, get_phone_page
from tests.all_games import ReplaceGame, each_game
from tests.every_page import find_wrong_statuses
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import import_as_host, make_practice_table
from tests.people import Phone, join_table, open_as_host
from tests.recorded_plays import list_referee_plays, make_request_json, post_entry
from tests.web.test_table_stream import StreamedPage

NAMES = ("Anastasia", "Bartholomew")
GAME_FUNCTIONS = [field.name for field in fields(Game) if "Description" in str(field.type)]
"""What a game says of a move."""
PHRASEBOOK_METHODS = [
    name
    for name, method in vars(Phrasebook).items()
    if callable(method) and Description in get_type_hints(method).values()
]
"""What turns that into sentences."""
ALL_WORD_FUNCTIONS = [
    *(("game", name) for name in GAME_FUNCTIONS),
    *(("phrases", name) for name in PHRASEBOOK_METHODS),
    ("companion.sentences.outcome", "score_history"),
    ("companion.web.table.end_fragments", "score_history"),
    ("companion.web.table.guide", "get_guidance"),
]
LOGGED_FAULT_PATTERN = re.compile(r"table \d+, entry \d+: a part of the page is left out")


def raise_words_error(*_: object, **__: object) -> Any:
    raise ArithmeticError


@pytest.fixture(autouse=True)
def fail_on_page_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Replace the usual fixture: each error in a sentence must be logged, without codes or names."""
    yield
    for record in caplog.get_records("call"):
        if record.levelno < logging.ERROR:
            continue
        assert record.exc_info, record
        assert re.fullmatch(LOGGED_FAULT_PATTERN, record.getMessage()), record.getMessage()


BreakWords = Callable[[str, str, str], None]


@pytest.fixture
def break_words(app: Flask, monkeypatch: pytest.MonkeyPatch, replace_game: ReplaceGame) -> BreakWords:
    """Return a function that lets one function for sentences raise an error, also at open tables."""

    def break_words(slug: str, where: str, name: str) -> None:
        if where == "game":
            faulty: dict[str, Any] = {name: raise_words_error}
            replace_game(replace(GAMES_BY_SLUG[slug], **faulty))
        else:
            monkeypatch.setattr(
                Phrasebook if where == "phrases" else import_module(where), name, raise_words_error
            )
        services_of(app).tables.clear_cache()

    return break_words


def play_giza(app: Flask) -> tuple[Phone, Phone, Phone]:
    host = open_as_host(app, "giza", list(NAMES))
    guest, watcher = join_table(app, host.code, 1), join_table(app, host.code)
    host.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": "0"})
    guest.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": "1"})
    for seat, tile in enumerate(("+5", "+4", "+3", "+2")):
        move = {"move": "Play", "seat": seat % 2, "tile": tile, "board": seat % 2, "site": seat // 2}
        assert host.enter(**move).status_code == 200
    assert (
        host.enter(kind="amend", of=2, move="Play", seat=1, tile="+1", board=1, site=0).status_code == 200
    )
    return host, guest, watcher


def check_all_pages(app: Flask, host: Phone, guest: Phone, watcher: Phone) -> None:
    assert list(find_wrong_statuses(app, host)) == []
    assert list(find_wrong_statuses(app, watcher, is_player=False)) == []
    check_streams(host, guest, watcher)


def check_streams(*phones: Phone) -> None:
    for phone in phones:
        listener = StreamedPage(phone)
        assert "hx-partial" in listener.apply_next_event()
        listener.close()


@pytest.mark.parametrize(("where", "name"), ALL_WORD_FUNCTIONS)
def test_a_page_opens_without_a_sentence_that_fails(
    app: Flask, break_words: BreakWords, where: str, name: str
) -> None:
    phones = play_giza(app)
    break_words("giza", where, name)
    check_all_pages(app, *phones)
    for _ in range(2):
        assert phones[1].enter(kind="undo").status_code == 200
    check_streams(*phones)
    assert [phone.get_page("/log").status_code for phone in phones] == [200] * 3


def open_finished_play(app: Flask, slug: str) -> tuple[Phone, Phone, Phone]:
    name, record = min(list_referee_plays(slug).items(), key=lambda play: len(play[1]["log"]))
    file = make_table_file(slug, name)
    host = import_as_host(app, {**file, "log": file["log"][:-1]})
    guest, watcher = join_table(app, host.code, 1), join_table(app, host.code)
    post_entry(host, make_request_json(record["log"][-1], len(record["log"])))
    assert host.get_table_json(host.code)["ending"]
    return host, guest, watcher


@each_game
def test_a_finished_game_opens_if_all_its_sentences_fail(
    app: Flask, break_words: BreakWords, caplog: pytest.LogCaptureFixture, game: Game[Any]
) -> None:
    phones = open_finished_play(app, game.meta.slug)
    for where, name in ALL_WORD_FUNCTIONS:
        break_words(game.meta.slug, where, name)
    check_all_pages(app, *phones)
    assert len(caplog.records) > 20


def test_a_practice_table_opens_if_the_recorded_move_cannot_be_described(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = make_practice_table(app, random.Random(1))
    monkeypatch.setattr(
        import_module("companion.web.table.public_table"), "compare_with_recording", raise_words_error
    )
    assert list(find_wrong_statuses(app, host)) == []


@pytest.mark.parametrize("versions", [(0,), (1, 2)], ids=["first", "later"])
def test_a_stream_continues_after_a_version_that_cannot_be_rendered(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, versions: tuple[int, ...]
) -> None:
    def render(table: TableState, *args: Any) -> PhonePage:
        if table.version in versions:
            raise_words_error()
        return get_phone_page(table, *args)

    monkeypatch.setattr("companion.live.streams.HEARTBEAT_SECONDS", 0)
    monkeypatch.setattr(import_module("companion.web.table.table_stream"), "get_phone_page", render)
    host = open_as_host(app, "giza", list(NAMES))
    listener = StreamedPage(host)
    assert "stream:open" in listener.apply_next_event()
    if 0 in versions:
        listener.page = '<section id="table"></section>'
    for seat, tile in enumerate(("+5", "+4", "+3")):
        move = {"tile": tile, "board": seat % 2, "site": seat // 2}
        assert host.enter(move="Play", seat=seat % 2, **move).status_code == 200
        event = listener.apply_next_event()
        assert ("stream:alive" in event) == (host.get_version() in versions)
    assert listener.is_up_to_date()
    assert len(caplog.get_records("call")) == len(versions)
    listener.close()
