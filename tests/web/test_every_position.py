"""The pages of a game in random positions and after random entries: targets, buttons, and rulings."""

import json
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.engine.game import Game, Refusal, Setup
from companion.engine.json_data import to_json
from companion.engine.log import EffectiveLog, Entry
from companion.engine.possible_moves import check_move, list_legal_moves
from companion.engine.ranking import rank_seats
from companion.engine.replay import Replay, apply_entry
from companion.engine.tally import Tally, make_tally_game
from companion.language.i18n import set_language_game
from companion.sentences.phrases import localized_names
from companion.tables.errors import Malformed
from companion.tables.links import Member
from companion.tables.state import TableState
from companion.tables.writing import parse_entered_move
from companion.web.common.page_fragments import render_fragment
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor
from companion.web.table.guide import guide_page
from companion.web.table.log import scores_page, show_printed_options
from companion.web.table.phone_page import get_phone_page
from companion.web.table.play_fragments import page_fragments
from companion.web.table.public_table import make_shared_page, make_viewer
from companion.web.table.table import draft_from_form
from tests.all_games import ReplaceGame, each_game, few_or_many
from tests.any_moves import iterate_all_moves, make_any_move, vary_move
from tests.forms import Pair, expand_field_names, list_element_ids, parse_forms
from tests.people import Phone
from tests.positions import Position, is_json_value, iterate_positions, make_finished_position
from tests.random_entries import RandomTable, add_assertions

NAMES = ("Ana", "Bo", "Cleo", "Dot", "Eli", "Fay", "Gus", "Hal")
LONG_RANDOM_TABLES = product(("referee", "tally"), range(4), [True])
"""The mode, the seed, and that there are many entries."""


def make_table(game: Game[Any], position: Position) -> TableState:
    """Return a table in this position. It is not in the database."""
    setup, state = position
    replay = Replay(game, setup, game, setup, EffectiveLog(), state)
    return TableState(0, "AAAA", game.meta.slug, "referee", NAMES[: setup.seats], 1, replay)


def make_counting_table(table: TableState) -> TableState:
    replay = table.replay
    state = Tally(replay.setup, replay.game.score_sheets(replay.state))
    return replace(table, replay=replace(replay, game=make_tally_game(replay.origin), state=state))


def render_page(
    app: Flask, table: TableState, seat: int | None, acting: int | None = None, **also: Any
) -> str:
    """Return the HTML that a seat (None: a viewer) gets while its phone acts for the seat ``acting``.

    ``also`` may have ``of``, a function that renders another page, and fields of the viewer to replace.
    """
    member = Member(0, "viewer" if seat is None else "host", seat, 0)
    with app.test_request_context():
        set_language_game(table.slug)
        page = also.pop("of", None)
        if page is not None:
            return str(page(table, member))
        shared = make_shared_page(table, None)
        viewer = make_viewer(shared, table, member, ActingFor(acting, everybody=True))._replace(**also)
        return render_fragment(page_fragments(shared.table, viewer))


def iterate_random_moves(chance: random.Random, game: Game[Any], state: Any, seat: int) -> Iterator[Any]:
    """Yield moves of the awaited kinds, moves with any values, and legal moves with one field changed."""
    kinds = game.awaiting(state).moves
    every = [move for move in iterate_all_moves(game, 2000) if type(move) in kinds]
    listed = list_legal_moves(game, state, seat)
    yield from chance.sample(every, min(len(every), 150))
    for _ in range(60):
        yield make_any_move(chance, game)
        if listed:
            yield vary_move(chance, game, chance.choice(listed))


def iterate_refused_moves(
    chance: random.Random, game: Game[Any], state: Any, met: set[object]
) -> Iterator[tuple[int, Any, Refusal]]:
    """Yield (seat, refused move, refusal) whose seat, code and target are new in ``met``, and add these."""
    if game.ending(state) is not None:
        return
    awaiting = game.awaiting(state)
    for seat in (*awaiting.seats, *awaiting.optional_seats):
        for move in iterate_random_moves(chance, game, state, seat):
            refusal = check_move(game, state, seat, move)
            if refusal is not None and (seat, refusal.code, refusal.at) not in met:
                met.add((seat, refusal.code, refusal.at))
                yield seat, move, refusal


