"""The guide for newcomers: lessons, possible moves and one proposal, all computed from log and rules."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.engine.consequences import (
    MAX_NAMED_CHOICES,
    Consequences,
    find_consequences,
    score_lines_by_seat,
)
from companion.engine.game import Description, Lesson, Move
from companion.engine.log import EffectiveMove, Entry
from companion.engine.possible_moves import list_legal_moves
from companion.engine.replay import Replay, get_awaiting, list_valid_steps

EQUAL_WORTH_MARGIN = 0.5
"""If the values of two moves differ by no more points than this, the guide may propose either of them."""


@dataclass(frozen=True, slots=True)
class BestMoveWithPiece:
    """The best move that a seat can make with one piece that is hidden from the other players."""

    piece: str
    move: Move
    points: int
    """The points that the seat gains at once. 0 if the viewer may not know them."""
    reasons: tuple[Description, ...] = ()
    """The strongest reason for the move. Empty if there is none."""
    lesson: str = ""
    """The name of the move's lesson, if the piece allows several kinds of moves. Otherwise empty."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A kind of move that the guide proposes to a seat, and the best move of this kind.

    If the kind is an event (dice, a card), ``move`` is None, because nobody chooses it.
    """

    lesson: Lesson
    moves: tuple[Move, ...]
    """All legal moves of this kind, the proposed one first."""
    move: Move | None = None
    consequences: Consequences = field(default_factory=Consequences)
    reasons: tuple[Description, ...] = ()
    choices: tuple[BestMoveWithPiece, ...] = ()
    """The best move with each piece, best first, now or in the step after the proposed move."""
    then: Replay | None = None
    """The table after the proposed move, if ``choices`` are for the step after it. Otherwise None."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the guide shows to a seat: lessons, which moves are possible, and a proposal."""

    lessons: tuple[Lesson, ...]
    lessons_done: frozenset[str]
    """The names of the lessons that the seat has done."""
    possible: frozenset[str]
    """The names of the lessons of all moves that the seat may make now."""
    proposal: Proposal | None = None

    @property
    def complete(self) -> bool:
        """Whether the seat has done every lesson, apart from rare ones."""
        return all(lesson.is_rare or lesson.name in self.lessons_done for lesson in self.lessons)


def get_lessons(replay: Replay) -> tuple[Lesson, ...]:
    """Return the game's lessons for newcomers. Empty if the table only counts points."""
    return () if replay.is_tally else replay.game.lessons


def get_guidance(replay: Replay, seat: int, viewer: int | None) -> Guidance:
    """Return lessons, possible moves and a proposal for ``seat``, without what ``viewer`` may not see."""
    lessons, by_name = get_lessons(replay), _legal_moves_by_lesson(replay, seat)
    done = frozenset(map(replay.game.lesson_name, _iter_past_moves_as_seen(replay, seat, viewer))) - {""}
    possible = [lesson for lesson in lessons if lesson.name in by_name]
    new = [lesson for lesson in possible if lesson.name not in done and not lesson.is_rare]
    proposal = _make_proposal(replay, seat, viewer, possible, new, by_name) if possible else None
    return Guidance(lessons, done, frozenset(by_name), proposal)


def _iter_past_moves_as_seen(replay: Replay, seat: int, viewer: int | None) -> Iterator[Move]:
    game, state = replay.game, replay.state
    steps = [step for step in list_valid_steps(replay) if isinstance(step, EffectiveMove)]
    moves = [(step.seat, step.move) for step in steps]
    uncovered = game.public_move_indexes(replay.setup.seats, moves)
    for n, step in enumerate(steps):
        if step.seat == seat:
            yield step.move if n in uncovered else game.redact_move(state, viewer, seat, step.move)


def _legal_moves_by_lesson(replay: Replay, seat: int) -> dict[str, list[Move]]:
    moves: dict[str, list[Move]] = {}
    if replay.invalid is None:
        for move in list_legal_moves(replay.game, replay.state, seat):
            moves.setdefault(replay.game.lesson_name(move), []).append(move)
    return moves


def rank_moves(
    replay: Replay, seat: int, viewer: int | None, moves: Sequence[Move], lessons: Sequence[Lesson] = ()
) -> list[tuple[float, Move]]:
    """Return (estimated value for the seat in points, move) pairs. The move to propose comes first.

    Among moves within ``EQUAL_WORTH_MARGIN`` of the best, those of the given lessons come first, in the
    order of the lessons.
    """
    lesson_name = replay.game.lesson_name
    if not moves:
        return []
    state = replay.game.guess_hidden(replay.state, viewer)
    values = [(replay.game.worth(state, seat, move), move) for move in moves]
    names = [lesson.name for lesson in lessons]
    good_enough = max(worth for worth, _ in values) - EQUAL_WORTH_MARGIN

    def get_sort_key(pair: tuple[float, Move]) -> tuple[int, float]:
        worth, move = pair
        if worth < good_enough:
            return len(names) + 1, -worth
        return names.index(lesson_name(move)) if lesson_name(move) in names else len(names), -worth

    return sorted(values, key=get_sort_key)


