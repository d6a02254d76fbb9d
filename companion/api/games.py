"""Games, rules, recorded plays and counting: operations that need no table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from flask import g
from marshmallow.validate import Length, Range

from companion.api.access import Mode, Options, SeatLink
from companion.api.operations import OPEN_LIMIT, operation
from companion.engine.game import MAX_SEATS, Game, Kind, Meta, Option, Setup
from companion.engine.json_data import to_json
from companion.engine.ranking import rank
from companion.games import GAMES, TALLIES
from companion.games.seeds import plays
from companion.sentences.outcome import RankingResponse, ranking_data
from companion.sentences.phrases import Phrasebook
from companion.sentences.presenters import SeatScore, score_data
from companion.services import tables
from companion.tables.errors import Malformed, Refused
from companion.tables.opening import get_game, validate_options
from companion.tables.queries import scores
from companion.tables.recorded_plays import load_recorded_play, open_practice_table
from companion.tables.schemas import parse_value, schema_name
from companion.tables.state import TableState
from companion.tables.writing import EntryNumber, any_of_schemas


class GameSummary(TypedDict):
    slug: str
    title: str
    seats: Annotated[list[int], "Fewest and most."]


class GameList(TypedDict):
    games: list[GameSummary]


@operation("GET", "/games", bearer=False)
def list_games() -> GameList:
    """The shelf: every game with its seats."""
    return {"games": [_game_summary(game) for game in GAMES]}


class OptionDescription(TypedDict):
    name: str
    kind: Kind
    default: Any
    choices: list[str]
    bounds: Annotated[list[int], "Lowest and highest number."]
    late: Annotated[bool, "May be set while the game runs."]
    modes: list[str]
    label: str
    help: str


class MoveDescription(TypedDict):
    move: str
    label: str
    schema: Annotated[str, "Its fields: the component of that name."]
    examples: list[dict[str, Any]]


class MoveDescriptions(TypedDict):
    referee: list[MoveDescription]
    tally: list[MoveDescription]


class RuleSection(TypedDict):
    section: str
    title: str
    text: str


class GameDescription(GameSummary):
    rules_version: int
    options: list[OptionDescription]
    moves: MoveDescriptions
    rules: list[RuleSection]


@operation("GET", "/games/{slug}", bearer=False)
def get_game_description(slug: str) -> GameDescription:
    """A game's options, moves with examples, and the rules at hand in our own words."""
    game = get_game(slug)
    phrases = Phrasebook(game)
    return {
        **_game_summary(game),
        "rules_version": game.meta.version,
        "options": [_option(phrases, option) for option in game.meta.options],
        "moves": {"referee": _moves(game), "tally": _moves(TALLIES[slug])},
        "rules": rule_sections(phrases),
    }


def _game_summary(game: Game[Any]) -> GameSummary:
    return {"slug": game.meta.slug, "title": game.meta.title, "seats": list(game.meta.seats)}


def _option(phrases: Phrasebook, option: Option) -> OptionDescription:
    label, help_text = phrases.option(option.name)
    return {
        "name": option.name, "kind": option.kind, "default": option.default,
        "choices": list(option.choices), "bounds": list(option.bounds), "late": option.late,
        "modes": list(option.modes), "label": label, "help": help_text,
    }  # fmt: skip


def _moves(game: Game[Any]) -> list[MoveDescription]:
    phrases = Phrasebook(game)
    return [
        {
            "move": kind.__name__,
            "label": phrases.move(kind.__name__),
            "schema": schema_name(kind),
            "examples": [to_json(example) for example in game.examples if type(example) is kind],
        }
        for kind in game.moves
    ]


def rule_sections(phrases: Phrasebook) -> list[RuleSection]:
    """Every section of a game's rules in our own words."""
    sections = phrases.game.words.sections() if phrases.game else ()
    texts = {section: phrases.rule(section) for section in sections}
    return [{"section": section, "title": title, "text": text} for section, (title, text) in texts.items()]


SheetData = Annotated[dict[str, Any], any_of_schemas([game.scoring.sheet_type for game in GAMES])]


@dataclass(frozen=True, slots=True)
class CountSheets:
    """Sheets to count without a table, in seat order."""

    sheets: Annotated[tuple[SheetData, ...], Length(min=1, max=MAX_SEATS)]
    options: Options = field(default_factory=dict)
    seats: Annotated[
        int | None,
        Range(1, MAX_SEATS),
        "How many played. By default as many as there are sheets; where those are fewer than can play,"
        " what could be true at any table stands.",
    ] = None


