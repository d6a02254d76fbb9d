"""Users who follow the guide make every kind of move, and its proposals agree with the rules."""

import random
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game, Move, Setup
from companion.engine.guide import Guidance, get_guidance
from companion.engine.log import Entry
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.replay import Replay, apply_entry, get_awaiting, replay_log
from companion.games import GAMES_BY_SLUG
from companion.games.seeds import load_plays
from companion.language.i18n import APP_CATALOGUE, set_language_game
from companion.tables.links import Member
from companion.tables.recorded_plays import load_recorded_play
from companion.tables.state import TableState
from companion.web.device.acting_for import OWN_SEAT_ONLY
from companion.web.table.guide import guide_page
from companion.web.table.phone_page import get_phone_page
from tests.all_games import each_game
from tests.catalogues import SOURCE, list_translated_languages, read_translations
from tests.exports.test_exports import import_file, make_table_file
from tests.language_checks import find_language_errors
from tests.people import Phone, join_table, open_as_host
from tests.recorded_plays import ONE_PLAY_PER_MODE, each_play, enter_recorded_lines, open_play
from tests.web.test_lobby import HTMX_HEADERS, LobbyTable
from tests.web.test_setting_up import STEP_PATTERN

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Flo")
GUIDE_SENTENCE_PATTERN = re.compile(r'class="says">(.*?)</span>', re.S)
MAX_ENTRIES = 160
"""Entries after which somebody who tries whatever is new has long made every kind of move."""


def translate(text: str, language: str) -> str:
    return text if language == SOURCE else str(read_translations(APP_CATALOGUE, language)[text].string)


def compute_points(replay: Replay, seat: int) -> int:
    lines = replay.game.scoring.lines(replay.setup, replay.game.score_sheets(replay.state))
    return sum(line.points or 0 for line in lines[seat])


def check_proposal(replay: Replay, seat: int, guidance: Guidance) -> None:
    """Assert that a proposed move is legal, does what the guide says, and reveals nothing hidden."""
    assert guidance.proposal is not None
    for move in guidance.proposal.moves:
        assert check_move(replay.game, replay.state, seat, move) is None
        assert replay.game.lesson_name(move) == guidance.proposal.lesson.name
    move, came = guidance.proposal.move, guidance.proposal.consequences
    hidden = replay.game.hidden_seats(replay.state, seat)
    if move is None:
        first = replay.game.apply(replay.state, seat, guidance.proposal.moves[0])
        assert guidance.proposal.lesson.is_event or hidden - replay.game.hidden_seats(first, seat)
    else:
        after = replace(replay, state=replay.game.apply(replay.state, seat, move))
        promised = sum(gain.points for gain in came.gains if gain.seat == seat)
        assert promised == compute_points(after, seat) - compute_points(replay, seat)
    assert not hidden & {gain.seat for gain in came.gains}
    pieces = [choice.piece for choice in guidance.proposal.choices]
    assert len(set(pieces)) == len(pieces)
    for choice in guidance.proposal.choices:
        at = guidance.proposal.then or replay
        assert check_move(at.game, at.state, seat, choice.move) is None
        assert at.game.piece is not None
        assert at.game.piece(choice.move) == choice.piece


def render_guide(replay: Replay, newest: Entry | None, seat: int) -> tuple[str, str]:
    """Return (HTML of the table's page, HTML of the guide's page) for a guided seat."""
    table = TableState(
        0, "", replay.origin.meta.slug, "referee", NAMES[: replay.setup.seats], 0, replay,
        newest=newest, guided=(seat,),
    )  # fmt: skip
    member = Member(0, "seat", seat, 0)
    set_language_game(table.slug)
    board = get_phone_page(table, member, OWN_SEAT_ONLY).html()
    return board, guide_page(table, member, OWN_SEAT_ONLY, seat)


def get_guide_texts(app: Flask, at: Replay, newest: Entry | None, language: str) -> tuple[str, str]:
    """Return what the guide shows to seat 0, after checking that all of it is in this language."""
    with app.test_request_context(headers={"Accept-Language": language}):
        board, page = render_guide(at, newest, 0)
    assert 'id="guide"' in board
    assert find_language_errors(board, language, at.origin.meta.slug) == []
    assert find_language_errors(page, language) == []
    return board, page


def find_new_move(at: Replay, seat: int) -> Move | None:
    """Return a legal move of a common kind that the seat has not made yet, or None."""
    guidance = get_guidance(at, seat, seat)
    names = [
        one.name for one in guidance.lessons if one.name not in guidance.lessons_done and not one.is_rare
    ]
    moves = {at.game.lesson_name(move): move for move in list_legal_moves(at.game, at.state, seat)}
    return next((moves[name] for name in names if name in moves), None)


