"""Games, rules, recorded plays and counting: operations that need no table."""

from __future__ import annotations

from typing import Any

from flask import g, request

from companion.api.operations import operation
from companion.api.schemas import Anything, CountSheets
from companion.engine.data import pack
from companion.engine.game import Game, Setup
from companion.engine.ranking import rank
from companion.engine.replay import replay
from companion.games import GAMES, TALLIES
from companion.games.seeds import plays
from companion.tables.answers import Malformed, Refused
from companion.tables.opening import chosen_options, game_on_shelf, recorded_play
from companion.tables.schemas import value_from
from companion.tables.speech import Speaker
from companion.tables.told import ranking_data, score_data


@operation("GET", "/games", Anything, bearer=False)
def read_games() -> dict[str, Any]:
    """The shelf: every game with its seats."""
    return {
        "games": [
            {"slug": g.meta.slug, "title": g.meta.title, "seats": list(g.meta.seats)} for g in GAMES
        ]
    }


@operation("GET", "/games/{slug}", Anything, bearer=False)
def read_game(slug: str) -> dict[str, Any]:
    """A game's options, moves with examples, and the rules at hand in our own words."""
    game = game_on_shelf(slug)
    speaker = Speaker(game)
    return {
        "slug": slug,
        "title": game.meta.title,
        "seats": list(game.meta.seats),
        "rules_version": game.meta.version,
        "options": [
            {
                "name": option.name, "kind": option.kind, "default": option.default,
                "choices": list(option.choices), "bounds": list(option.bounds),
                "late": option.late, "modes": list(option.modes),
                "label": speaker.option(option.name)[0], "help": speaker.option(option.name)[1],
            }
            for option in game.meta.options
        ],
        "moves": {"referee": _moves(game), "tally": _moves(TALLIES[slug])},
        "rules": [
            {"section": key, "title": speaker.rule(key)[0], "text": speaker.rule(key)[1]}
            for key in game.words.rules
        ],
    }  # fmt: skip


def _moves(game: Game[Any]) -> list[dict[str, Any]]:
    return [
        {
            "move": kind.__name__,
            "label": Speaker(game).move(kind.__name__),
            "examples": [pack(example) for example in game.examples if type(example) is kind],
        }
        for kind in game.moves
    ]


@operation("POST", "/score/{slug}", Anything, body=CountSheets, bearer=False, refusals=(422,))
def count_sheets(slug: str, body: dict[str, Any]) -> dict[str, Any]:
    """Count sheets without a table: lines, totals, places and every step of the tie-break."""
    game = game_on_shelf(slug)
    g.game = game
    low, high = game.meta.seats
    seats = len(body["sheets"])
    if seats > high:
        raise Malformed({"sheets": [f"At most {high}."]})
    options = chosen_options(game.meta, "tally", body["options"], max(low, seats))
    setting = Setup(seats, options)
    sheets = tuple(value_from(game.count.sheet, sheet) for sheet in body["sheets"])
    for seat, sheet in enumerate(sheets):
        refusal = game.count.check(setting, seat, sheet)
        if refusal is not None:
            raise Refused(refusal, 0)
    if seats >= low:
        refusal = game.count.together(setting, sheets)
        if refusal is not None:
            raise Refused(refusal, 0)
    speaker = Speaker(game)
    ranking = rank(game.count.criteria(setting, sheets), seats)
    return {
        "seats": score_data(speaker, game.count.lines(setting, sheets)),
        "ranking": ranking_data(speaker, ranking),
    }


@operation("GET", "/plays", Anything, bearer=False)
def read_plays() -> dict[str, Any]:
    """The recorded plays."""
    return {
        "plays": [
            {"slug": game.meta.slug, "name": name, "title": play["title"]}
            for game in GAMES
            for name, play in plays(game.meta.slug).items()
        ]
    }


@operation(
    "GET", "/plays/{slug}/{name}", Anything, bearer=False, query=(("step", "entries played"),)
)
def read_play(slug: str, name: str) -> dict[str, Any]:
    """A recorded play after so many entries, as a viewer would see it."""
    play = recorded_play(slug, name)
    asked = request.args.get("step", "")
    if asked and not (asked.isdecimal() and len(asked) < 7):
        raise Malformed({"step": ["Not a number."]})
    step = min(int(asked), len(play.log)) if asked else len(play.log)
    playing = replay(play.game, play.setup, play.log[:step])
    return {
        "title": play.title,
        "names": list(play.names),
        "steps": len(play.log),
        "step": step,
        "view": playing.game.view(playing.state, None),
        "ended": playing.game.ending(playing.state) is not None,
    }
