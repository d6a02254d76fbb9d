"""Games, rules, recorded plays and counting: operations that need no table."""

from __future__ import annotations

from typing import Any

from flask import g

from companion.api.operations import OPEN_LIMIT, operation
from companion.api.requests import CountSheets, OpenTrial, StepQuery
from companion.api.responses import (
    CountedSheets,
    GameDescription,
    GameList,
    RecordedPlayList,
    RecordedPlayPosition,
    SeatLink,
)
from companion.engine.data import to_json
from companion.engine.game import Game, Meta, Option, Setup
from companion.engine.ranking import rank
from companion.games import GAMES, TALLIES
from companion.games.seeds import plays
from companion.services import table_store
from companion.tables.errors import Malformed, Refused
from companion.tables.opening import get_game, validated_options
from companion.tables.outcome import ranking_data
from companion.tables.phrases import Phrasebook
from companion.tables.presenters import score_data
from companion.tables.queries import scores
from companion.tables.recorded import walk_through
from companion.tables.schemas import parse_value, schema_of
from companion.tables.state import TableState
from companion.tables.trials import open_trial


@operation("GET", "/games", GameList, bearer=False)
def list_games() -> dict[str, Any]:
    """The shelf: every game with its seats."""
    return {"games": [_on_shelf(game) for game in GAMES]}


@operation("GET", "/games/{slug}", GameDescription, bearer=False)
def get_game_description(slug: str) -> dict[str, Any]:
    """A game's options, moves with examples, and the rules at hand in our own words."""
    game = get_game(slug)
    phrases = Phrasebook(game)
    return {
        **_on_shelf(game),
        "rules_version": game.meta.version,
        "options": [_option(phrases, option) for option in game.meta.options],
        "moves": {"referee": _moves(game), "tally": _moves(TALLIES[slug])},
        "rules": rule_sections(phrases),
    }


def _on_shelf(game: Game[Any]) -> dict[str, Any]:
    return {"slug": game.meta.slug, "title": game.meta.title, "seats": list(game.meta.seats)}


def _option(phrases: Phrasebook, option: Option) -> dict[str, Any]:
    label, help_text = phrases.option(option.name)
    return {
        "name": option.name, "kind": option.kind, "default": option.default,
        "choices": list(option.choices), "bounds": list(option.bounds), "late": option.late,
        "modes": list(option.modes), "label": label, "help": help_text,
    }  # fmt: skip


def _moves(game: Game[Any]) -> list[dict[str, Any]]:
    phrases = Phrasebook(game)
    return [
        {
            "move": kind.__name__,
            "label": phrases.move(kind.__name__),
            "schema": schema_of(kind).__name__,
            "examples": [to_json(example) for example in game.examples if type(example) is kind],
        }
        for kind in game.moves
    ]


def rule_sections(phrases: Phrasebook) -> list[dict[str, str]]:
    """Every section of a game's rules in our own words."""
    sections = phrases.game.words.sections() if phrases.game else ()
    told = {section: phrases.rule(section) for section in sections}
    return [{"section": section, "title": title, "text": text} for section, (title, text) in told.items()]


@operation("POST", "/score/{slug}", CountedSheets, body=CountSheets, bearer=False, faults=(422,))
def count_sheets(slug: str, body: dict[str, Any]) -> dict[str, Any]:
    """Count sheets without a table: lines, totals, places and every step of the tie-break.

    Fewer sheets than the game has seats are counted too, and places are those among the sheets given;
    nothing is kept. Sheets of a whole table are also checked against each other.
    """
    game = get_game(slug)
    g.game = game
    given = len(body["sheets"])
    seats = _seats(game.meta, given, body["seats"])
    setup = Setup.of(game.meta, seats, validated_options(game.meta, "tally", body["options"], seats))
    sheets = tuple(parse_value(game.scoring.sheet, sheet) for sheet in body["sheets"])
    for seat, sheet in enumerate(sheets):
        refusal = game.scoring.check(setup, seat, sheet)
        if refusal is not None:
            raise Refused(refusal, 0)
    if given == seats:
        refusal = game.scoring.together(setup, sheets)
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


@operation("GET", "/plays", RecordedPlayList, bearer=False)
def list_recorded_plays() -> dict[str, Any]:
    """The recorded plays."""
    return {
        "plays": [
            {"slug": game.meta.slug, "name": name, "title": play["title"]}
            for game in GAMES
            for name, play in plays(game.meta.slug).items()
        ]
    }


@operation("GET", "/plays/{slug}/{name}", RecordedPlayPosition, query=StepQuery, bearer=False)
def get_recorded_play_position(slug: str, name: str, query: dict[str, Any]) -> dict[str, Any]:
    """A recorded play after so many entries, as a viewer would see it."""
    walked = walk_through(slug, name)
    play, steps = walked.play, len(walked.play.log)
    step = steps if query["step"] is None else min(query["step"], steps)
    position = walked.positions[step]
    found = scores(TableState(0, "", slug, play.mode, play.names, step, position, table_store()), None)
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
        "ended": found.final,
        "seats": score_data(phrases, found.lines),
        "ranking": ranking_data(phrases, found.ranking),
    }


@operation(
    "POST", "/plays/{slug}/{name}/trials", SeatLink, body=OpenTrial, status=201, bearer=False,
    faults=(404, 422), limit=OPEN_LIMIT,
)  # fmt: skip
def create_trial(slug: str, name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Open a table that begins where a recorded play stood; refused at its end.

    The secret is the host's.
    """
    step = min(body["step"], len(walk_through(slug, name).play.log))
    opened = open_trial(table_store(), slug, name, step, "API")
    return {"code": opened.code, "secret": opened.secret}
