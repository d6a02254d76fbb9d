"""Possible moves and their reasons, the consequences of entries, and the agreement to count by hand."""

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.engine.consequences import Consequences, find_consequences
from companion.engine.game import Description, Gain, Game, Setup
from companion.engine.log import CountAgreement, Entry, make_effective_log
from companion.engine.move_values import find_strongest_reasons
from companion.engine.possible_moves import check_move, get_move_choices, list_legal_moves
from companion.engine.replay import apply_entry, replay_log
from companion.engine.tally import Close
from companion.games import GAMES_BY_SLUG
from companion.games.cheops_dice.moves import Build
from companion.games.deadline.moves import SetAside
from companion.games.examples import judge_example
from companion.tables.recorded_plays import find_step_consequences, load_recorded_play
from tests.all_games import each_game
from tests.engine import test_log
from tests.engine.counter import GAME, Add, get_refusal_code, two_seat_setup
from tests.positions import iterate_positions

HIDING_GAME = replace(GAME, hidden_seats=lambda state, viewer: frozenset({0, 1}) - {viewer})
"""The counter game with something hidden for each seat."""


enter_all = partial(test_log.enter_all, game=HIDING_GAME)


def make_count_entry(seq: int, seat: int, *asked_seats: int) -> Entry:
    return Entry(seq, "count", seat, asked=asked_seats or (0, 1))


def test_a_count_starts_when_all_asked_seats_have_agreed() -> None:
    waiting = enter_all(Entry(1, "move", 0, Add(3)), make_count_entry(2, 1))
    assert not waiting.is_tally
    assert waiting.log.count_agreement() == CountAgreement(frozenset({1}), (0,))
    assert get_refusal_code(waiting, make_count_entry(3, 1)) == "table.count_waits"
    assert get_refusal_code(waiting, make_count_entry(3, 0)) is None
    assert enter_all(Entry(1, "move", 0, Add(3)), make_count_entry(2, 1), make_count_entry(3, 0)).is_tally


def test_a_new_request_no_longer_waits_for_a_seat_that_left() -> None:
    waiting = enter_all(make_count_entry(1, 0))
    assert get_refusal_code(waiting, make_count_entry(2, 0, 0)) is None
    assert apply_entry(waiting, make_count_entry(2, 0, 0)).is_tally


@pytest.mark.parametrize(
    "entry",
    [
        Entry(3, "move", 1, Add(3)), Entry(3, "ruling", 1, Add(7)), Entry(3, "amend", 0, Add(2), of=1),
        Entry(3, "setting", option="goal", value=12), Entry(3, "note"),
    ],
    ids=lambda entry: entry.kind,
)  # fmt: skip
def test_any_entry_except_a_note_ends_an_agreement(entry: Entry) -> None:
    log, goes_on = (Entry(1, "move", 0, Add(3)), make_count_entry(2, 0), entry), entry.kind == "note"
    assert bool(make_effective_log(log).count_agreement()) == goes_on
    assert enter_all(*log, make_count_entry(4, 1)).is_tally == goes_on


def test_removing_a_move_does_not_restore_an_earlier_agreement() -> None:
    removed = (Entry(2, "move", 0, Add(3)), make_count_entry(3, 1), Entry(4, "amend", of=2))
    assert not enter_all(make_count_entry(1, 0), *removed, make_count_entry(5, 1)).is_tally


def test_an_undone_agreement_cannot_be_redone() -> None:
    replay = enter_all(make_count_entry(1, 0), Entry(2, "undo"))
    assert get_refusal_code(replay, Entry(3, "redo")) == "table.nothing_to_redo"
    other_count = make_count_entry(2, 1, 0, 1, 2)
    log = (make_count_entry(1, 0), other_count, Entry(3, "undo"), make_count_entry(4, 0))
    assert not replay_log(HIDING_GAME, two_seat_setup(), log).is_tally


def test_a_move_undone_after_an_agreement_can_be_redone_alone() -> None:
    log = (Entry(1, "move", 0, Add(3)), make_count_entry(2, 0), Entry(3, "undo"), Entry(4, "undo"))
    assert enter_all(*log, Entry(5, "redo")).state.sums == (3, 0)


def test_a_count_that_revealed_something_cannot_be_undone() -> None:
    counting = enter_all(Entry(1, "move", 0, Add(3)), make_count_entry(2, 0), make_count_entry(3, 1))
    assert get_refusal_code(counting, Entry(4, "undo")) == "table.count_stands"
    assert counting.next_undo() is None
    closed = apply_entry(counting, Entry(4, "move", 0, Close()))
    assert get_refusal_code(closed, Entry(5, "undo")) is None
    assert get_refusal_code(apply_entry(closed, Entry(5, "undo")), Entry(6, "undo")) == "table.count_stands"


def test_a_count_without_asked_seats_starts_at_once_and_can_be_undone() -> None:
    assert enter_all(Entry(1, "move", 0, Add(3)), Entry(2, "count")).is_tally
    log = (Entry(1, "move", 0, Add(3)), Entry(2, "count"), Entry(3, "undo"))
    undone = replay_log(HIDING_GAME, two_seat_setup(), log)
    assert (undone.is_tally, undone.state.sums) == (False, (3, 0))
    assert apply_entry(undone, Entry(4, "redo")).is_tally


