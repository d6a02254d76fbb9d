"""Operations that need no table: games, their rules, recorded plays, and counting score sheets."""

from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from marshmallow.validate import Length, Range

from companion.api.operations import OPEN_TABLE_RATE, GameOptions, Mode, SeatLink, operation
from companion.engine.game import MAX_SEATS, Game, Meta, Option, OptionKind, Setup
from companion.engine.json_data import to_json
from companion.engine.ranking import rank_seats
from companion.games import GAMES, TALLIES_BY_SLUG
from companion.games.seeds import load_plays
from companion.sentences.outcome import RankingResponse, ranking_data
from companion.sentences.phrases import Phrasebook
from companion.sentences.presenters import SeatScore, response_data, score_data
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
    seats: Annotated[list[int], "The lowest and highest number."]


class GameList(TypedDict):
    games: list[GameSummary]


@operation("GET", "/games", bearer=False)
def list_games() -> GameList:
    """List all games, with the lowest and the highest number of seats."""
    return {"games": [response_data(GameSummary, game.meta) for game in GAMES]}


class OptionDescription(TypedDict):
    name: str
    kind: OptionKind
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
    schema: Annotated[str, "The name of the schema component."]
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
    """Read a game's options, its moves with examples, and its rules in the app's own words."""
    game = get_game(slug)
    phrases = Phrasebook(game)
    return {
        **response_data(GameSummary, game.meta),
        "rules_version": game.meta.version,
        "options": [_describe_option(phrases, option) for option in game.meta.options],
        "moves": {"referee": _describe_moves(game), "tally": _describe_moves(TALLIES_BY_SLUG[slug])},
        "rules": rule_sections(phrases),
    }


def _describe_option(phrases: Phrasebook, option: Option) -> OptionDescription:
    label, help_text = phrases.option(option.name)
    return response_data(OptionDescription, option, label=label, help=help_text)


def _describe_moves(game: Game[Any]) -> list[MoveDescription]:
    phrases = Phrasebook(game)
    return [
        {
            "move": kind.__name__,
            "label": phrases.move_label(kind.__name__),
            "schema": schema_name(kind),
            "examples": [to_json(example) for example in game.examples if type(example) is kind],
        }
        for kind in game.moves
    ]


def rule_sections(phrases: Phrasebook) -> list[RuleSection]:
    """Return all sections of the rules of the Phrasebook's game; [] if the Phrasebook has no game."""
    sections = phrases.game.words.rule_sections() if phrases.game else ()
    texts = {section: phrases.rule(section) for section in sections}
    return [{"section": section, "title": title, "text": text} for section, (title, text) in texts.items()]


SheetData = Annotated[dict[str, Any], any_of_schemas([game.scoring.sheet_type for game in GAMES])]


@dataclass(frozen=True, slots=True)
class CountSheets:
    """Score sheets to count without a table, in the order of the seats."""

    sheets: Annotated[tuple[SheetData, ...], Length(min=1, max=MAX_SEATS)]
    options: GameOptions = field(default_factory=dict)
    seats: Annotated[
        int | None,
        Range(1, MAX_SEATS),
        "The number of players. By default the number of sheets, or the maximum if those are too few.",
    ] = None


class CountedSheets(TypedDict):
    seats: list[SeatScore]
    ranking: RankingResponse | None


@operation("POST", "/score/{slug}", bearer=False, errors=(422,))
def count_sheets(slug: str, body: CountSheets) -> CountedSheets:
    """Count score sheets without a table: read their lines, totals, places and each step of the ranking.

    Nothing is stored. Fewer sheets than players get places among themselves. With a sheet for each player,
    the sheets are also checked against each other.
    """
    game = get_game(slug)
    number = len(body.sheets)
    seats = _choose_player_count(game.meta, number, body.seats)
    setup = Setup.of(game.meta, seats, validate_options(game.meta, "tally", body.options, seats))
    sheets = tuple(parse_value(game.scoring.sheet_type, sheet) for sheet in body.sheets)
    refusals = (game.scoring.check_sheet(setup, seat, sheet) for seat, sheet in enumerate(sheets))
    refusal = next(filter(None, refusals), None)
    if refusal is None and number == seats:
        refusal = game.scoring.check_together(setup, sheets)
    if refusal is not None:
        raise Refused(refusal, 0)
    phrases = Phrasebook(game)
    ranking = rank_seats(game.scoring.criteria(setup, sheets), number)
    return {
        "seats": score_data(phrases, game.scoring.lines(setup, sheets)),
        "ranking": ranking_data(phrases, ranking),
    }


def _choose_player_count(meta: Meta, sheets: int, requested: int | None) -> int:
    low, high = meta.seats
    if sheets > high:
        raise Malformed({"sheets": [f"At most {high}."]})
    if requested is not None and not max(low, sheets) <= requested <= high:
        raise Malformed({"seats": [f"{max(low, sheets)} to {high}."]})
    return requested or (sheets if sheets >= low else high)


class RecordedPlaySummary(TypedDict):
    slug: str
    name: str
    title: str


class RecordedPlayList(TypedDict):
    plays: list[RecordedPlaySummary]


@operation("GET", "/plays", bearer=False)
def list_recorded_plays() -> RecordedPlayList:
    """List the recorded plays of all games, with name and title."""
    return {
        "plays": [
            {"slug": game.meta.slug, "name": name, "title": play["title"]}
            for game in GAMES
            for name, play in load_plays(game.meta.slug).items()
        ]
    }


@dataclass(frozen=True, slots=True)
class StepQuery:
    step: Annotated[EntryNumber | None, "The number of entries; by default all."] = None


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
    """Read the position of a recorded play after ``step`` entries, as a viewer sees it."""
    walkthrough = load_recorded_play(slug, name)
    play, steps = walkthrough.play, len(walkthrough.play.log)
    step = steps if query.step is None else min(query.step, steps)
    position = walkthrough.positions[step]
    sheet = scores(TableState(0, "", slug, play.mode, play.names, step, position), None)
    phrases = Phrasebook(position.game, play.names)
    return response_data(
        RecordedPlayPosition, play, slug=slug, name=name, steps=steps, step=step,
        view=position.game.view(position.state, None),
        ended=sheet.final,
        seats=score_data(phrases, sheet.lines),
        ranking=ranking_data(phrases, sheet.ranking),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class OpenTrial:
    step: Annotated[EntryNumber, "The number of entries."]


@operation(
    "POST", "/plays/{slug}/{name}/trials", status=201, bearer=False, errors=(404, 422),
    limit=OPEN_TABLE_RATE,
)  # fmt: skip
def create_trial(slug: str, name: str, body: OpenTrial) -> SeatLink:
    """Open a practice table that begins after ``step`` entries of a recorded play; 422 if it is over then.

    The returned secret is the host's.
    """
    opened = open_practice_table(tables(), slug, name, body.step, "API")
    return {"code": opened.code, "secret": opened.secret}
