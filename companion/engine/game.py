"""A game is a small value: state, moves, a check that answers with a reason, a pure apply, scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from companion.engine.refusal import Place as Place
from companion.engine.refusal import Refusal as Refusal
from companion.engine.refusal import RefusalKind as RefusalKind
from companion.engine.refusal import most_binding as most_binding
from companion.engine.score_pad import Pad
from companion.engine.setup_steps import SetupStep
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import OptionName, Words

S = TypeVar("S")
K = TypeVar("K")

MAX_SEATS = 8
"""Of a table of any game: pages have so many marks and colours, routes so many seats."""

Move = Any
"""A move is an instance of one of a game's frozen dataclasses; its class name is its name in the log."""


@dataclass(frozen=True, slots=True)
class Awaiting:
    """Whom the table waits for, and for what."""

    seats: tuple[int, ...]
    moves: tuple[type, ...]
    prompt: str
    """A code in the game's ``Words.prompts``."""
    values: Mapping[str, object] = field(default_factory=dict)
    optional_seats: tuple[int, ...] = ()
    """Seats that may still enter one of the moves though the table does not wait for them."""
    early_seats: tuple[int, ...] = ()
    """Of these, the seats whose turn may begin now: their phones offer it."""
    early_prompt: str = ""
    """What they are told, a code in ``Words.prompts`` with the same values."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One number on the score sheet, with what makes it up."""

    category: str
    points: int | None
    """None when a printed value is still to be copied from the box."""
    rule: str
    parts: tuple[tuple[str, Mapping[str, object], int | None], ...] = ()
    """(label code, values for its words, points); the points of the parts add up to ``points``."""
    assumed: bool = False
    """True where the number rests on a printed value nobody has confirmed."""
    unknown: tuple[tuple[Unknown, int], ...] = ()
    """Where ``points`` is None: what is missing, and how many times it counts on top of the known parts."""

    @property
    def shown_parts(self) -> tuple[tuple[str, Mapping[str, object], int | None], ...]:
        """The parts without those of which there is none and that are worth nothing."""
        return tuple(part for part in self.parts if part[2] != 0 or 0 not in part[1].values())


def total_of(lines: Iterable[ScoreLine]) -> int | Amount:
    """All points of some score lines; an amount that rests on unknown numbers where one is missing."""
    known, missing = 0, Amount()
    for line in lines:
        parts = sum(points or 0 for _, _, points in line.parts)
        known += parts if line.points is None else line.points
        missing = missing.add(Amount(0, line.unknown))
    return Amount(known, missing.rests_on) if missing.rests_on else known


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the game is over."""

    code: str
    rule: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Description:
    """What an entry came to, or what a move would, as a code and the values of its sentence."""

    code: str
    """In the game's ``Words.log_lines``: the move's class name, or another for what came of it; in its
    ``previews`` and ``reasons`` likewise."""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much an entry changed one line of a seat's score."""

    seat: int
    category: str
    points: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What an entry came to for one seat, which lost or gained by it."""

    seat: int
    code: str
    """In the game's ``Words.effects``."""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A move as everybody at the table may hear it: made of what lies open, whoever reads it."""

    code: str
    """In the game's ``Words.news``."""
    values: Mapping[str, object] = field(default_factory=dict)
    owner: int | None = None
    """Another seat whose thing it touched, or who was given something."""
    effects: tuple[Effect, ...] = ()
    """What it came to for some seats, the one that entered it among them: all of it lies open."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One kind of move: its title, and why it may be wise, stand in ``Words.lessons`` by its name."""

    name: str
    rule: str
    """The section of the rules at hand that tells it."""
    piece: str
    """What it is done with, a word in ``Words.terms``; the game's templates draw it."""
    is_event: bool = False
    """It says what happened at the table (dice, a card): nobody chooses it, so nothing is proposed."""
    last: bool = False
    """Whoever has made it makes no more moves."""
    is_rare: bool = False
    """Many plays do not have it: nobody waits for it to have made every kind."""


