"""The pages of recorded plays, and practice tables, which start at one of their positions."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask, render_template

from companion.engine.game import Description
from companion.engine.possible_moves import check_move
from companion.engine.replay import get_awaiting
from companion.games import GAMES, GAMES_BY_SLUG
from companion.games.seeds import load_plays
from companion.services import tables
from companion.tables.links import get_table_by_code
from companion.tables.recorded_plays import load_recorded_play
from companion.web.home.recorded_plays import recorded_position_context
from tests.all_games import ReplaceGame
from tests.catalogues import SOURCE, list_translated_languages
from tests.exports.test_exports import import_file
from tests.language_checks import find_language_errors
from tests.people import Phone, join_table
from tests.recorded_plays import (
    ONE_PLAY_PER_MODE,
    RecordedLine,
    each_play,
    list_referee_plays,
    make_request_json,
    take_sample,
)

WORDS_PATTERN = re.compile(r'<div id="words".*?</div>', re.DOTALL)


def find_paragraphs(page: str) -> list[str]:
    texts = re.findall(r"<p.*?</p>", WORDS_PATTERN.findall(page)[0], re.DOTALL)
    return [" ".join(re.sub("<.*?>", "", text).split()) for text in texts]


@each_play
def test_a_step_shows_the_entry_and_its_consequences(app: Flask, slug: str, name: str, many: bool) -> None:
    steps, spoken = len(load_plays(slug)[name]["log"]), list_translated_languages(slug)
    for nth, step in enumerate(range(steps + 1) if many else take_sample(range(steps + 1), 10)):
        language = spoken[nth % len(spoken)]
        with app.test_request_context(headers={"Accept-Language": language}):
            at, *paragraphs = find_paragraphs(
                render_template("_recorded_step.html", **recorded_position_context(slug, name, step))
            )
        assert at.startswith(f"{step}/{steps} · ")
        assert len(paragraphs) > 1, f"step {step}: {paragraphs}"
        assert all(len(text) > 5 for text in paragraphs), f"step {step}: {paragraphs}"
        if language != SOURCE:
            assert find_language_errors("<hr>".join(paragraphs), language) == []
    page = Phone(app).client.get(f"/watch/{slug}/{name}?step={steps}&play=1").text
    assert find_paragraphs(page)[0].startswith(f"{steps}/{steps} · ")
    assert 'id="end-title"' in page


def test_a_recorded_play_hides_nothing(app: Flask) -> None:
    page = Phone(app).client.get("/watch/giza/three_pyramids?step=12").text
    strip = page[page.index('id="seats"') : page.index("</ol>")]
    assert re.findall(r"<b\b[^>]*>\s*(\S+?)\s*</b>", strip) == ["5", "−5", "−2", "0"]


def test_an_invalid_step_shows_the_nearest_one(app: Flask) -> None:
    client = Phone(app).client
    for step, shown in (("999", "26/26"), ("-3", "0/26"), ("x", "0/26")):
        page = client.get(f"/watch/giza/three_pyramids?step={step}").text
        assert find_paragraphs(page)[0].startswith(shown)


def list_shown_plays(app: Flask, query: str) -> list[tuple[str, str]]:
    page = app.test_client().get(f"/plays{query}").text
    return re.findall(r'href="/watch/(\w+)/(\w+)"', page)


def test_the_list_contains_the_plays_of_all_games_or_one_commented_first(app: Flask) -> None:
    whole = {
        (slug, name): "words" in play
        for slug in (game.meta.slug for game in GAMES)
        for name, play in list_referee_plays(slug).items()
    }
    assert sorted(list_shown_plays(app, "")) == sorted(whole)
    assert whole[list_shown_plays(app, "")[0]]
    assert {slug for slug, _ in list_shown_plays(app, "?game=giza")} == {"giza"}


def open_practice_table(app: Flask, slug: str, name: str, step: int, phone: Phone | None = None) -> Phone:
    phone = phone or Phone(app)
    phone.follow(phone.client.post(f"/watch/{slug}/{name}", data={"step": str(step)}))
    return phone


def enter_line(phone: Phone, line: RecordedLine, number: int) -> int:
    return int(phone.call("POST", "/entries", make_request_json(line, number)).status_code)


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_a_practice_table_starts_at_the_recorded_position(app: Flask, slug: str, name: str) -> None:
    log, phone = load_plays(slug)[name]["log"], Phone(app)
    positions = load_recorded_play(slug, name).positions
    for step in sorted({0, len(log) // 3, len(log) // 2, len(log) - 1}):
        open_practice_table(app, slug, name, step, phone)
        page = phone.get_page()
        assert f'data-version="{step}"' in page.text
        assert "This is only a trial and does not count." in page.text
        awaited = get_awaiting(positions[step])
        assert awaited is not None
        with app.app_context():
            table = tables().load(get_table_by_code(tables().store, phone.code).id)
        assert table.replay.state == positions[step].state
        assert table.host == awaited.seats[0]
        assert enter_line(phone, log[step], step) == 201


def test_the_recorded_move_is_shown_after_ones_own(app: Flask) -> None:
    phone = open_practice_table(app, "giza", "three_pyramids", 12)
    first = {"seat": 1, "move": "Play", "tile": "t5", "board": 1, "site": 1}
    assert "as in the recording" not in phone.get_board_html()
    assert phone.enter(**first).status_code == 200
    assert "Same move as in the recording." in phone.get_board_html()
    assert 'href="/watch/giza/three_pyramids?step=13"' in phone.get_board_html()
    other = {"seat": 2, "move": "Play", "tile": "+1", "board": 0, "site": 0}
    assert phone.enter(**other).status_code == 200
    assert "In the recording: Cy laid a +1 stone on Menkaure." in phone.get_board_html()
    assert phone.enter(seat=3, move="Discard", **{"tiles[]": "+1"}).status_code == 200
    assert "This is only a trial and does not count." in phone.get_board_html()  # they have parted
    phone.enter(kind="undo")
    phone.enter(kind="undo")
    assert "Same move as in the recording." in phone.get_board_html()


def test_a_practice_table_is_in_no_list_and_has_no_rematch(app: Flask) -> None:
    phone = open_practice_table(app, "giza", "tally_tie", 2)
    assert phone.enter(seat=0, move="Close").status_code == 200
    page = phone.get_page().text
    assert 'id="end-title"' in page
    assert "Rematch" not in page
    for path in ("/", "/history"):
        assert phone.code not in phone.client.get(path).text


def test_a_phone_has_one_practice_table_at_a_time(app: Flask) -> None:
    phone = open_practice_table(app, "giza", "three_pyramids", 4)
    first = phone.code
    open_practice_table(app, "giza", "three_pyramids", 5, phone)
    assert phone.client.get(f"/t/{first}").status_code == 404
    assert Phone(app).client.get(f"/j/{first}").status_code == 404
    assert phone.get_page().status_code == 200


def test_a_practice_table_that_somebody_joined_is_kept(app: Flask) -> None:
    phone = open_practice_table(app, "giza", "three_pyramids", 4)
    guest = join_table(app, phone.code, 2)
    open_practice_table(app, "giza", "three_pyramids", 5, phone)
    assert guest.get_page().status_code == 200


def test_an_ordinary_table_is_never_deleted_as_a_practice_table(app: Flask, phone: Phone) -> None:
    code = phone.open("giza", ["Ana", "Bo"])
    phone.client.set_cookie("trial", code)
    open_practice_table(app, "giza", "three_pyramids", 5, phone)
    assert phone.client.get(f"/t/{code}").status_code == 200


def test_the_end_of_a_play_offers_no_practice_table(app: Flask) -> None:
    client = Phone(app).client
    page = client.get("/watch/giza/three_pyramids?step=26").text
    assert 'method="post"' not in page
    answer = client.post("/watch/giza/three_pyramids", data={"step": "26"})
    assert answer.status_code == 422
    assert client.post("/watch/giza/no_such_play").status_code == 404


def test_an_exported_practice_table_stays_one(app: Flask, other_app: Flask) -> None:
    phone = open_practice_table(app, "cheops_catan", "shared_win", 30)
    file = phone.get_page("/table.json").json
    assert file is not None
    assert file["trial"] == "shared_win/30"
    there = import_file(other_app, file)
    assert there.code not in there.client.get("/history").text
    assert "This is only a trial and does not count" in there.get_board_html()


def test_a_changed_recorded_move_is_described_at_its_position(
    app: Flask, monkeypatch: pytest.MonkeyPatch, replace_game: ReplaceGame
) -> None:
    giza, described = GAMES_BY_SLUG["giza"], []

    def describe(state: Any, seat: int, move: Any) -> Description:
        described.append((state, move))
        return giza.describe(state, seat, move)

    replace_game(replace(giza, describe=describe))
    play = {"move": "Play", "site": 0}
    second = {**play, "seat": 1, "tile": "+4", "board": 0}
    log = [
        {**play, "seat": 0, "tile": "+5", "board": 0}, second,
        {**play, "seat": 0, "tile": "+5", "board": 1, "kind": "amend", "of": 1},
        {**play, "seat": 1, "tile": "demolition", "board": 1, "kind": "amend", "of": 2},
    ]  # fmt: skip
    record = {"title": "x", "game": "giza", "seats": ["Ana", "Bo"], "log": log}
    monkeypatch.setattr("companion.tables.recorded_plays.load_plays", lambda _: {"x": record})
    phone = open_practice_table(app, "giza", "x", 1)
    assert enter_line(phone, second, 9) == 201
    assert "In the recording:" in phone.get_board_html()
    states = [(state, move) for state, move in described if move.tile == "demolition"]
    assert states
    assert [check_move(giza, state, 1, move) for state, move in states] == [None] * len(states)


def test_the_api_opens_practice_tables(app: Flask) -> None:
    plays, client = "/api/v1/plays/cheops_catan/shared_win", app.test_client()
    link = client.post(f"{plays}/trials", json={"step": 30})
    bearer = {"Authorization": f"Bearer {link.get_json()['secret']}"}
    table = client.get(f"/api/v1/tables/{link.get_json()['code']}", headers=bearer)
    assert (link.status_code, table.get_json()["version"]) == (201, 30)
    over = client.post(f"{plays}/trials", json={"step": 10**6})
    assert (over.status_code, over.get_json()["error"]["code"]) == (422, "table.over")
