"""A guided seat: which kinds of moves it has made, what it may do now, and one proposal with its reason.

Nothing here is a script: what was made is read off the log, what may be done off the list of what is legal,
the reason off the table before the move beside the table after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.engine.consequences import (
    MAX_NAMED_CHOICES,
    Consequences,
    all_score_lines,
    find_consequences,
)
from companion.engine.game import Description, Lesson, Move
from companion.engine.log import EffectiveMove, Entry
from companion.engine.possible_moves import legal_moves
from companion.engine.replay import Replay, get_awaiting, valid_moves

EQUAL_WORTH_MARGIN = 0.5
"""Points by which two moves may differ and yet be equally good for learning."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The best move with a piece that only its player sees or can pay."""

    piece: str
    move: Move
    points: int
    """What it brings the seat at once."""
    reasons: tuple[Description, ...] = ()
    """The strongest, or none."""
    lesson: str = ""
    """The name of the move's lesson, where the piece allows several kinds of moves; else empty."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A kind of move that may be made now, and where the seat chooses one of it, with the reason."""

    lesson: Lesson
    moves: tuple[Move, ...]
    """All of the kind, the one that is proposed first."""
    move: Move | None = None
    consequences: Consequences = field(default_factory=Consequences)
    reasons: tuple[Description, ...] = ()
    choices: tuple[Choice, ...] = ()
    """The best move for each piece, the best first: of these moves or, where they need none, of the step
    that follows."""
    then: Replay | None = None
    """The table after the move, where the choices are of the step that follows."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a guided seat is told."""

    lessons: tuple[Lesson, ...]
    lessons_done: frozenset[str]
    """The names of those that the seat has made."""
    possible: frozenset[str]
    proposal: Proposal | None = None

    @property
    def complete(self) -> bool:
        """Whether the seat has made every kind that a play is sure to have."""
        return all(lesson.is_rare or lesson.name in self.lessons_done for lesson in self.lessons)


def lessons_of(replay: Replay) -> tuple[Lesson, ...]:
    """What there is to learn at a table; nothing where it counts by hand."""
    return () if replay.is_tally else replay.game.lessons(replay.setup)


def guidance(replay: Replay, seat: int, viewer: int | None) -> Guidance:
    """What this seat is told on a phone that sees what ``viewer`` may see."""
    lessons, by_name = lessons_of(replay), _possible(replay, seat)
    made = frozenset(map(replay.game.lesson_name, _moves_of(replay, seat, viewer))) - {""}
    there = [lesson for lesson in lessons if lesson.name in by_name]
    new = [lesson for lesson in there if lesson.name not in made and not lesson.is_rare]
    proposal = _proposed(replay, seat, viewer, there, new, by_name) if there else None
    return Guidance(lessons, made, frozenset(by_name), proposal)


def _moves_of(replay: Replay, seat: int, viewer: int | None) -> Iterator[Move]:
    """The moves that a seat has made, as the viewer may see them now: what lies covered tells no kind."""
    game, state = replay.game, replay.state
    steps = [step for step in valid_moves(replay) if isinstance(step, EffectiveMove)]
    done = [(step.seat, step.move) for step in steps]
    uncovered = game.public_move_indexes(replay.setup.seats, done)
    for n, step in enumerate(steps):
        if step.seat == seat:
            yield step.move if n in uncovered else game.redact_move(state, viewer, seat, step.move)


def _possible(replay: Replay, seat: int) -> dict[str, list[Move]]:
    """What the seat may enter now, by the lesson it is of."""
    moves: dict[str, list[Move]] = {}
    if replay.invalid is None:
        for move in legal_moves(replay.game, replay.state, seat):
            moves.setdefault(replay.game.lesson_name(move), []).append(move)
    return moves


def rank_moves(
    replay: Replay, seat: int, viewer: int | None, moves: Sequence[Move], lessons: Sequence[Lesson] = ()
) -> list[tuple[float, Move]]:
    """These moves with what each is worth, the one to propose first.

    Of moves that are worth nearly as much as the best, those come first that are of one of the lessons,
    in their order. Left out are moves that lay open what the viewer does not see.
    """
    kind = replay.game.lesson_name
    weighed = list(_weighed(replay, seat, viewer, moves))
    if not weighed:
        return []
    names = [lesson.name for lesson in lessons]
    enough = max(worth for worth, _ in weighed) - EQUAL_WORTH_MARGIN

    def order(one: tuple[float, Move]) -> tuple[int, float]:
        worth, move = one
        if worth < enough:
            return len(names) + 1, -worth
        return names.index(kind(move)) if kind(move) in names else len(names), -worth

    return sorted(weighed, key=order)


