"""A game's page in positions of random play: its places, its buttons, and what the table allows anyway."""

import json
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.engine.game import Game, Refusal, Setup
from companion.engine.json_data import dump_snapshot, load_snapshot, to_json
from companion.engine.log import EffectiveLog
from companion.engine.possible_moves import check_move, legal_moves
from companion.engine.ranking import rank
from companion.engine.replay import Replay
from companion.engine.tally import Tally, tally_game
from companion.language.i18n import set_language_game
from companion.offline.store import BrowserStore
from companion.sentences.phrases import localized_names
from companion.tables.errors import Malformed
from companion.tables.links import Member
from companion.tables.state import TableState
from companion.tables.writing import parse_entered_move
from companion.web.common.page_fragments import render_fragment
from companion.web.device.acting_for import ActingFor
from companion.web.table.public_table import shared_page, viewer_of
from companion.web.table.table import box_page, draft_from_form, scores_page
from tests.all_games import each_game, short_or_long
from tests.any_moves import any_move, every_move, vary_move
from tests.forms import Pair, element_ids, field_names, parse_forms
from tests.people import Phone
from tests.positions import Position, finished_position, is_plain, positions

NOWHERE = BrowserStore(lambda name, text: None)
NAMES = ("Ana", "Bo", "Cleo", "Dot", "Eli", "Fay", "Gus", "Hal")


def held_at(game: Game[Any], position: Position) -> TableState:
    """A table that stands there, kept by nobody."""
    setup, state = position
    replay = Replay(game, setup, game, setup, EffectiveLog(), state)
    return TableState(0, "AAAA", game.meta.slug, "referee", NAMES[: setup.seats], 1, replay)


def counting(table: TableState) -> TableState:
    replay = table.replay
    state = Tally(replay.setup, replay.game.score_sheets(replay.state))
    return replace(table, replay=replace(replay, game=tally_game(replay.origin), state=state))


def drawn(app: Flask, table: TableState, seat: int | None, acting: int | None = None, **also: Any) -> str:
    """The changing part of a table's page, or a page ``of`` it, for a seat or a viewer."""
    member = Member(0, "viewer" if seat is None else "host", seat, 0)
    with app.test_request_context():
        set_language_game(table.slug)
        page = also.pop("of", None)
        if page is not None:
            return str(page(table, member))
        shared = shared_page(table, None)
        viewer = viewer_of(shared, table, member, ActingFor(acting, everybody=True))._replace(**also)
        return render_fragment(shared.page_for(viewer))


def some_moves(chance: random.Random, game: Game[Any], state: Any, seat: int) -> Iterator[Any]:
    """Moves of the awaited kinds, sense and nonsense, each kind as often as another."""
    kinds = game.awaiting(state).moves
    every = [move for move in every_move(game, 2000) if type(move) in kinds]
    listed = legal_moves(game, state, seat)
    yield from chance.sample(every, min(len(every), 150))
    for _ in range(60):
        yield any_move(chance, game)
        if listed:
            yield vary_move(chance, game, chance.choice(listed))


def refused(chance: random.Random, game: Game[Any], state: Any) -> Iterator[tuple[int, Any, Refusal]]:
    """Seats, moves and why they are refused: each reason and place once."""
    if game.ending(state) is not None:
        return
    met = set()
    awaiting = game.awaiting(state)
    for seat in (*awaiting.seats, *awaiting.optional_seats):
        for move in some_moves(chance, game, state, seat):
            refusal = check_move(game, state, seat, move)
            if refusal is not None and (seat, refusal.code, refusal.at) not in met:
                met.add((seat, refusal.code, refusal.at))
                yield seat, move, refusal


@each_game
@short_or_long
def test_what_the_table_allows_anyway_can_be_played_on(app: Flask, game: Game[Any], many: bool) -> None:
    chance = random.Random(4)
    for setup, state in positions(game, chance, 50 if many else 8):
        for seat, move, refusal in refused(chance, game, state):
            if refusal.overridable:
                after = game.apply(state, seat, move)
                stands(app, game, Position(setup, after))
                json.dumps(to_json(game.redact_move(after, None, seat, move)))


def stands(app: Flask, game: Game[Any], position: Position) -> None:
    """All that is asked of a state can be asked of this one."""
    setup, state = position
    told = json.loads(json.dumps(dump_snapshot(state)))
    assert load_snapshot(game.setup(setup), told) == state
    sheets = game.score_sheets(state)
    game.scoring.lines(setup, sheets)
    rank(game.scoring.criteria(setup, sheets), setup.seats)
    for viewer in (None, *range(setup.seats)):
        view = game.view(state, viewer)
        assert is_plain(view)
    if game.ending(state) is None:
        awaiting = game.awaiting(state)
        assert awaiting.seats
        for seat in awaiting.seats:
            legal_moves(game, state, seat)
    table = held_at(game, position)
    for seat_or_none in (None, 0):
        drawn(app, table, seat_or_none)
    drawn(app, counting(table), 0)