@each_game
def test_the_guide_is_complete_after_every_kind_of_move(app: Flask, game: Game[Any]) -> None:
    slug, rng = game.meta.slug, random.Random(3)
    options = {o.name: next(iter(o.presets.values())) for o in game.meta.options if o.presets}
    at = replay_log(game, Setup.of(game.meta, max(2, game.meta.seats[0]), options))
    spoken, newest = list_translated_languages(slug), None
    for number in range(1, MAX_ENTRIES):  # at each step in the next language, at the end in all
        awaited = get_awaiting(at)
        if awaited is None or get_guidance(at, 0, 0).complete:
            break
        seats = (*awaited.seats, *awaited.optional_seats)
        seat = next((one for one in seats if find_new_move(at, one)), awaited.seats[0])
        guidance = get_guidance(at, seat, seat)
        if guidance.proposal is not None:
            check_proposal(at, seat, guidance)
        get_guide_texts(app, at, newest, spoken[number % len(spoken)])
        move = find_new_move(at, seat)
        if move is None and guidance.proposal is not None:
            move = guidance.proposal.move or rng.choice(guidance.proposal.moves)
        newest = Entry(number, "move", seat, move)
        at = apply_entry(at, newest)
    guidance = get_guidance(at, 0, 0)
    assert guidance.complete, [
        one.name for one in guidance.lessons if one.name not in guidance.lessons_done
    ]
    for language in spoken:
        end = translate("You have now made every kind of move.", language)
        board, page = (unescape(text) for text in get_guide_texts(app, at, newest, language))
        assert end in board
        assert end in page
        assert page.count("data-made") >= sum(not one.is_rare for one in guidance.lessons)


@each_play
def test_every_proposal_in_a_play_is_legal_and_of_a_new_kind(slug: str, name: str, many: bool) -> None:
    walked, game = load_recorded_play(slug, name), GAMES_BY_SLUG[slug]
    kinds_by_seat: dict[int, set[str]] = {}
    for at, entry in zip(walked.positions, walked.play.log, strict=False):
        guidance = get_guidance(at, entry.seat, entry.seat)
        own = kinds_by_seat.setdefault(entry.seat, set())
        assert guidance.lessons_done == own or (game.has_secrets and guidance.lessons_done < own)
        if entry.kind != "move" or not guidance.lessons:
            break
        if guidance.proposal is not None:
            check_proposal(at, entry.seat, guidance)
        kind = game.lesson_name(entry.move)
        own.add(kind)
        chosen = {one.name for one in guidance.lessons if not one.is_event}
        assert kind not in chosen or kind in guidance.possible


def switch_guide(phone: Phone, *, on: bool, seat: object = "") -> None:
    form = {"on": "yes" if on else "no", "seat": str(seat)}
    answer = phone.client.post(f"/t/{phone.code}/guide", data=form, headers=HTMX_HEADERS)
    assert answer.status_code == 204


def test_a_seat_can_switch_its_guide_on_and_off_during_a_game(app: Flask, ana: Phone) -> None:
    bo = join_table(app, ana.code, 1)
    plain = bo.get_board_html()
    switch_guide(ana, on=True)
    assert bo.get_board_html() == plain
    assert "New to you: Lay a stone" in ana.get_board_html()
    assert "guide.css" not in bo.get_board_html()
    ana.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
    assert "New to you: Lay a treasure" in ana.get_board_html()
    switch_guide(ana, on=False)
    assert 'id="guide"' not in ana.get_board_html()
    bo.enter(seat=1, tile="+4", **{"move board site": "Play 1 0"})
    switch_guide(ana, on=True)
    assert "<b>Lay a stone</b>" in ana.get_board_html()
    ana.enter(kind="undo")
    ana.enter(kind="undo")
    assert "New to you: Lay a stone" in ana.get_board_html()
    assert 'id="guide"' not in bo.get_board_html()


def test_everybody_who_joins_a_newcomers_table_is_guided_by_default(app: Flask) -> None:
    table = LobbyTable(app, seats=3, new="on")
    assert "1 of you is new" in table.host.get_board_html()
    bo = table.join_guest(1, "Bo")
    assert "2 of you are new" in bo.get_board_html()
    table.change("seats/2", name="Cy")
    assert "3 of you are new" in bo.get_board_html()
    switch_guide(bo, on=False)
    assert "2 of you are new" in bo.get_board_html()
    table.change("seats/2/clear")
    assert "1 of you is new" in bo.get_board_html()
    cy = table.join_guest(2, "Cy")
    assert "2 of you are new" in bo.get_board_html()
    cy.client.post(f"/t/{table.code}/leave")
    table.join_guest(2, "Di")
    table.join_guest(3, "Eve")
    assert "3 of you are new" in bo.get_board_html()
    table.change("seats")
    table.change("one-phone", one_phone="on")
    assert "4 of you are new" in bo.get_board_html()
    table.change("start")
    assert ['id="guide"' in phone.get_board_html() for phone in (table.host, bo)] == [True, False]


def test_the_guide_lists_the_best_move_for_each_tile(ana: Phone) -> None:
    switch_guide(ana, on=True)
    page = ana.get_page("/guide").text
    lines = re.findall(r"<li>(.*?)</li>", page[page.index('class="choices"') :], re.S)
    assert len(lines) > 5
    assert ["+5" in lines[0], "+4" in lines[1]] == [True, True]
    assert "Best first:" in ana.get_board_html()