@each_game
def test_move_choices_agree_with_legal_moves_and_check(game: Game[Any]) -> None:
    chance = random.Random(22)
    for setup, state in iterate_positions(game, chance, 25):
        seat = chance.randrange(setup.seats)
        listed = {type(move) for move in list_legal_moves(game, state, seat)}
        choices = get_move_choices(game, state, seat)
        assert [choice.kind for choice in choices] == list(game.moves)
        for choice in choices:
            assert choice.moves or choice.kind not in listed, "it can be entered"
            assert choice.moves or choice.objections, "no word why not"
            assert not any(check_move(game, state, seat, move) for move in choice.moves), choice
            for objection in choice.objections:
                codes = {getattr(check_move(game, state, seat, m), "code", "") for m in objection.attempts}
                assert codes == {objection.refusal.code}, choice


def test_refused_attempts_are_grouped_the_most_common_first() -> None:
    game = GAMES_BY_SLUG["deadline"]
    state = replace(game.setup(Setup.of(game.meta, 2)), dice=("square", "rectangle", "small", "large"))
    roll, build, set_aside, *_ = get_move_choices(game, state, 0)
    assert [objection.refusal.code for objection in roll.objections] == ["table.not_now"]
    void, detached = build.objections
    assert (void.refusal.code, detached.refusal.code) == ("deadline.void", "deadline.detached")
    assert len(void.attempts) > len(detached.attempts)
    (objection,) = set_aside.objections
    assert objection.refusal.code == "deadline.still_fits"
    assert objection.attempts == tuple(map(SetAside, state.dice))
    others = get_move_choices(game, state, 1)
    assert {kind.objections[0].refusal.code for kind in others} == {"table.not_your_turn"}


TOMB_VALUES = {"length": 5, "height": 4, "roofs": 1, "before": 9, "after": 19}
OPENED_SPACES = tuple(Description("opens", {"row": 3, "column": column}) for column in (7, 8))
FAVOURS = (Gain(0, "curse", -2), Gain(1, "blessing", 3), Gain(2, "curse", -2))
CONSEQUENCES: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "Ana lays −2 on Cy's bare Menkaure": (
        "giza", "three_pyramids", 12,
        {"gains": (Gain(2, "menkaure", -2),), "new_choices": ("t2", "demolition"), "new_leader": None,
         "lost_choices": ("+2", "+3", "+4", "+5", "-2", "-3", "-4", "-5"), "turn_ended": 0},
    ),
    "a move": ("giza", "three_pyramids", 6, {"gains": (Gain(3, "khufu", -5),), "turn_ended": 1}),
    "its undo": ("giza", "three_pyramids", 7, {"gains": (Gain(3, "khufu", 5),), "turn_ended": None}),
    "a roll": (
        "cheops_catan", "twelve_points", 10,
        {"new_choices": ("Build", "Give", "Harbour", "Income", "Purchase"), "turn_continues": 0},
    ),
    "nothing new to build": ("cheops_catan", "twelve_points", 12, {"new_choices": ()}),
    "a new leader": ("cheops_catan", "twelve_points", 77, {"gains": FAVOURS, "new_leader": 1}),
    "a lead after all were level": ("cheops_catan", "twelve_points", 1, {"new_leader": None}),
    "a finished tomb": ("deadline", "death", 16, {"previews": (Description("tomb", TOMB_VALUES),)}),
    "an opened space": ("cheops_treasure", "nobody_can", 37, {"previews": OPENED_SPACES}),
    "a family kept off": (
        "cheops_treasure", "nobody_can", 1,
        {"previews": (Description("keeps_off", {"pawn": "C", "count": 1}),)},
    ),
    "a sheet": ("giza", "tally_shared", 2, {"gains": (Gain(1, "khufu", 12),)}),
}  # fmt: skip
"""What entries of recorded plays change: the fields that are compared."""


@pytest.mark.parametrize("name", CONSEQUENCES)
def test_an_entry_has_its_consequences(name: str) -> None:
    slug, play, step, expected = CONSEQUENCES[name]
    load_recorded_play(slug, play)
    result = find_step_consequences(slug, play, step)
    assert {field: getattr(result, field) for field in expected} == expected


def test_an_allowed_move_names_every_rule_that_it_breaks() -> None:
    replay = judge_example("cheops_dice", "stones_in_order").replay
    entry = Entry(2, "ruling", 0, Build(("left-2", "pyramid-2-1")))
    consequences = find_consequences(replay, entry, apply_entry(replay, entry))
    codes = [refusal.code for refusal in consequences.warnings]
    assert codes == ["cheops_dice.column_from_below", "cheops_dice.needs_both_below"]


def test_an_entry_without_effect_has_no_consequences() -> None:
    load_recorded_play("giza", "tally_shared")
    assert find_step_consequences("giza", "tally_shared", 0) == Consequences()


VALUE_PARTS = {"points": 3.0, "room": -0.5, "kept": 0.0, "end": 9.0}


def get_strongest_codes(*reasons: tuple[str, str, object]) -> list[str]:
    return [reason.code for reason in find_strongest_reasons(VALUE_PARTS, {}, reasons)]


def test_at_most_two_reasons_are_given_the_strongest_first() -> None:
    assert get_strongest_codes(("kept", "c", True), ("points", "a", True), ("end", "b", True)) == ["b", "a"]


def test_negative_terms_and_untrue_sentences_give_no_reason() -> None:
    assert get_strongest_codes(("room", "r", True), ("points", "a", 0), ("kept", "c", 1)) == ["c"]