def _make_proposal(
    replay: Replay, seat: int, viewer: int | None, possible: Sequence[Lesson], new: Sequence[Lesson],
    by_name: dict[str, list[Move]],
) -> Proposal | None:  # fmt: skip
    awaiting = replay.game.awaiting(replay.state)
    is_awaited = seat in awaiting.seats
    moves = [move for lesson in possible if not lesson.is_event for move in by_name[lesson.name]]
    ranked = rank_moves(replay, seat, viewer, moves, new)
    events = [
        lesson
        for lesson in (*new, *possible)
        if not ranked or (lesson.is_event and type(by_name[lesson.name][0]) is awaiting.moves[0])
    ]
    if not ranked or (ranked[0][0] <= 0 and (events or not is_awaited)):
        return Proposal(events[0], tuple(by_name[events[0].name])) if is_awaited else None
    move = ranked[0][1]
    lesson = next(one for one in possible if one.name == replay.game.lesson_name(move))
    others = tuple(other for other in by_name[lesson.name] if other is not move)
    entry = Entry(0, "move", seat, move)
    after = replay_with_move(replay, seat, move)
    consequences = find_visible_consequences(replay, after, entry, viewer)
    reasons = replay.game.reasons(replay.game.guess_hidden(replay.state, viewer), seat, move)
    choices, then = _choose_best_by_piece(replay, seat, viewer, ranked), None
    piece, awaited = replay.game.piece, get_awaiting(after)
    if not choices and piece and not piece(move) and awaited and seat in awaited.seats:
        following = list_legal_moves(after.game, after.state, seat)
        ranked = rank_moves(after, seat, viewer, following)
        choices, then = _choose_best_by_piece(after, seat, viewer, ranked), after
    return Proposal(lesson, (move, *others), move, consequences, reasons, choices, then)


def _choose_best_by_piece(
    replay: Replay, seat: int, viewer: int | None, ranked: Sequence[tuple[float, Move]]
) -> tuple[BestMoveWithPiece, ...]:
    """Return the best of the ``ranked`` moves with each hidden piece. Moves without gain are left out."""
    game, best = replay.game, dict[str, Move]()
    if game.piece is None:
        return ()
    kinds = defaultdict[str, set[str]](set)
    for worth, move in ranked:
        piece = game.piece(move)
        kinds[piece].add(game.lesson_name(move))
        if piece and worth > 0:
            best.setdefault(piece, move)
    state = game.guess_hidden(replay.state, viewer)
    return tuple(
        BestMoveWithPiece(
            piece,
            move,
            _find_visible_gain(replay, seat, viewer, move),
            game.reasons(state, seat, move)[:1],
            game.lesson_name(move) if len(kinds[piece]) > 1 else "",
        )
        for piece, move in [*best.items()][:MAX_NAMED_CHOICES]
    )


def _find_visible_gain(replay: Replay, seat: int, viewer: int | None, move: Move) -> int:
    """Return the points that a move brings its seat at once. 0 if the viewer may not know the seat's points
    yet, even if the move would end the game and reveal them."""
    before, after = (
        get_visible_points(at, viewer) for at in (replay, replay_with_move(replay, seat, move))
    )
    return after[seat] - before[seat] if seat in before and seat in after else 0


def make_early_end_warning(replay: Replay, seat: int, viewer: int | None, move: Move) -> Description | None:
    """Return a warning about a legal move that ends the game to the seat's disadvantage, or None."""
    game, after = replay.game, replay_with_move(replay, seat, move)
    is_end = game.ending(after.state) is not None
    is_last = any(one.last and one.name == game.lesson_name(move) for one in get_lessons(replay))
    if not (is_end or is_last):
        return None
    state = game.guess_hidden(replay.state, viewer)
    worth = game.worth(state, seat, move)
    is_waiting = seat not in game.awaiting(replay.state).seats
    others = () if is_waiting else list_legal_moves(game, replay.state, seat)
    if worth >= 0 or not (is_waiting or any(game.worth(state, seat, move) > worth for move in others)):
        return None
    if is_last:
        points = get_visible_points(after, viewer).get(seat, 0)
        return Description("table.ends_own_game", {"points": points})
    return Description("table.ends_behind")


def replay_with_move(replay: Replay, seat: int, move: Move) -> Replay:
    """Return the replay as it would be after this seat's move. Nothing is stored."""
    return replace(replay, state=replay.game.apply(replay.state, seat, move))


def get_visible_points(replay: Replay, viewer: int | None) -> dict[int, int]:
    """Return, by seat, the points of all scores that the viewer may know. Unknown numbers count as 0."""
    hidden = replay.game.hidden_seats(replay.state, viewer)
    return {
        seat: sum(line.points or 0 for line in lines)
        for seat, lines in score_lines_by_seat(replay).items()
        if seat not in hidden
    }


def find_visible_consequences(
    before: Replay, after: Replay, entry: Entry, viewer: int | None
) -> Consequences:
    """Return what ``entry`` changed from ``before`` to ``after``, as far as the viewer may know it."""
    all_consequences = find_consequences(before, entry, after)
    hidden = before.game.hidden_seats(before.state, viewer) | after.game.hidden_seats(after.state, viewer)
    if not hidden:
        return all_consequences
    own = entry.seat == viewer
    return Consequences(
        all_consequences.previews if own else (),
        all_consequences.warnings if own else (),
        tuple(gain for gain in all_consequences.gains if gain.seat not in hidden),
        turn_ended=all_consequences.turn_ended,
        turn_continues=all_consequences.turn_continues,
    )
