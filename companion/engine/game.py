"""The interface of a game: a ``Game`` is a record of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from companion.engine.refusal import ElementIds as ElementIds
from companion.engine.refusal import Refusal as Refusal
from companion.engine.refusal import RefusalKind as RefusalKind
from companion.engine.refusal import choose_most_binding as choose_most_binding
from companion.engine.score_pad import PadFunctions
from companion.engine.setup_steps import SetupStep
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import OptionName, Words

StateT = TypeVar("StateT")
SheetT = TypeVar("SheetT")

MAX_SEATS = 8
"""The largest number of seats of any game, and the number of seat colours of the pages."""

Move = Any
"""An instance of one of the game's frozen dataclasses. The log stores its class name."""


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The seats that the table waits for, and the moves that these seats may enter."""

    seats: tuple[int, ...]
    moves: tuple[type, ...]
    prompt: str
    """A key of the game's ``Words.prompts``."""
    values: Mapping[str, object] = field(default_factory=dict)
    optional_seats: tuple[int, ...] = ()
    """Seats that may also enter one of the moves, but need not."""
    early_seats: tuple[int, ...] = ()
    """Those of the optional seats that may start their turn now. Their phones show a button for it."""
    early_prompt: str = ""
    """The prompt for the early seats: a key of ``Words.prompts``. It has the same values as ``prompt``."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet: a category, its points, and the parts that add up to them."""

    category: str
    points: int | None
    """None if a printed number is still missing."""
    rule: str
    parts: tuple[tuple[str, Mapping[str, object], int | None], ...] = ()
    """(key of ``Words.parts``, values of its sentence, points). They add up to ``points``."""
    assumed: bool = False
    """Whether the points depend on a printed number that nobody has confirmed."""
    unknown: tuple[tuple[Unknown, int], ...] = ()
    """If ``points`` is None: each missing number, and how many times it is added to the parts."""

    @property
    def shown_parts(self) -> tuple[tuple[str, Mapping[str, object], int | None], ...]:
        """The ``parts`` that pages show: all except parts with 0 points and a 0 among their values."""
        return tuple(part for part in self.parts if part[2] != 0 or 0 not in part[1].values())


def sum_score_lines(lines: Iterable[ScoreLine]) -> int | Amount:
    """Return the sum of the lines' points, as an ``Amount`` if it depends on unknown numbers."""
    known, missing = 0, Amount()
    for line in lines:
        parts = sum(points or 0 for _, _, points in line.parts)
        known += parts if line.points is None else line.points
        missing = missing.add(Amount(0, line.unknown))
    return Amount(known, missing.rests_on) if missing.rests_on else known


@dataclass(frozen=True, slots=True)
class Ending:
    """The reason why the game is over. ``code`` is a key of ``Words.endings``."""

    code: str
    rule: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gain:
    """The points that a seat gains in one category of its score sheet. They are negative for a loss."""

    seat: int
    category: str
    points: int


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of an entry on one seat: the code and the values of the sentence that describes it."""

    seat: int
    code: str
    """A key of the game's ``Words.effects``."""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Description:
    """The code and the values of a sentence about an entry, or about a move that is not entered yet.

    The news of a move has only public information, so it is the same for every reader.
    """

    code: str
    """A key of ``Words.log_lines``, ``news``, ``previews`` or ``reasons``: the move's class or a code."""
    values: Mapping[str, object] = field(default_factory=dict)
    owner: int | None = None
    """Another seat that the move affected, or None."""
    effects: tuple[Effect, ...] = ()
    """In the news: public effects on some seats, which may include the seat that moved."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One kind of move that a newcomer learns. ``Words.lessons`` has its title and advice."""

    name: str
    rule: str
    """The section of the rules that explains the move."""
    piece: str
    """The piece that the move uses: a key of ``Words.terms``. The game's templates draw it."""
    is_event: bool = False
    """Whether the move reports what happened (dice, a card). Nobody chooses it, so it is never proposed."""
    last: bool = False
    """Whether this is the last move that a seat makes."""
    is_rare: bool = False
    """Whether the move does not occur in every game. The guide is complete without this lesson."""