Comparable = int | Fraction | Amount | None


@dataclass(frozen=True, slots=True)
class Criterion:
    """One step of the order of places: a value for each seat.

    An ``Amount`` rests on numbers that are not known yet; of ``None`` nothing is known at all.
    """

    code: str
    rule: str
    values: tuple[Comparable, ...]
    most_wins: bool = True
    required_to_win: bool = False
    """A seat whose value here is 0 cannot win. Such values are always known."""
    flag: bool = False
    """The values are 1 and 0 for yes and no."""
    tie_break: bool = False
    """Asked only of seats that are level on what counts."""


Kind = Literal["flag", "choice", "number", "record"]


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the table, chosen when it is opened: a house rule or a fact of the box."""

    name: str
    kind: Kind
    default: Any
    choices: tuple[str, ...] = ()
    bounds: tuple[int, int] = (0, 0)
    """Lowest and highest value of a number."""
    rule: str = ""
    check: Callable[[Any, int], Refusal | None] | None = None
    """For a record (plain JSON data): what is wrong with it at a table of so many seats."""
    shape_error: str = ""
    """The code by which ``check`` refuses what is no record of the kind, so that no fields can show it."""
    printed: bool = False
    """What the box prints or is cut to: copied once, kept as an edition, used again."""
    pad: Pad[Any] | None = None
    """For a printed record that is a list of sheets: how they are copied one by one."""
    confirmation_option: str = ""
    """The switch that is on where somebody put their name to an edition of it."""
    doubts: Callable[[Any], tuple[Refusal, ...]] | None = None
    """For a record that checks out: what is odd about it, to be looked at again and never refused."""
    presets: Mapping[str, Any] = field(default_factory=dict)
    """Records that come with the app, by a name in ``Words.choices``; never what the box prints."""
    late: bool = False
    """May be set while the game runs and after it: a fact of the box that is looked up when needed."""
    rematch_value: Callable[[Any], Any] = lambda value: value
    """What of its value holds for a rematch too; not what was drawn or read off for one play."""
    modes: tuple[str, ...] = ("referee", "tally")


@dataclass(frozen=True, slots=True)
class Meta:
    """What stands on the box, and which switches the table has."""

    slug: str
    title: str
    seats: tuple[int, int]
    options: tuple[Option, ...] = ()
    version: int = 1
    """Of the rules: raised when a fix may make an old entry fall."""
    next_starter: Literal["winner", "fewest", "youngest"] = "winner"
    """Who begins the next play: who won, who had the fewest points, or the youngest (which is asked)."""
    short_title: str = ""
    """What it is called where there is little room, if the title is long."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: the number of seats, who begins, and the options."""

    seats: int
    options: Mapping[str, Any]
    """A value for every option of the game, also for those that are newer than the table."""
    first: int = 0

    @classmethod
    def of(cls, meta: Meta, seats: int, options: Mapping[str, Any] | None = None, first: int = 0) -> Setup:
        """A setup with the options given, and the game's default for all others."""
        return cls(seats, {**{o.name: o.default for o in meta.options}, **(options or {})}, first)


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _no_data(*_: Any) -> dict[Any, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Scoring(Generic[K]):
    """The count at the end: one ``Sheet`` a seat, however it was come by."""

    sheet_type: type[K]
    check_sheet: Callable[[Setup, int, K], Refusal | None]
    """What is wrong with one seat's sheet on its own."""
    check_together: Callable[[Setup, tuple[K, ...]], Refusal | None]
    """What is wrong with all sheets side by side."""
    lines: Callable[[Setup, tuple[K, ...]], tuple[tuple[ScoreLine, ...], ...]]
    """Score lines for each seat, in the order of the score sheet."""
    criteria: Callable[[Setup, tuple[K, ...]], tuple[Criterion, ...]]
    """The order of places: the points first, then each tie-break of the rulebook."""
    sheet_form_data: Callable[[Setup, K | None], dict[str, Any]] = _no_data
    """Plain data that the form for a sheet draws, for a sheet that may be empty or not stand yet."""
    partial_lines: Callable[[Setup, K], tuple[ScoreLine, ...]] | None = None
    """The lines of one sheet while others are missing, for a game in which they bear on one another: what
    waits for them has no points yet."""


def overlay(public: Any, own: Any) -> Any:
    """Plain data with other values at some places: ``{"seats": {1: {"money": 40}}}`` tells the second
    seat's money, and leaves everything else as it was."""
    if not isinstance(own, dict):
        return own
    if isinstance(public, dict):
        return {**public, **{key: overlay(public.get(key), value) for key, value in own.items()}}
    return [overlay(value, own[n]) if n in own else value for n, value in enumerate(public)]


def _nothing_secret(state: Any, viewer: int | None) -> frozenset[int]:
    return frozenset()


def _all_open(seats: int, made: Sequence[tuple[int, Move]]) -> frozenset[int]:
    return frozenset(range(len(made)))


def _as_entered(state: Any, viewer: int | None, seat: int, move: Move) -> Move:
    return move


def _by_its_fields(state: Any, seat: int, move: Move) -> Description:
    return Description(type(move).__name__, {part.name: getattr(move, part.name) for part in fields(move)})


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A record of functions: nothing to inherit, nothing to override.

    ``check`` gives the first refusal in the rulebook's order, but one that the table cannot overrule
    before one that it can (``most_binding``); ``apply`` is pure, never checks and is called only after
    ``check`` let the move through (or the table allowed it anyway).
    """

    meta: Meta
    moves: tuple[type, ...]
    setup: Callable[[Setup], S]
    awaiting: Callable[[S], Awaiting]
    check: Callable[[S, int, Move], Refusal | None]
    apply: Callable[[S, int, Move], S]
    candidates: Callable[[S, int], Iterable[Move]]
    """Moves worth a button; the legal ones among them are those that ``check`` lets through."""
    score_sheets: Callable[[S], tuple[Any, ...]]
    """What would count for each seat if the game ended now."""
    scoring: Scoring[Any]
    ending: Callable[[S], Ending | None]
    public_view: Callable[[S], dict[str, Any]]
    """Plain data: what everybody may see. ``at_least``, a number for each seat, stands beside the seats'
    names while their scores are hidden."""
    words: Words
    private_view: Callable[[S, int], dict[Any, Any]] = _no_data
    """What one seat alone sees, laid over that (``overlay``), with all that its score rests on; nothing
    while all lies open."""
    hidden_seats: Callable[[S, int | None], frozenset[int]] = _nothing_secret
    """Seats of which something is hidden from the viewer now: a hand, a bid, a stack. While there is one
    their scores are not shown, no file of the table is given out, and a count by hand needs everybody's
    agreement; also where the hidden thing has no part in the score."""
    redact_move: Callable[[S, int | None, int, Move], Move] = _as_entered
    """An entered move as a viewer may see it who does not know what became of it (log, exports): hidden
    things become None. It goes by what everybody knows, never by what is hidden."""
    public_move_indexes: Callable[[int, Sequence[tuple[int, Move]]], frozenset[int]] = _all_open
    """At a table of so many seats: which of the moves that stand, each (seat, move), oldest first, lie
    open to everybody now."""
    past_view: Callable[[S, S, int | None], dict[str, Any]] | None = None
    """An earlier state (then, now, viewer) drawn as ``view`` draws it; for a game whose ``view`` would
    tell of it what the present hides from the viewer."""
    provisional_sheets: Callable[[S], tuple[Any, ...]] | None = None
    """The sheets as they stand, open to everybody, where a sheet counts nothing before its owner says so:
    until the end the pages say what these come to, and that it is so far only as it stands."""
    describe: Callable[[S | None, int, Move], Description] = _by_its_fields
    """A move as ``redact_move`` returns it, with what it came to: the state is the one before it,
    None where the entry is not in force."""
    news: Callable[[S, S, int, Move], NewsItem] | None = None
    """What everybody is told of a move as ``redact_move`` returns it: the states are those before and
    after it, and nothing hidden in them is told. None: what the log says."""
    warnings: Callable[[S, int, Move], tuple[Refusal, ...]] = _nothing
    """What is allowed and yet worth a word before it is entered."""
    preview: Callable[[S, int, Move], tuple[Description, ...]] = _nothing
    """What would come of a move that is allowed, said before it is entered (``Words.previews``)."""
    setup_steps: Callable[[Setup], tuple[SetupStep, ...]] = _nothing
    """What goes where on the real table before the first turn. Of the setup's options those records are
    missing that a table of its mode does not have."""
    lessons: Callable[[Setup], tuple[Lesson, ...]] = _nothing
    """The kinds of moves that a newcomer learns, in the order in which they are proposed."""
    lesson_name: Callable[[Move], str] = lambda move: type(move).__name__
    """The name of the kind that a move is of, as its fields alone tell; of none of the lessons where it is
    nothing to learn."""
    reasons: Callable[[S, int, Move], tuple[Description, ...]] = _nothing
    """What speaks for a legal move, or what it closes, said to a newcomer (``Words.reasons``): only what
    everybody may know before it is made."""
    worth: Callable[[S, int, Move], float] | None = None
    """What a legal move is worth to its seat, in points that it may expect. None: the points that come of
    the move at once."""
    guess_hidden: Callable[[S, int | None], S] = lambda state, _: state
    """The state with a guess in place of each thing that a viewer (None: a watcher) does not know. The
    guide weighs moves by it and takes its reasons from it, so that no advice tells what is hidden."""
    piece: Callable[[Move], str] | None = None
    """What a move is made with that only its player sees or can pay, a word in ``Words.terms``; empty for a
    move that needs no such thing. The guide names the best move for each."""
    advised_piece: Callable[[S, int, Move], str] | None = None
    """The piece that stands for an advised move, where that of its lesson would mislead."""
    candidates_are_legal: bool = False
    """The candidates are legal as they come (a test holds them against ``check``): nothing to filter."""
    plausible_moves: Callable[[S, int], Iterable[Move]] = _nothing
    """What a hand at the table might try, legal or not: "What can I do?" asks ``check`` about each, to say
    why it cannot be. Of a kind that is left out its example is asked about."""
    move_targets: Callable[[S, int, Move], Place] = _nothing
    """Where on the board a move is made, by the ids that refusals name; empty where it has no place."""
    examples: tuple[Move, ...] = ()
    """One or more of each move, for the API's documentation; every move class has one."""

    def view(self, state: S, viewer: int | None) -> dict[str, Any]:
        """What one seat (None: a viewer) may see: pages, API and streams know nothing else."""
        private = {} if viewer is None else self.private_view(state, viewer)
        public = self.public_view(state)
        return overlay(public, private) if private else public

    @property
    def has_secrets(self) -> bool:
        """Whether anything is ever hidden; else ``view`` is the same for everybody."""
        return self.hidden_seats is not _nothing_secret

    @property
    def log_is_open(self) -> bool:
        """Whether everybody may read every entry as it was made, whatever is hidden of the state."""
        return self.redact_move is _as_entered


def option_named(game: Game[Any], name: str) -> Option | None:
    """The option of that name, or None."""
    return next((option for option in game.meta.options if option.name == name), None)


def check_option(option: Option, value: Any, seats: int) -> Refusal | None:
    """Why an option cannot have this value at a table of so many seats, or None."""
    if not _fits(option, value):
        return Refusal("table.option_value", "setup", {"option": OptionName(option.name)})
    if option.check is not None and value is not None:
        return option.check(value, seats)
    return None


def _fits(option: Option, value: Any) -> bool:
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "choice":
        return isinstance(value, str) and value in option.choices
    if option.kind == "number":
        return type(value) is int and option.bounds[0] <= value <= option.bounds[1]
    return True
