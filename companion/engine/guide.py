"""A guided seat: which kinds of moves it has made, what it may do now, and one proposal with its reason.

Nothing here is a script: what was made is read off the log, what may be done off the list of what is legal,
the reason off the table before the move beside the table after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from companion.engine.consequences import Consequences, all_score_lines, consequences
from companion.engine.game import Description, Lesson, Move
from companion.engine.log import EffectiveMove, Entry
from companion.engine.play import legal_moves
from companion.engine.replay import Replay, valid_moves

NEARLY = 0.5
"""Points by which two moves may differ and yet be equally good for learning."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A kind of move that may be made now, and where the seat chooses one of it, with the reason."""

    lesson: Lesson
    moves: tuple[Move, ...]
    """All of the kind, the one that is proposed first."""
    move: Move | None = None
    came: Consequences = field(default_factory=Consequences)
    reasons: tuple[Description, ...] = ()


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a guided seat is told."""

    lessons: tuple[Lesson, ...]
    made: frozenset[str]
    """The names of those that the seat has made."""
    possible: frozenset[str]
    proposal: Proposal | None = None

    @property
    def complete(self) -> bool:
        """Whether the seat has made every kind that a play is sure to have."""
        return all(lesson.rare or lesson.name in self.made for lesson in self.lessons)


def lessons_of(replay: Replay) -> tuple[Lesson, ...]:
    """What there is to learn at a table; nothing where it counts by hand."""
    return () if replay.is_tally else replay.game.lessons(replay.setup)


def guidance(replay: Replay, seat: int, viewer: int | None) -> Guidance:
    """What this seat is told on a phone that sees what ``viewer`` may see."""
    lessons, by_name = lessons_of(replay), _possible(replay, seat)
    made = frozenset(map(replay.game.lesson, _moves_of(replay, seat, viewer))) - {""}
    there = [lesson for lesson in lessons if lesson.name in by_name]
    speaks_for = partial(replay.game.reasons, replay.state, seat)
    wished = [one for one in there if not one.last_resort or any(map(speaks_for, by_name[one.name]))]
    if there and not wished and seat in replay.game.awaiting(replay.state).seats:
        wished = there
    new = sorted((one for one in wished if one.name not in made), key=lambda one: one.rare)
    proposal = _proposed(replay, seat, viewer, wished, new, by_name) if wished else None
    return Guidance(lessons, made, frozenset(by_name), proposal)


def _moves_of(replay: Replay, seat: int, viewer: int | None) -> Iterator[Move]:
    """The moves that a seat has made, as the viewer may see them now: what lies covered tells no kind."""
    game, state = replay.game, replay.state
    steps = [step for step in valid_moves(replay) if isinstance(step, EffectiveMove)]
    done = [(step.seat, step.move) for step in steps]
    uncovered = game.uncovered(replay.setup.seats, done)
    for n, step in enumerate(steps):
        if step.seat == seat:
            yield step.move if n in uncovered else game.seen(state, viewer, seat, step.move)


def _possible(replay: Replay, seat: int) -> dict[str, list[Move]]:
    """What the seat may enter now, by the lesson it is of."""
    moves: dict[str, list[Move]] = {}
    if replay.invalid is None:
        for move in legal_moves(replay.game, replay.state, seat):
            moves.setdefault(replay.game.lesson(move), []).append(move)
    return moves


def preferred(
    replay: Replay, seat: int, viewer: int | None, moves: Sequence[Move], lessons: Sequence[Lesson] = ()
) -> list[tuple[float, Move]]:
    """These moves with what each is worth, the one to propose first.

    Of moves that are worth nearly as much as the best, those come first that are of one of the lessons,
    in their order. Left out are moves that lay open what the viewer does not see.
    """
    points, kind = visible_points(replay, viewer), replay.game.lesson
    weighed = [
        (worth, move) for move in moves if (worth := _worth(replay, seat, viewer, points, move)) is not None
    ]
    if not weighed:
        return []
    names = [lesson.name for lesson in lessons]
    enough = max(worth for worth, _ in weighed) - NEARLY

    def order(one: tuple[float, Move]) -> tuple[int, float]:
        worth, move = one
        if worth < enough:
            return len(names) + 1, -worth
        return names.index(kind(move)) if kind(move) in names else len(names), -worth

    return sorted(weighed, key=order)


def _proposed(
    replay: Replay, seat: int, viewer: int | None, wished: Sequence[Lesson], new: Sequence[Lesson],
    by_name: dict[str, list[Move]],
) -> Proposal | None:  # fmt: skip
    """The best move, with its kind. A kind alone where nothing is chosen, or nothing may be told of it."""
    chosen = [move for lesson in wished if not lesson.happens for move in by_name[lesson.name]]
    ranked = preferred(replay, seat, viewer, chosen, new)
    must = seat in replay.game.awaiting(replay.state).seats
    if not ranked:
        lesson = (*new, *wished)[0]
        return Proposal(lesson, tuple(by_name[lesson.name])) if must else None
    worth, move = ranked[0]
    if worth <= 0 and not must:
        return None
    lesson = next(one for one in wished if one.name == replay.game.lesson(move))
    rest = tuple(other for other in by_name[lesson.name] if other is not move)
    entry = Entry(0, "move", seat, move)
    came = visible_consequences(replay, after_move(replay, seat, move), entry, viewer)
    return Proposal(lesson, (move, *rest), move, came, replay.game.reasons(replay.state, seat, move))


def _worth(
    replay: Replay, seat: int, viewer: int | None, known: dict[int, int], move: Move
) -> float | None:
    """What a move is worth: as the game says, else by the points that the viewer sees come of it.

    None for a move that lays open what the viewer does not see: whatever came of it would tell that.
    """
    game = replay.game
    if game.worth is not None and viewer == seat:
        return game.worth(replay.state, seat, move)
    after = after_move(replay, seat, move)
    if game.secret(replay.state, viewer) - game.secret(after.state, viewer):
        return None
    if game.worth is not None:
        return game.worth(replay.state, seat, move)
    now = visible_points(after, viewer)
    gained = {one: now[one] - known[one] for one in now.keys() & known.keys()}
    best = max((points for one, points in gained.items() if one != seat), default=0)
    return gained.get(seat, 0) - best


def after_move(replay: Replay, seat: int, move: Move) -> Replay:
    """The table as it would be after a move."""
    return replace(replay, state=replay.game.apply(replay.state, seat, move))


def visible_points(replay: Replay, viewer: int | None) -> dict[int, int]:
    """The points of each seat that the viewer may know, without numbers that nobody told yet."""
    hidden = replay.game.secret(replay.state, viewer)
    return {
        seat: sum(line.points or 0 for line in lines)
        for seat, lines in all_score_lines(replay).items()
        if seat not in hidden
    }


def visible_consequences(before: Replay, after: Replay, entry: Entry, viewer: int | None) -> Consequences:
    """What came of an entry, or would come of it, as far as the viewer may know."""
    came = consequences(before, entry, after)
    hidden = before.game.secret(before.state, viewer) | after.game.secret(after.state, viewer)
    if not hidden:
        return came
    own = entry.seat == viewer
    return Consequences(
        came.previews if own else (),
        came.warnings if own else (),
        tuple(gain for gain in came.gains if gain.seat not in hidden),
        done=came.done,
        goes_on=came.goes_on,
    )
