"""What can be done, what an entry comes to, and how a table agrees to count by hand."""

import random
from dataclasses import replace
from typing import Any

from companion.engine.consequences import Consequences
from companion.engine.game import Description, Gain, Game, Refusal
from companion.engine.log import CountAgreement, Entry, fold
from companion.engine.possible_moves import check_move, get_move_choices, legal_moves
from companion.engine.replay import Replay, apply_entry, check_entry
from companion.engine.replay import replay as played
from companion.engine.tally import Close
from companion.tables.recorded_plays import load_recorded_play, step_consequences
from tests.all_games import EXAMPLE, each_game
from tests.engine.counter import GAME, Add, two_seat_setup
from tests.example.moves import Build, Favour, Take
from tests.positions import positions

HIDING = replace(GAME, hidden_seats=lambda state, viewer: frozenset({0, 1}) - {viewer})


def play(*log: Entry) -> Replay:
    """The log as a whole, which must be what it comes to entry by entry."""
    replay = played(HIDING, two_seat_setup(), ())
    for entry in log:
        replay = apply_entry(replay, entry)
    whole = played(HIDING, two_seat_setup(), log)
    assert (replay.state, replay.is_tally, replay.revealed) == (
        whole.state, whole.is_tally, whole.revealed,
    )  # fmt: skip
    return whole


def agreed(seq: int, seat: int, *asked: int) -> Entry:
    return Entry(seq, "count", seat, asked=asked or (0, 1))


def refused(replay: Replay, entry: Entry) -> str | None:
    refusal: Refusal | None = check_entry(replay, entry)
    return refusal.code if refusal else None


def test_the_count_begins_when_all_who_were_asked_agreed() -> None:
    waiting = play(Entry(1, "move", 0, Add(3)), agreed(2, 1))
    assert not waiting.is_tally
    assert waiting.log.agreement() == CountAgreement(frozenset({1}), (0,))
    assert refused(waiting, agreed(3, 1)) == "table.count_waits"
    assert refused(waiting, agreed(3, 0)) is None
    assert play(Entry(1, "move", 0, Add(3)), agreed(2, 1), agreed(3, 0)).is_tally


def test_whoever_left_is_not_waited_for_once_somebody_asks_again() -> None:
    waiting = play(agreed(1, 0))
    assert refused(waiting, agreed(2, 0, 0)) is None
    assert apply_entry(waiting, agreed(2, 0, 0)).is_tally


def test_an_agreement_ends_with_the_next_entry() -> None:
    assert fold([agreed(1, 0), Entry(2, "move", 0, Add(3))]).agreement() is None
    assert not play(agreed(1, 0), Entry(2, "move", 0, Add(3)), agreed(3, 1)).is_tally
    assert play(agreed(1, 0), Entry(2, "note"), agreed(3, 1)).is_tally


def test_taking_out_what_came_between_brings_no_agreement_back() -> None:
    replay = play(
        agreed(1, 0), Entry(2, "move", 0, Add(3)), agreed(3, 1), Entry(4, "amend", of=2), agreed(5, 1)
    )
    assert not replay.is_tally


def test_an_agreement_is_taken_back_by_undo_and_put_back_by_nobody() -> None:
    replay = play(agreed(1, 0), Entry(2, "undo"))
    assert refused(replay, Entry(3, "redo")) == "table.nothing_to_redo"
    assert not play(agreed(1, 0), agreed(2, 1, 0, 1, 2), Entry(3, "undo"), agreed(4, 0)).is_tally


def test_moves_taken_back_beneath_an_agreement_come_back_without_it() -> None:
    log = (Entry(1, "move", 0, Add(3)), agreed(2, 0), Entry(3, "undo"), Entry(4, "undo"))
    assert play(*log, Entry(5, "redo")).state.sums == (3, 0)


def test_an_opened_count_cannot_be_undone() -> None:
    counting = play(Entry(1, "move", 0, Add(3)), agreed(2, 0), agreed(3, 1))
    assert refused(counting, Entry(4, "undo")) == "table.count_stands"
    assert counting.next_undo() is None
    closed = apply_entry(counting, Entry(4, "move", 0, Close()))
    assert refused(closed, Entry(5, "undo")) is None
    assert refused(apply_entry(closed, Entry(5, "undo")), Entry(6, "undo")) == "table.count_stands"


def test_an_older_log_counts_at_once_and_goes_back_where_it_did() -> None:
    """A count without ``asked`` is from before, or of a game that hides nothing."""
    assert play(Entry(1, "move", 0, Add(3)), Entry(2, "count")).is_tally
    back = play(Entry(1, "move", 0, Add(3)), Entry(2, "count"), Entry(3, "undo"))
    assert (back.is_tally, back.state.sums) == (False, (3, 0))
    assert apply_entry(back, Entry(4, "redo")).is_tally


