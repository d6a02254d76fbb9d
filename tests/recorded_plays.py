"""Recorded plays for tests: all of them, one for each game and mode, or a sample of their positions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import pytest
from flask import Flask

from companion.engine.replay import Replay, iterate_steps_with_states, replay_log
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays
from tests.all_games import ALL_GAMES
from tests.people import Phone

RecordedLine = dict[str, Any]
ENTRY_KEYS = ("seat", "kind", "of", "move", "option", "value")
ALL_PLAYS = [(game.meta.slug, name) for game in ALL_GAMES for name in load_plays(game.meta.slug)]


COUNTED_PLAYS = [(slug, name) for slug, name in ALL_PLAYS if load_plays(slug)[name].get("mode") == "tally"]


def _get_variety(case: tuple[str, str]) -> tuple[int, int]:
    log = load_plays(case[0])[case[1]]["log"]
    return len({(line.get("kind"), line.get("move")) for line in log}), -len(log)


def _choose_play_per_mode() -> list[tuple[str, str]]:
    by_mode: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for slug, name in ALL_PLAYS:
        mode = load_plays(slug)[name].get("mode", "referee")
        by_mode.setdefault((slug, mode), []).append((slug, name))
    return [max(cases, key=_get_variety) for cases in by_mode.values()]


ONE_PLAY_PER_MODE = _choose_play_per_mode()
"""For each game and mode the play with the most kinds of entries."""
each_play = pytest.mark.parametrize(
    ("slug", "name", "many"),
    [
        *((*case, False) for case in ONE_PLAY_PER_MODE),
        *(pytest.param(*case, True, marks=pytest.mark.long) for case in ALL_PLAYS),
    ],
)
"""One play for each game and mode with few entries. ``make randomised`` tries every play with many."""


def list_referee_plays(slug: str) -> dict[str, RecordedLine]:
    """Return by name the recorded plays of a game that are not only counted at the end."""
    return {name: play for name, play in load_plays(slug).items() if play.get("mode") != "tally"}


def get_longest_play(slug: str) -> dict[str, Any]:
    """Return the longest recorded play with as many seats as possible, but at most four."""
    candidates = [play for play in list_referee_plays(slug).values() if len(play["seats"]) <= 4]
    return max(candidates, key=lambda play: (len(play["seats"]), len(play["log"])))


def replay_play(slug: str, name: str) -> Replay:
    play = parse_recorded_play(load_plays(slug)[name])
    return replay_log(play.game, play.setup, play.log)


def replay_states(slug: str, name: str) -> list[Any]:
    """Return the states in which the entries of the recorded play were made, in order."""
    return [state for *_, state in iterate_steps_with_states(replay_play(slug, name))]


def make_request_json(line: Mapping[str, Any], number: int) -> RecordedLine:
    entry: RecordedLine = {key: line[key] for key in ENTRY_KEYS if key in line}
    entry["data"] = {key: value for key, value in line.items() if key not in ENTRY_KEYS}
    return {**entry, "key": f"line-{number:05d}"}


def post_entry(phone: Phone, body: RecordedLine) -> None:
    answer = phone.call("POST", "/entries", body)
    assert answer.status_code == 201, (body, answer.text)


def enter_recorded_lines(phone: Phone, lines: Iterable[RecordedLine]) -> None:
    for number, line in enumerate(lines):
        post_entry(phone, make_request_json(line, number))


def make_opening_json(slug: str, record: RecordedLine) -> RecordedLine:
    names = ("seats", "mode", "first", "options")
    return {"game": slug, **{name: value for name, value in record.items() if name in names}}


def open_play(app: Flask, slug: str, record: RecordedLine) -> Phone:
    """Open a table with the players and options of a recorded play, and return the host's phone."""
    phone = Phone(app)
    phone.use_link(phone.client.post("/api/v1/tables", json=make_opening_json(slug, record)).json)
    return phone


T = TypeVar("T")


def take_sample(items: Sequence[T], few: int) -> list[T]:
    """Return at most ``few`` of the items, evenly spread, with the first and the last."""
    if len(items) <= few:
        return list(items)
    return [items[n * (len(items) - 1) // (few - 1)] for n in range(few)]