def _proposed(
    replay: Replay, seat: int, viewer: int | None, there: Sequence[Lesson], new: Sequence[Lesson],
    by_name: dict[str, list[Move]],
) -> Proposal | None:  # fmt: skip
    """The best move, with its kind; the kind alone of what happens at the table, or tells what is hidden.

    Nothing where the table does not wait for the seat, and no move of it would be worth making.
    """
    awaiting = replay.game.awaiting(replay.state)
    must = seat in awaiting.seats
    chosen = [move for lesson in there if not lesson.is_event for move in by_name[lesson.name]]
    ranked = rank_moves(replay, seat, viewer, chosen, new)
    happening = [
        lesson
        for lesson in (*new, *there)
        if not ranked or (lesson.is_event and type(by_name[lesson.name][0]) is awaiting.moves[0])
    ]
    if not ranked or (ranked[0][0] <= 0 and (happening or not must)):
        return Proposal(happening[0], tuple(by_name[happening[0].name])) if must else None
    move = ranked[0][1]
    lesson = next(one for one in there if one.name == replay.game.lesson_name(move))
    rest = tuple(other for other in by_name[lesson.name] if other is not move)
    entry = Entry(0, "move", seat, move)
    after = after_move(replay, seat, move)
    came, reasons = (
        visible_consequences(replay, after, entry, viewer),
        replay.game.reasons(replay.game.guess_hidden(replay.state, viewer), seat, move),
    )
    choices, then = _choices(replay, seat, viewer, ranked), None
    piece, awaited = replay.game.piece, get_awaiting(after)
    if not choices and piece and not piece(move) and awaited and seat in awaited.seats:
        following = legal_moves(after.game, after.state, seat)
        choices, then = _choices(after, seat, viewer, rank_moves(after, seat, viewer, following)), after
    return Proposal(lesson, (move, *rest), move, came, reasons, choices, then)


def _choices(
    replay: Replay, seat: int, viewer: int | None, ranked: Sequence[tuple[float, Move]]
) -> tuple[Choice, ...]:
    """The best move for each piece, of moves in order; none that is worth nothing."""
    game, best = replay.game, dict[str, Move]()
    if game.piece is None:
        return ()
    kinds = defaultdict[str, set[str]](set)
    for worth, move in ranked:
        piece = game.piece(move)
        kinds[piece].add(game.lesson_name(move))
        if piece and worth > 0:
            best.setdefault(piece, move)
    now, state = visible_points(replay, viewer), game.guess_hidden(replay.state, viewer)
    return tuple(
        Choice(
            piece,
            move,
            visible_points(after_move(replay, seat, move), viewer).get(seat, 0) - now.get(seat, 0),
            game.reasons(state, seat, move)[:1],
            game.lesson_name(move) if len(kinds[piece]) > 1 else "",
        )
        for piece, move in [*best.items()][:MAX_NAMED_CHOICES]
    )


def _weighed(
    replay: Replay, seat: int, viewer: int | None, moves: Sequence[Move]
) -> Iterator[tuple[float, Move]]:
    """What moves are worth: as the game says, else by the points that the viewer sees come of them.

    In the latter case without moves that lay open what the viewer does not see: their points would tell it.
    """
    game = replay.game
    if game.worth is not None:
        state = game.guess_hidden(replay.state, viewer)
        yield from ((game.worth(state, seat, move), move) for move in moves)
        return
    known = visible_points(replay, viewer)
    for move in moves:
        after = after_move(replay, seat, move)
        if game.hidden_seats(replay.state, viewer) - game.hidden_seats(after.state, viewer):
            continue
        now = visible_points(after, viewer)
        gained = {one: now[one] - known[one] for one in now.keys() & known.keys()}
        best = max((points for one, points in gained.items() if one != seat), default=0)
        yield gained.get(seat, 0) - best, move


def early_end_warning(replay: Replay, seat: int, viewer: int | None, move: Move) -> Description | None:
    """Why a newcomer is asked about a legal move: it ends its seat's game or the whole one for no good.

    None where nothing else can be done.
    """
    game, after = replay.game, after_move(replay, seat, move)
    is_end = game.ending(after.state) is not None
    is_last = any(one.last and one.name == game.lesson_name(move) for one in lessons_of(replay))
    if game.worth is None or not (is_end or is_last):
        return None
    state = game.guess_hidden(replay.state, viewer)
    worth = game.worth(state, seat, move)
    waits = seat not in game.awaiting(replay.state).seats
    others = () if waits else legal_moves(game, replay.state, seat)
    if worth >= 0 or not (waits or any(game.worth(state, seat, one) > worth for one in others)):
        return None
    if is_last:
        return Description("table.ends_own_game", {"points": visible_points(after, viewer).get(seat, 0)})
    return Description("table.ends_behind")


def after_move(replay: Replay, seat: int, move: Move) -> Replay:
    """The table as it would be after a move."""
    return replace(replay, state=replay.game.apply(replay.state, seat, move))


def visible_points(replay: Replay, viewer: int | None) -> dict[int, int]:
    """The points of each seat that the viewer may know, without numbers that nobody told yet."""
    hidden = replay.game.hidden_seats(replay.state, viewer)
    return {
        seat: sum(line.points or 0 for line in lines)
        for seat, lines in all_score_lines(replay).items()
        if seat not in hidden
    }


def visible_consequences(before: Replay, after: Replay, entry: Entry, viewer: int | None) -> Consequences:
    """What came of an entry, or would come of it, as far as the viewer may know."""
    came = find_consequences(before, entry, after)
    hidden = before.game.hidden_seats(before.state, viewer) | after.game.hidden_seats(after.state, viewer)
    if not hidden:
        return came
    own = entry.seat == viewer
    return Consequences(
        came.previews if own else (),
        came.warnings if own else (),
        tuple(gain for gain in came.gains if gain.seat not in hidden),
        turn_ended=came.turn_ended,
        turn_continues=came.turn_continues,
    )
