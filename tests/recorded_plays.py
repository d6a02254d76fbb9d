"""Recorded plays as tests enter them: all there are, one of each game and mode, or a few of many."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest
from flask import Flask

from companion.engine.replay import Replay, replay, states_before
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from tests.all_games import ALL_GAMES
from tests.people import Phone

Line = dict[str, Any]
KNOWN = ("seat", "kind", "of", "move", "option", "value")
ALL_PLAYS = [(game.meta.slug, name) for game in ALL_GAMES for name in plays(game.meta.slug)]


def _riches(case: tuple[str, str]) -> tuple[int, int]:
    """How many kinds of entries a play has, and how few entries."""
    log = plays(case[0])[case[1]]["log"]
    return len({(line.get("kind"), line.get("move")) for line in log}), -len(log)


def _one_each() -> list[tuple[str, str]]:
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for slug, name in ALL_PLAYS:
        mode = plays(slug)[name].get("mode", "referee")
        found.setdefault((slug, mode), []).append((slug, name))
    return [max(cases, key=_riches) for cases in found.values()]


ONE_PLAY_PER_MODE = _one_each()
"""Of each game and mode the play with most kinds of entries."""
each_play = pytest.mark.parametrize(
    ("slug", "name", "many"),
    [
        *((*case, False) for case in ONE_PLAY_PER_MODE),
        *(pytest.param(*case, True, marks=pytest.mark.long) for case in ALL_PLAYS),
    ],
)
"""One play of each game and mode at few entries; ``make randomised`` tries every play at many."""


def watched_play(slug: str) -> dict[str, Any]:
    """The longest recorded play of a game with the most seats up to four, each with a phone."""
    found = [play for play in plays(slug).values() if play.get("mode", "referee") == "referee"]
    fitting = [play for play in found if len(play["seats"]) <= 4]
    return max(fitting, key=lambda play: (len(play["seats"]), len(play["log"])))


def replayed(slug: str, name: str) -> Replay:
    play = parse_recorded_play(plays(slug)[name])
    return replay(play.game, play.setup, play.log)


def replayed_states(slug: str, name: str) -> list[Any]:
    """Every state of a recorded play that somebody entered something at."""
    return [state for *_, state in states_before(replayed(slug, name))]


def line_to_json(line: Mapping[str, Any], number: int) -> Line:
    """A recorded line as a program enters it by the API."""
    entry: Line = {key: line[key] for key in KNOWN if key in line}
    entry["data"] = {key: value for key, value in line.items() if key not in KNOWN}
    return {**entry, "key": f"line-{number:05d}"}


def enter(phone: Phone, body: Line) -> None:
    answer = phone.call("POST", "/entries", body)
    assert answer.status_code == 201, (body, answer.text)


def opening_json(slug: str, record: Line) -> Line:
    """How a program opens a table with the play's people and switches."""
    told = ("seats", "mode", "first", "options")
    return {"game": slug, **{name: value for name, value in record.items() if name in told}}


def open_play(app: Flask, slug: str, record: Line) -> Phone:
    """The phone of the host of such a table."""
    phone = Phone(app)
    phone.use_link(phone.client.post("/api/v1/tables", json=opening_json(slug, record)).json)
    return phone


T = TypeVar("T")


def sample(items: Sequence[T], few: int) -> list[T]:
    """So many of them, evenly spread, the first and the last among them; all where there are no more."""
    if len(items) <= few:
        return list(items)
    return [items[n * (len(items) - 1) // (few - 1)] for n in range(few)]
