"""Games, rules, recorded plays and counting: operations that need no table."""

from __future__ import annotations

from typing import Any

from flask import g

from companion.api.operations import operation
from companion.api.requests import AtStep, CountSheets
from companion.api.responses import Counted, GameTold, Plays, PlayTold, Shelf
from companion.engine.data import pack
from companion.engine.game import Game, Meta, Option, Setup
from companion.engine.ranking import rank
from companion.engine.replay import replay
from companion.games import GAMES, TALLIES
from companion.games.seeds import plays
from companion.tables.answers import Malformed, Refused
from companion.tables.held import Held
from companion.tables.opening import chosen_options, game_on_shelf, recorded_play
from companion.tables.outcome import ranking_data
from companion.tables.reading import scores
from companion.tables.schemas import schema_of, value_from
from companion.tables.speech import Speaker
from companion.tables.told import score_data


@operation("GET", "/games", Shelf, bearer=False)
def read_games() -> dict[str, Any]:
    """The shelf: every game with its seats."""
    return {"games": [_on_shelf(game) for game in GAMES]}


@operation("GET", "/games/{slug}", GameTold, bearer=False)
def read_game(slug: str) -> dict[str, Any]:
    """A game's options, moves with examples, and the rules at hand in our own words."""
    game = game_on_shelf(slug)
    speaker = Speaker(game)
    return {
        **_on_shelf(game),
        "rules_version": game.meta.version,
        "options": [_option(speaker, option) for option in game.meta.options],
        "moves": {"referee": _moves(game), "tally": _moves(TALLIES[slug])},
        "rules": rules_at_hand(speaker),
    }


def _on_shelf(game: Game[Any]) -> dict[str, Any]:
    return {"slug": game.meta.slug, "title": game.meta.title, "seats": list(game.meta.seats)}


def _option(speaker: Speaker, option: Option) -> dict[str, Any]:
    label, help_text = speaker.option(option.name)
    return {
        "name": option.name, "kind": option.kind, "default": option.default,
        "choices": list(option.choices), "bounds": list(option.bounds), "late": option.late,
        "modes": list(option.modes), "label": label, "help": help_text,
    }  # fmt: skip


def _moves(game: Game[Any]) -> list[dict[str, Any]]:
    speaker = Speaker(game)
    return [
        {
            "move": kind.__name__,
            "label": speaker.move(kind.__name__),
            "schema": schema_of(kind).__name__,
            "examples": [pack(example) for example in game.examples if type(example) is kind],
        }
        for kind in game.moves
    ]


def rules_at_hand(speaker: Speaker) -> list[dict[str, str]]:
    """Every section of a game's rules in our own words."""
    sections = speaker.game.words.sections() if speaker.game else ()
    told = {section: speaker.rule(section) for section in sections}
    return [
        {"section": section, "title": title, "text": text}
        for section, (title, text) in told.items()
    ]


@operation("POST", "/score/{slug}", Counted, body=CountSheets, bearer=False, faults=(422,))
def count_sheets(slug: str, body: dict[str, Any]) -> dict[str, Any]:
    """Count sheets without a table: lines, totals, places and every step of the tie-break.

    Fewer sheets than the game has seats are counted too, and places are those among the sheets given;
    nothing is kept. Sheets of a whole table are also held against each other.
    """
    game = game_on_shelf(slug)
    g.game = game
    given = len(body["sheets"])
    seats = _seats(game.meta, given, body["seats"])
    setting = Setup.of(game.meta, seats, chosen_options(game.meta, "tally", body["options"], seats))
    sheets = tuple(value_from(game.count.sheet, sheet) for sheet in body["sheets"])
    for seat, sheet in enumerate(sheets):
        refusal = game.count.check(setting, seat, sheet)
        if refusal is not None:
            raise Refused(refusal, 0)
    if given == seats:
        refusal = game.count.together(setting, sheets)
        if refusal is not None:
            raise Refused(refusal, 0)
    speaker = Speaker(game)
    ranking = rank(game.count.criteria(setting, sheets), given)
    return {
        "seats": score_data(speaker, game.count.lines(setting, sheets)),
        "ranking": ranking_data(speaker, ranking),
    }


def _seats(meta: Meta, given: int, said: int | None) -> int:
    """How many played: as is said, else the seats that were given sheets, else as many as can."""
    low, high = meta.seats
    if given > high:
        raise Malformed({"sheets": [f"At most {high}."]})
    if said is not None and not max(low, given) <= said <= high:
        raise Malformed({"seats": [f"{max(low, given)} to {high}."]})
    return said or (given if given >= low else high)


@operation("GET", "/plays", Plays, bearer=False)
def read_plays() -> dict[str, Any]:
    """The recorded plays."""
    return {
        "plays": [
            {"slug": game.meta.slug, "name": name, "title": play["title"]}
            for game in GAMES
            for name, play in plays(game.meta.slug).items()
        ]
    }


@operation("GET", "/plays/{slug}/{name}", PlayTold, query=AtStep, bearer=False)
def read_play(slug: str, name: str, query: dict[str, Any]) -> dict[str, Any]:
    """A recorded play after so many entries, as a viewer would see it."""
    play = recorded_play(slug, name)
    steps = len(play.log)
    step = steps if query["step"] is None else min(query["step"], steps)
    playing = replay(play.game, play.setup, play.log[:step])
    found = scores(Held(0, "", slug, play.mode, play.names, step, playing), None)
    speaker = Speaker(playing.game, play.names)
    return {
        "slug": slug,
        "name": name,
        "title": play.title,
        "mode": play.mode,
        "names": list(play.names),
        "steps": steps,
        "step": step,
        "view": playing.game.view(playing.state, None),
        "ended": found.final,
        "seats": score_data(speaker, found.lines),
        "ranking": ranking_data(speaker, found.ranking),
    }