@each_game
@few_or_many
def test_play_continues_after_a_ruling(
    app: Flask, replace_game: ReplaceGame, game: Game[Any], many: bool
) -> None:
    chance, game, met = random.Random(4), add_assertions(game), set[object]()
    replace_game(game)
    for setup, state in iterate_positions(game, chance, 50 if many else 8):
        for seat, move, refusal in iterate_refused_moves(chance, game, state, set() if many else met):
            if refusal.overridable:
                before = make_table(game, Position(setup, state)).replay
                entry = Entry(1, "ruling", seat, move)
                replay = apply_entry(before, entry)
                assert replay.invalid is None
                assert_position_is_valid(app, game, Position(setup, replay.state))
                if game.ending(replay.state) is not None:
                    continue  # the chart of an end page starts at the first entry, which is unknown here
                guided = (seat + 1) % setup.seats
                table = make_table(game, Position(setup, state))
                table = replace(table, replay=replay, newest=entry, guided=(guided,))
                with app.test_request_context():
                    set_language_game(table.slug)
                    member = Member(0, "seat", guided, 0)
                    get_phone_page(table, member, OWN_SEAT_ONLY).html()
                    guide_page(table, member, OWN_SEAT_ONLY, guided)
                json.dumps(to_json(game.redact_move(replay.state, None, seat, move)))


def assert_position_is_valid(app: Flask, game: Game[Any], position: Position) -> None:
    setup, state = position
    sheets = game.score_sheets(state)
    game.scoring.lines(setup, sheets)
    rank_seats(game.scoring.criteria(setup, sheets), setup.seats)
    for viewer in (None, *range(setup.seats)):
        view = game.view(state, viewer)
        assert is_json_value(view)
    if game.ending(state) is None:
        awaiting = game.awaiting(state)
        assert awaiting.seats
        for seat in awaiting.seats:
            list_legal_moves(game, state, seat)
    table = make_table(game, position)
    for seat_or_none in (None, 0):
        render_page(app, table, seat_or_none)
    render_page(app, make_counting_table(table), 0)


@each_game
@few_or_many
def test_the_page_has_the_targets_that_refusals_name(app: Flask, game: Game[Any], many: bool) -> None:
    chance = random.Random(5)
    for position in iterate_positions(game, chance, 60 if many else 8):
        if game.ending(position.state) is not None:
            continue
        table, seat = make_table(game, position), chance.choice(game.awaiting(position.state).seats)
        page = render_page(app, table, seat, seat)
        ids = set(list_element_ids(page))
        forms = [form for form in parse_forms(page) if form.action.endswith("/enter") and form.buttons]
        for _ in range(60):
            refusal = get_tap_refusal(app, table, chance.choice(forms).make_random_pairs(chance))
            assert set(refusal.at if refusal else ()) <= ids, refusal


def get_tap_refusal(app: Flask, table: TableState, tap: list[Pair]) -> Refusal | None:
    """Return why a tap on the page is refused. None if it is accepted or makes no move."""
    with app.test_request_context(method="POST", data=MultiDict(tap)):
        try:
            draft = draft_from_form(table)
            move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
        except Malformed:
            return None
    replay = table.replay
    return check_move(replay.game, replay.state, draft.seat, move) if draft.kind == "move" else None


@each_game
def test_the_count_shows_refused_sheets_and_their_targets(app: Flask, game: Game[Any]) -> None:
    chance = random.Random(8)
    for position in iterate_positions(game, chance, 4):
        table = make_counting_table(make_table(game, position))
        page, replay = render_page(app, table, 0), table.replay
        for seat, sheet in enumerate(replay.state.sheets):
            for _ in range(30):
                written = vary_move(chance, replay.game, sheet)
                refusal = check_move(replay.game, replay.state, seat, written)
                assert set(refusal.at if refusal else ()) <= set(list_element_ids(page)), refusal
                if refusal is not None and refusal.overridable:
                    state = replay.game.apply(replay.state, seat, written)
                    render_page(app, replace(table, replay=replace(replay, state=state)), 0)