@each_game
@short_or_long
def test_the_page_has_the_places_that_refusals_name(app: Flask, game: Game[Any], many: bool) -> None:
    chance = random.Random(5)
    for position in positions(game, chance, 60 if many else 8):
        if game.ending(position.state) is not None:
            continue
        table, seat = held_at(game, position), chance.choice(game.awaiting(position.state).seats)
        page = drawn(app, table, seat, seat)
        ids = set(element_ids(page))
        forms = [form for form in parse_forms(page) if form.action.endswith("/enter") and form.buttons]
        for _ in range(60):
            refusal = answered(app, table, chance.choice(forms).random_values(chance))
            assert set(refusal.at if refusal else ()) <= ids, refusal


def answered(app: Flask, table: TableState, tap: list[Pair]) -> Refusal | None:
    """Why a tap on the page is refused; None where it is not, or is no move at all."""
    with app.test_request_context(method="POST", data=MultiDict(tap)):
        try:
            draft = draft_from_form(table)
            move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
        except Malformed:
            return None
    replay = table.replay
    return check_move(replay.game, replay.state, draft.seat, move) if draft.kind == "move" else None


@each_game
def test_the_count_copes_with_refused_sheets_and_has_their_places(app: Flask, game: Game[Any]) -> None:
    chance = random.Random(8)
    for position in positions(game, chance, 4):
        table = counting(held_at(game, position))
        page, replay = drawn(app, table, 0), table.replay
        for seat, sheet in enumerate(replay.state.sheets):
            for _ in range(30):
                written = vary_move(chance, replay.game, sheet)
                refusal = check_move(replay.game, replay.state, seat, written)
                assert set(refusal.at if refusal else ()) <= set(element_ids(page)), refusal
                if refusal is not None and refusal.overridable:
                    state = replay.game.apply(replay.state, seat, written)
                    drawn(app, replace(table, replay=replace(replay, state=state)), 0)


ASKED_ELSEWHERE = {
    "cheops_treasure": {"prices", "assumed"},
    "cheops_dice": {"pyramid_boxes", "bonuses"},
    "cheops_catan": {"cursed"},
}
"""What a sheet holds and the table enters once, on a page of its own, or only the referee brings; what is
asked only where it parts a tie; and what follows from the stones."""


@each_game
def test_a_counts_form_asks_for_all_that_a_sheet_holds(app: Flask, game: Game[Any]) -> None:
    setup = Setup.of(game.meta, game.meta.seats[0])
    table = held_at(game, Position(setup, game.setup(setup)))
    forms = parse_forms(drawn(app, counting(table), 0))
    sheets = [form for form in forms if ("move", "Sheet") in form.default_values()]
    asked = {name.partition(".")[0] for form in sheets for name in form.offered_fields()}
    held = {part.name for part in fields(game.scoring.sheet_type)}
    assert held - asked <= ASKED_ELSEWHERE.get(game.meta.slug, set())


@each_game
def test_a_full_table_is_drawn_from_its_opening_to_its_end(app: Flask, game: Game[Any]) -> None:
    most = game.meta.seats[1]
    phone = Phone(app)
    code = phone.open(game.meta.slug, list(NAMES[:most]))
    for path in ("", "/seats", "/scores", "/share", "/result.svg"):
        assert phone.get_page(path).status_code == 200
    assert Phone(app).client.get(f"/j/{code}").status_code == 200
    table = held_at(game, finished_position(game, random.Random(9), most))
    for page in (drawn(app, table, most - 1), drawn(app, table, None, of=scores_page)):
        assert all(name in page for name in localized_names(table))


@each_game
def test_an_id_is_given_once(app: Flask, game: Game[Any]) -> None:
    for position in positions(game, random.Random(6), 12):
        table = held_at(game, position)
        for page in (drawn(app, table, 0), drawn(app, counting(table), 0)):
            ids = element_ids(page)
            assert len(ids) == len(set(ids)), {one for one in ids if ids.count(one) > 1}


def misread(app: Flask, table: TableState, page: str) -> Iterator[str]:
    """Taps on a page that are no entry, though every field they lack is filled in."""
    for form in parse_forms(page):
        if not form.action.endswith(("/enter", "/ask")):
            continue
        for tap in form.submissions():
            with app.test_request_context(method="POST", data=MultiDict(tap)):
                try:
                    draft = draft_from_form(table)
                    if draft.kind in ("move", "ruling", "amend") and draft.move is not None:
                        parse_entered_move(table, draft.move, draft.data, draft.unknown)
                    elif draft.kind == "move":
                        yield f"no move: {tap}"
                except Malformed as wrong:
                    left = form.offered_fields() - field_names(name for name, value in tap if value)
                    for field in leaves(wrong.fields):
                        if not any(f"{name}.".startswith(f"{field}.") for name in left):
                            yield f"{field}: {tap}"


def leaves(fields: Any, above: str = "") -> Iterator[str]:
    """Names of fields, nested ones with dots."""
    for name, inner in fields.items():
        if isinstance(inner, dict):
            yield from leaves(inner, f"{above}{name}.")
        else:
            yield f"{above}{name}"


@each_game
@short_or_long
def test_every_button_enters_something(app: Flask, game: Game[Any], many: bool) -> None:
    chance = random.Random(7)
    for position in positions(game, chance, 30 if many else 4):
        table, seat = held_at(game, position), chance.randrange(position.setup.seats)
        pages = [drawn(app, table, 0, seat), drawn(app, counting(table), 0)]
        pages += [drawn(app, table, 0, seat, amending=1), drawn(app, table, 0, of=box_page)]
        for page in pages:
            assert not list(misread(app, table, page))