class CountedSheets(TypedDict):
    seats: list[SeatScore]
    ranking: RankingResponse | None


@operation("POST", "/score/{slug}", bearer=False, faults=(422,))
def count_sheets(slug: str, body: CountSheets) -> CountedSheets:
    """Count sheets without a table: lines, totals, places and every step of the tie-break.

    Fewer sheets than the game has seats are counted too, and places are those among the sheets given;
    nothing is kept. Sheets of a whole table are also checked against each other.
    """
    game = get_game(slug)
    g.game = game
    given = len(body.sheets)
    seats = _seats(game.meta, given, body.seats)
    setup = Setup.of(game.meta, seats, validate_options(game.meta, "tally", body.options, seats))
    sheets = tuple(parse_value(game.scoring.sheet_type, sheet) for sheet in body.sheets)
    for seat, sheet in enumerate(sheets):
        refusal = game.scoring.check_sheet(setup, seat, sheet)
        if refusal is not None:
            raise Refused(refusal, 0)
    if given == seats:
        refusal = game.scoring.check_together(setup, sheets)
        if refusal is not None:
            raise Refused(refusal, 0)
    phrases = Phrasebook(game)
    ranking = rank(game.scoring.criteria(setup, sheets), given)
    return {
        "seats": score_data(phrases, game.scoring.lines(setup, sheets)),
        "ranking": ranking_data(phrases, ranking),
    }


def _seats(meta: Meta, given: int, said: int | None) -> int:
    """How many played: as is said, else the seats that were given sheets, else as many as can."""
    low, high = meta.seats
    if given > high:
        raise Malformed({"sheets": [f"At most {high}."]})
    if said is not None and not max(low, given) <= said <= high:
        raise Malformed({"seats": [f"{max(low, given)} to {high}."]})
    return said or (given if given >= low else high)


class RecordedPlaySummary(TypedDict):
    slug: str
    name: str
    title: str


class RecordedPlayList(TypedDict):
    plays: list[RecordedPlaySummary]


@operation("GET", "/plays", bearer=False)
def list_recorded_plays() -> RecordedPlayList:
    """The recorded plays."""
    return {
        "plays": [
            {"slug": game.meta.slug, "name": name, "title": play["title"]}
            for game in GAMES
            for name, play in plays(game.meta.slug).items()
        ]
    }


@dataclass(frozen=True, slots=True)
class StepQuery:
    step: Annotated[EntryNumber | None, "Entries played; all of them if left out."] = None


class RecordedPlayPosition(RecordedPlaySummary):
    mode: Mode
    names: list[str]
    steps: int
    step: int
    view: dict[str, Any]
    ended: bool
    seats: list[SeatScore]
    ranking: RankingResponse | None


@operation("GET", "/plays/{slug}/{name}", bearer=False)
def get_recorded_play_position(slug: str, name: str, query: StepQuery) -> RecordedPlayPosition:
    """A recorded play after so many entries, as a viewer would see it."""
    walked = load_recorded_play(slug, name)
    play, steps = walked.play, len(walked.play.log)
    step = steps if query.step is None else min(query.step, steps)
    position = walked.positions[step]
    sheet = scores(TableState(0, "", slug, play.mode, play.names, step, position), None)
    phrases = Phrasebook(position.game, play.names)
    return {
        "slug": slug,
        "name": name,
        "title": play.title,
        "mode": play.mode,
        "names": list(play.names),
        "steps": steps,
        "step": step,
        "view": position.game.view(position.state, None),
        "ended": sheet.final,
        "seats": score_data(phrases, sheet.lines),
        "ranking": ranking_data(phrases, sheet.ranking),
    }


@dataclass(frozen=True, slots=True)
class OpenTrial:
    step: Annotated[EntryNumber, "Entries played before."]


@operation(
    "POST", "/plays/{slug}/{name}/trials", status=201, bearer=False, faults=(404, 422), limit=OPEN_LIMIT
)
def create_trial(slug: str, name: str, body: OpenTrial) -> SeatLink:
    """Open a table that begins where a recorded play stood; refused at its end.

    The secret is the host's.
    """
    opened = open_practice_table(tables(), slug, name, body.step, "API")
    return {"code": opened.code, "secret": opened.secret}