FIELDS_ASKED_ELSEWHERE = {
    "cheops_treasure": {"prices", "assumed"},
    "cheops_dice": {"pyramid_boxes", "bonuses"},
    "cheops_catan": {"cursed"},
}
"""Fields that the count asks for once, on another page, or only to break a tie, or that it computes."""


@each_game
def test_a_counts_form_has_every_field_of_the_sheet(app: Flask, game: Game[Any]) -> None:
    setup = Setup.of(game.meta, game.meta.seats[0])
    table = make_table(game, Position(setup, game.setup(setup)))
    forms = parse_forms(render_page(app, make_counting_table(table), 0))
    sheets = [form for form in forms if ("move", "Sheet") in form.list_default_pairs()]
    names = {name.partition(".")[0] for form in sheets for name in form.list_field_names()}
    held = {part.name for part in fields(game.scoring.sheet_type)}
    assert held - names <= FIELDS_ASKED_ELSEWHERE.get(game.meta.slug, set())


@each_game
def test_a_table_with_all_seats_renders_from_start_to_end(
    app: Flask, phone: Phone, game: Game[Any]
) -> None:
    most = game.meta.seats[1]
    code = phone.open(game.meta.slug, list(NAMES[:most]))
    for path in ("", "/seats", "/scores", "/share", "/result.svg"):
        assert phone.get_page(path).status_code == 200
    assert Phone(app).client.get(f"/j/{code}").status_code == 200
    table = make_table(game, make_finished_position(game, random.Random(9), most))
    for page in (render_page(app, table, most - 1), render_page(app, table, None, of=scores_page)):
        assert all(name in page for name in localized_names(table))


def find_unreadable_taps(app: Flask, table: TableState, page: str) -> Iterator[str]:
    """Yield the taps on a page that make no entry, even with all missing fields filled in."""
    for form in parse_forms(page):
        if not form.action.endswith(("/enter", "/ask")):
            continue
        for tap in form.iterate_submissions():
            with app.test_request_context(method="POST", data=MultiDict(tap)):
                try:
                    draft = draft_from_form(table)
                    if draft.kind in ("move", "ruling", "amend") and draft.move is not None:
                        parse_entered_move(table, draft.move, draft.data, draft.unknown)
                    elif draft.kind == "move":
                        yield f"no move: {tap}"
                except Malformed as wrong:
                    left = form.list_field_names() - expand_field_names(
                        name for name, value in tap if value
                    )
                    for field in iterate_nested_names(wrong.fields):
                        if not any(f"{name}.".startswith(f"{field}.") for name in left):
                            yield f"{field}: {tap}"


def iterate_nested_names(fields: Any, above: str = "") -> Iterator[str]:
    for name, inner in fields.items():
        if isinstance(inner, dict):
            yield from iterate_nested_names(inner, f"{above}{name}.")
        else:
            yield f"{above}{name}"


@each_game
@few_or_many
def test_every_button_sends_a_readable_entry(app: Flask, game: Game[Any], many: bool) -> None:
    chance = random.Random(7)
    for position in iterate_positions(game, chance, 30 if many else 4):
        table, seat = make_table(game, position), chance.randrange(position.setup.seats)
        pages = [render_page(app, table, 0, seat), render_page(app, make_counting_table(table), 0)]
        pages.append(render_page(app, table, 0, seat, amending=1))
        pages.append(render_page(app, table, 0, of=show_printed_options))
        for page in pages:
            assert not list(find_unreadable_taps(app, table, page))


@pytest.mark.parametrize(
    ("mode", "seed", "many"),
    [("referee", 0, False), *(pytest.param(*case, marks=pytest.mark.long) for case in LONG_RANDOM_TABLES)],
)
@each_game
def test_pages_and_streams_open_after_random_entries(
    app: Flask, replace_game: ReplaceGame, game: Game[Any], mode: str, seed: int, many: bool
) -> None:
    replace_game(add_assertions(game))
    low, high = game.meta.seats
    table = RandomTable(app, game, mode, low + seed % (high - low + 1), seed)
    for number in range(1, 101 if many else 41):
        table.enter_random()
        assert list(table.find_failing_pages(*(("/log", "/scores") if many else ()))) == [], number
    table.check_everything()