CriterionValue = int | Fraction | Amount | None


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion of the ranking, such as a tie-break, with a value for each seat (None: unknown)."""

    code: str
    rule: str
    values: tuple[CriterionValue, ...]
    most_wins: bool = True
    required_to_win: bool = False
    """Whether a seat with the value 0 cannot win. These values are always known."""
    flag: bool = False
    """Whether the values are 1 for yes and 0 for no."""
    tie_break: bool = False
    """Whether the criterion only decides between seats that are level on points."""


OptionKind = Literal["flag", "choice", "number", "record"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a table: a house rule, or a number that is printed in the box."""

    name: str
    kind: OptionKind
    default: Any
    choices: tuple[str, ...] = ()
    bounds: tuple[int, int] = (0, 0)
    """The lowest and highest value of a number."""
    rule: str = ""
    check: Callable[[Any, int], Refusal | None] | None = None
    """For a record (plain JSON data): return what is wrong with it, given the number of seats."""
    shape_error: str = ""
    """The code with which ``check`` refuses data of the wrong shape, which no form could show."""
    printed: bool = False
    """Whether the value is printed in the box. It is copied once and stored as an edition."""
    pad: PadFunctions[Any] | None = None
    """For a printed record that is a list of pages: how to copy them one by one."""
    confirmation_option: str = ""
    """The flag that is set when a person confirmed the edition."""
    doubts: Callable[[Any], tuple[Refusal, ...]] | None = None
    """For a valid record: return what is unusual about it. The app asks about it and never refuses it."""
    presets: Mapping[str, Any] = field(default_factory=dict)
    """Records that come with the app, by a key of ``Words.choices``. None is what a box prints."""
    late: bool = False
    """Whether the value may be set during or after the game, because it is looked up only when needed."""
    rematch_value: Callable[[Any], Any] = lambda value: value
    """Return the part of the value that also holds for a rematch."""
    modes: tuple[str, ...] = ("referee", "tally")


@dataclass(frozen=True, slots=True)
class Meta:
    """The name of a game, the numbers of players that it allows, and its options."""

    slug: str
    title: str
    seats: tuple[int, int]
    options: tuple[Option, ...] = ()
    version: int = 1
    """Version of the rules. It increases if a fix may make a stored entry invalid."""
    next_starter: Literal["winner", "fewest", "youngest"] = "winner"
    """Who starts a rematch: the winner, the seat with the fewest points, or the youngest (asked)."""
    short_title: str = ""
    """The title where space is short, if ``title`` is long."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a game: number of seats, first seat and options."""

    seats: int
    options: Mapping[str, Any]
    """A value for every option of the game, including options newer than the table."""
    first: int = 0

    @classmethod
    def of(cls, meta: Meta, seats: int, options: Mapping[str, Any] | None = None, first: int = 0) -> Setup:
        """Return a setup with these options. Options that are left out get their defaults."""
        return cls(seats, {**{o.name: o.default for o in meta.options}, **(options or {})}, first)


@dataclass(frozen=True, slots=True)
class Scoring(Generic[SheetT]):
    """The functions with which a game counts points. Each seat has one sheet (``sheet_type``)."""

    sheet_type: type[SheetT]
    check_sheet: Callable[[Setup, int, SheetT], Refusal | None]
    """Return the refusal of one seat's sheet, or None if it is valid."""
    check_together: Callable[[Setup, tuple[SheetT, ...]], Refusal | None]
    """Return the refusal of all sheets together, or None if they are valid."""
    lines: Callable[[Setup, tuple[SheetT, ...]], tuple[tuple[ScoreLine, ...], ...]]
    """Return the score lines of each seat, in the order of the score sheet."""
    criteria: Callable[[Setup, tuple[SheetT, ...]], tuple[Criterion, ...]]
    """Return the ranking criteria: points first, then each tie-break of the rulebook."""
    sheet_form_data: Callable[[Setup, SheetT | None, tuple[SheetT, ...]], dict[str, Any]] = lambda *_: {}
    """Return plain data for the form of a sheet. The sheet is None or invalid if it is not filled in. The
    last argument has all filled sheets; it is empty if one sheet is changed."""
    partial_lines: Callable[[Setup, SheetT], tuple[ScoreLine, ...]] | None = None
    """Return the lines of one sheet while others are missing. Only for games in which sheets affect one
    another; lines that need the others have no points yet."""