def test_the_guide_proposes_no_stones_after_the_announcement(app: Flask) -> None:
    announced = [at for at in load_recorded_play("deadline", "six_seats").positions if at.state.declared]
    assert announced
    for at in announced:
        seat = at.state.declared[0]
        assert get_guidance(at, seat, seat).proposal is None
        with app.test_request_context():
            strip = GUIDE_SENTENCE_PATTERN.findall(unescape(render_guide(at, None, seat)[0]))
        assert at.game.ending(at.state) or ["✓ Announce the tomb" in one for one in strip] == [True]


@pytest.mark.parametrize("guided", [True, False])
def test_a_guided_seat_is_warned_before_it_ends_its_game(app: Flask, guided: bool) -> None:
    ana = open_play(app, "deadline", load_plays("deadline")["six_seats"])
    enter_recorded_lines(ana, load_plays("deadline")["six_seats"]["log"][:4])
    if guided:
        ana.client.post(f"/t/{ana.code}/for", data={"seat": "all"})
        switch_guide(ana, on=True, seat=2)
    announced = {"seat": 2, "move": "Declare"}
    answer = ana.client.post(
        f"/t/{ana.code}/enter", data=announced | {"key": "1" * 8}, headers=HTMX_HEADERS
    )
    assert answer.status_code == (422 if guided else 200)
    if guided:
        assert "ends your own game" in answer.text
        again = dict(re.findall(r'name="(\w+)" value="(\w*)"', answer.text))
        again["key"] = "2" * 8
        assert ana.client.post(f"/t/{ana.code}/enter", data=again, headers=HTMX_HEADERS).status_code == 200
    assert "Cy announced" in unescape(ana.get_page("/log").text)


def test_in_the_lobby_the_host_can_guide_all_seats_and_others_their_own(app: Flask) -> None:
    table = LobbyTable(app, seats=5)
    switch_guide(table.host, on=True, seat=0)
    bo, cy = table.join_guest(2, "Bo"), table.join_guest(3, "Cy")
    assert "1 of you is new" in bo.get_board_html()
    switch_guide(bo, on=True)
    switch_guide(bo, on=True, seat=3)
    assert "2 of you are new" in cy.get_board_html()
    switch_guide(table.host, on=False, seat=0)
    table.change("seats/1", name="Di")
    switch_guide(table.host, on=True, seat=1)
    switch_guide(table.host, on=True, seat=3)
    assert "3 of you are new" in table.host.get_board_html()
    table.change("seats/1/clear")
    table.change("start")
    guided = ['id="guide"' in phone.get_board_html() for phone in (table.host, bo, cy)]
    assert guided == [False, True, True]


def test_the_host_opens_the_introductory_pages_on_all_phones(app: Flask) -> None:
    table = LobbyTable(app, seats=2, new="on")
    bo, watching = table.join_guest(1, "Bo"), join_table(app, table.code)
    assert "Begin with the aim" in table.host.get_board_html()
    table.change("start", to="aim")
    for led, other in (("aim", "set-up"), ("set-up", "aim")):
        for phone in (table.host, bo):
            assert f'id="to-{led}"' in phone.get_board_html()
            assert f'id="to-{other}"' not in phone.get_board_html()
            assert 'class="stays"' in phone.get_page(f"/{led}").text
        assert table.change("together", bo, to="aim") == 403
        table.change("together", to="set-up")
    assert 'id="to-set-up"' not in watching.get_board_html()
    step = STEP_PATTERN.findall(bo.get_page("/set-up").text)[0]
    bo.client.post(f"/t/{table.code}/set-up", data={"step": step, "done": "yes"})
    assert 'id="to-set-up"' in bo.get_board_html()
    assert 'name="to" value=""' in table.host.get_page("/set-up").text
    assert 'name="to"' not in bo.get_page("/set-up").text
    table.change("together", to="")
    assert 'id="to-' not in bo.get_board_html()
    table.change("together", to="set-up")
    assert 'id="to-set-up"' in bo.get_board_html()
    table.host.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
    assert 'id="to-set-up"' not in bo.get_board_html()


def test_the_home_page_offers_the_newcomers_path_until_a_game_is_finished(app: Flask) -> None:
    phone, door = Phone(app), "Open the box: we are new"
    assert door in phone.client.get("/").text
    assert 'href="/open/giza?new"' in phone.client.get("/?new").text
    assert 'name="new"' in phone.client.get("/open/giza?new").text
    finished = import_file(app, make_table_file(*ONE_PLAY_PER_MODE[0]))
    assert door not in finished.client.get("/").text


def test_a_count_has_no_guide(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo"], "tally")
    assert "Guide me" not in phone.get_board_html()
    switch_guide(phone, on=True)
    assert 'id="guide"' not in phone.get_board_html()
    assert "The guide has nothing to show" in phone.get_page("/guide").text