def wrong(game: Game[Any], count: int) -> list[str]:
    """What is told otherwise than list and check say it, in positions of random play."""
    found, chance = [], random.Random(22)
    for setup, state in positions(game, chance, count):
        seat = chance.randrange(setup.seats)
        listed = {type(move) for move in legal_moves(game, state, seat)}
        kinds = get_move_choices(game, state, seat)
        assert [kind.kind for kind in kinds] == list(game.moves), "in another order"
        for kind in kinds:
            name = kind.kind.__name__
            if kind.kind in listed and not kind.moves:
                found.append(f"{name} can be entered")
            if not kind.moves and not kind.objections:
                found.append(f"{name}: no word why not")
            if any(check_move(game, state, seat, move) for move in kind.moves):
                found.append(f"{name} cannot be entered")
            for objection in kind.objections:
                codes = {getattr(check_move(game, state, seat, m), "code", "") for m in objection.attempts}
                if codes != {objection.refusal.code}:
                    found.append(f"{name} is refused by {codes}")
    return found


@each_game
def test_what_can_be_done_is_what_list_and_check_say(game: Game[Any]) -> None:
    assert wrong(game, 25) == []


def test_the_commonest_objection_comes_first_and_each_once() -> None:
    state = EXAMPLE.setup(next(positions(EXAMPLE, random.Random(1), 1, 2)).setup)
    for seat, favour in enumerate((Favour("ochre"), Favour("rose"))):
        state = EXAMPLE.apply(state, seat, favour)
    state = EXAMPLE.apply(EXAMPLE.apply(state, state.turn, Take("rose")), 1 - state.turn, Take("rose"))
    written, take, build = get_move_choices(EXAMPLE, state, state.turn)
    assert [objection.refusal.code for objection in written.objections] == ["table.not_now"]
    assert len(take.moves) == 3
    assert build.moves == (Build("rose"),)
    (objection,) = build.objections
    assert objection.refusal.code == "example.too_few_stones"
    assert objection.attempts == (Build("ochre"), Build("black"))
    others = get_move_choices(EXAMPLE, state, 1 - state.turn)
    assert {kind.objections[0].refusal.code for kind in others} == {"table.not_your_turn"}


def came_of(slug: str, name: str, step: int) -> Consequences:
    load_recorded_play(slug, name)
    return step_consequences(slug, name, step)


def test_a_tile_scores_and_changes_what_fits_on_it() -> None:
    found = came_of("giza", "three_pyramids", 12)  # Ana lays −2 on Cy's bare Menkaure
    assert found.gains == (Gain(2, "menkaure", -2),)
    assert found.new_choices == ("t2", "demolition")
    assert found.lost_choices == ("+2", "+3", "+4", "+5", "-2", "-3", "-4", "-5")
    assert (found.turn_ended, found.turn_continues, found.new_leader) == (0, None, None)


def test_taking_back_gives_the_points_back_and_ends_no_turn() -> None:
    laid, back = (came_of("giza", "three_pyramids", step) for step in (6, 7))
    assert laid.gains == (Gain(3, "khufu", -5),)
    assert back.gains == (Gain(3, "khufu", 5),)
    assert (laid.turn_ended, back.turn_ended) == (1, None)


def test_the_first_roll_opens_what_may_be_done_in_a_turn() -> None:
    found = came_of("cheops_catan", "twelve_points", 10)
    assert "Build" in found.new_choices
    assert came_of("cheops_catan", "twelve_points", 12).new_choices == ()
    assert not found.gains
    assert found.turn_continues == 0


def test_a_stone_may_take_the_lead() -> None:
    found = came_of("cheops_catan", "twelve_points", 77)
    assert {(gain.seat, gain.category, gain.points) for gain in found.gains} == {
        (0, "curse", -2), (1, "blessing", 3), (2, "curse", -2),
    }  # fmt: skip
    assert found.new_leader == 1


def test_a_lead_from_where_all_were_level_is_no_news() -> None:
    assert came_of("cheops_catan", "twelve_points", 1).new_leader is None


def test_a_games_own_foresight_is_told() -> None:
    assert came_of("cheops_dice", "pyramid_and_arch", 9).previews[-1].code == "points"
    tomb = {"length": 5, "height": 4, "roofs": 1, "before": 9, "after": 19}
    assert came_of("deadline", "death", 16).previews == (Description("tomb", tomb),)
    opened = [Description("opens", {"row": 3, "column": column}) for column in (7, 8)]
    assert list(came_of("cheops_treasure", "nobody_can", 37).previews) == opened
    lost = Description("keeps_off", {"pawn": "C", "count": 1})
    assert came_of("cheops_treasure", "nobody_can", 1).previews == (lost,)


def test_a_sheet_that_is_filled_in_counts_at_once() -> None:
    found = came_of("giza", "tally_shared", 2)
    assert {(gain.seat, gain.points) for gain in found.gains} == {(1, 12)}


def test_nothing_comes_of_nothing() -> None:
    assert came_of("giza", "tally_shared", 0) == Consequences()
