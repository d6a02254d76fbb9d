"""Going over to the count where something is hidden: everybody asked agrees, in a row, for good."""

from dataclasses import replace

from companion.engine.game import Refusal
from companion.engine.log import Agreement, Entry, fold
from companion.engine.replay import Replay, apply_entry, check_entry
from companion.engine.replay import replay as played
from companion.engine.tally import Close
from tests.engine.counter import GAME, Add, two

HIDING = replace(GAME, secret=lambda state, viewer: frozenset({0, 1}) - {viewer})


def play(*log: Entry) -> Replay:
    """The log as a whole, which must be what it comes to entry by entry."""
    replay = played(HIDING, two(), ())
    for entry in log:
        replay = apply_entry(replay, entry)
    whole = played(HIDING, two(), log)
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
    assert waiting.log.agreement() == Agreement(frozenset({1}), (0,))
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
    assert counting.undoable() is None
    closed = apply_entry(counting, Entry(4, "move", 0, Close()))
    assert refused(closed, Entry(5, "undo")) is None
    assert refused(apply_entry(closed, Entry(5, "undo")), Entry(6, "undo")) == "table.count_stands"


def test_an_older_log_counts_at_once_and_goes_back_where_it_did() -> None:
    """A count without ``asked`` is from before, or of a game that hides nothing."""
    assert play(Entry(1, "move", 0, Add(3)), Entry(2, "count")).is_tally
    back = play(Entry(1, "move", 0, Add(3)), Entry(2, "count"), Entry(3, "undo"))
    assert (back.is_tally, back.state.sums) == (False, (3, 0))
    assert apply_entry(back, Entry(4, "redo")).is_tally