def merge_views(public: Any, own: Any) -> Any:
    """Return a copy of the public view, in which the values of ``own`` replace those at the same place.

    Where the public view has a list, ``own`` has a dict with indexes as keys.

    >>> merge_views({"seats": [{"money": None}, {"money": None}]}, {"seats": {1: {"money": 40}}})
    {'seats': [{'money': None}, {'money': 40}]}
    """
    if not isinstance(own, dict):
        return own
    if isinstance(public, dict):
        return {**public, **{key: merge_views(public.get(key), value) for key, value in own.items()}}
    return [merge_views(value, own[n]) if n in own else value for n, value in enumerate(public)]


def _no_hidden_seats(state: Any, viewer: int | None) -> frozenset[int]:
    return frozenset()


def _redact_nothing(state: Any, viewer: int | None, seat: int, move: Move) -> Move:
    return move


@dataclass(frozen=True, slots=True)
class Game(Generic[StateT]):
    """A game as a record of functions. Nothing is inherited or overridden.

    ``check`` returns the first refusal in the rulebook's order, but a refusal that the table cannot
    overrule comes before all others (``choose_most_binding``). ``apply`` is pure and checks nothing: it is
    called only after ``check`` returned None, or after the table allowed the move.
    """

    meta: Meta
    moves: tuple[type, ...]
    setup: Callable[[Setup], StateT]
    awaiting: Callable[[StateT], Awaiting]
    check: Callable[[StateT, int, Move], Refusal | None]
    apply: Callable[[StateT, int, Move], StateT]
    candidates: Callable[[StateT, int], Iterable[Move]]
    """Return the legal moves of a seat that have a button."""
    score_sheets: Callable[[StateT], tuple[Any, ...]]
    """Return each seat's sheet if the game ended now."""
    scoring: Scoring[Any]
    ending: Callable[[StateT], Ending | None]
    public_view: Callable[[StateT], dict[str, Any]]
    """Return plain data that everybody may see. While scores are hidden, ``at_least`` has the points of
    each seat that are already certain."""
    words: Words
    describe: Callable[[StateT | None, int, Move], Description]
    """Return the description of a move that ``redact_move`` returned. The state is the one before the
    move, or None if the entry is undone, changed or invalid."""
    news: Callable[[StateT, StateT, int, Move], Description]
    """Return the news of a move that ``redact_move`` returned. The arguments are the states before and
    after it, the seat and the move."""
    private_view: Callable[[StateT, int], dict[Any, Any]] = lambda *_: {}
    """Return the part of the view that only one seat may see (``merge_views`` adds it). It has all that the
    seat's score depends on, and is empty while nothing is hidden."""
    hidden_seats: Callable[[StateT, int | None], frozenset[int]] = _no_hidden_seats
    """Return the seats of which something is hidden from the viewer: a hand, a bid, a stack. Meanwhile
    their scores are hidden, the table cannot be exported, and a tally needs everybody's agreement."""
    redact_move: Callable[[StateT, int | None, int, Move], Move] = _redact_nothing
    """Return a logged move as the viewer may see it, with None for hidden values. Nothing else in the
    result may depend on hidden information."""
    public_move_indexes: Callable[[int, Sequence[tuple[int, Move]]], frozenset[int]] = (
        lambda _, past_moves: frozenset(range(len(past_moves)))
    )
    """Return the indexes of the moves that everybody may see now. The arguments are the number of seats
    and the moves (seat, move) that are not undone, oldest first."""
    past_view: Callable[[StateT, StateT, int | None], dict[str, Any]] | None = None
    """Return the view of an earlier state. The arguments are that state, the state now, and the viewer.
    Only needed if ``view`` of the earlier state would reveal something that is hidden now."""
    provisional_sheets: Callable[[StateT], tuple[Any, ...]] | None = None
    """Return the sheets as they would be if every seat had announced its result. Only for games in which
    a sheet counts nothing before. Pages mark these scores as provisional."""
    warnings: Callable[[StateT, int, Move], tuple[Refusal, ...]] = lambda *_: ()
    """Return warnings about a legal move, to be shown before it is entered."""
    preview: Callable[[StateT, int, Move], tuple[Description, ...]] = lambda *_: ()
    """Return the effects of a legal move (``Words.previews``), to be shown before it is entered."""
    setup_steps: Callable[[Setup], tuple[SetupStep, ...]] = lambda *_: ()
    """Return the steps of setting up the table. A setup may lack options that do not exist in its mode."""
    lessons: tuple[Lesson, ...] = ()
    """The kinds of moves that a newcomer learns, in the order in which they are proposed."""
    lesson_name: Callable[[Move], str] = lambda move: type(move).__name__
    """Return the name of the move's lesson, from its fields alone. The game need not have such a lesson."""
    reasons: Callable[[StateT, int, Move], tuple[Description, ...]] = lambda *_: ()
    """Return the reasons for a legal move, for newcomers. They use only public information."""
    value_parts: Callable[[StateT, int, Move], Mapping[str, float]] = lambda *_: {}
    """Return the estimated value of a legal move for its seat as named parts, whose sum is the value."""
    points_unit: int = 1
    """How much of this value counts as one point."""
    guess_hidden: Callable[[StateT, int | None], StateT] = lambda state, _: state
    """Return the state with guesses in place of everything that the viewer does not know. The guide
    values moves in this state, so that its advice reveals nothing."""
    piece: Callable[[Move], str] | None = None
    """Return the hidden piece that a move needs (a key of ``Words.terms``), or an empty string. The
    guide names the best move with each piece."""
    advised_piece: Callable[[StateT, int, Move], str] | None = None
    """Return the piece to draw beside an advised move. If this is None, it is the piece of the lesson."""
    plausible_moves: Callable[[StateT, int], Iterable[Move]] = lambda *_: ()
    """Return moves that a player might try, legal or not. The page *What can I do?* shows why each
    illegal one is refused. If a kind of move is left out, the page tries one of ``examples``."""
    move_targets: Callable[[StateT, int, Move], ElementIds] = lambda *_: ()
    """Return the ids of the board elements on which the move is made. Refusals name the same ids."""
    examples: tuple[Move, ...] = ()
    """At least one example of each move class, for the API documentation."""

    def worth(self, state: StateT, seat: int, move: Move) -> float:
        """Return the estimated value of a legal move in points. The guide proposes the best move."""
        return sum(self.value_parts(state, seat, move).values()) / self.points_unit

    def view(self, state: StateT, viewer: int | None) -> dict[str, Any]:
        """Return all data of a state that the seat ``viewer`` may see (None: somebody without a seat)."""
        private = {} if viewer is None else self.private_view(state, viewer)
        public = self.public_view(state)
        return merge_views(public, private) if private else public

    @property
    def has_secrets(self) -> bool:
        """Whether the game ever hides anything. If it does not, everybody gets the same ``view``."""
        return self.hidden_seats is not _no_hidden_seats

    @property
    def log_is_public(self) -> bool:
        """Whether everybody may read every entry without any part left out."""
        return self.redact_move is _redact_nothing


def find_option(game: Game[Any], name: str) -> Option | None:
    """Return the option with this name, or None if the game has none."""
    return next((option for option in game.meta.options if option.name == name), None)


def check_option(option: Option, value: Any, seats: int) -> Refusal | None:
    """Return why an option cannot have this value at a table with this many seats, or None if it can."""
    if not _is_valid_value(option, value):
        return Refusal("table.option_value", "setup", {"option": OptionName(option.name)})
    if option.check is not None and value is not None:
        return option.check(value, seats)
    return None


def _is_valid_value(option: Option, value: Any) -> bool:
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "choice":
        return isinstance(value, str) and value in option.choices
    if option.kind == "number":
        return type(value) is int and option.bounds[0] <= value <= option.bounds[1]
    return True
