"""The second of two phones that enter the same fact differently can replace the first entry."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.json_data import to_json
from companion.engine.log import TallyStart
from companion.engine.possible_moves import list_legal_moves
from companion.engine.replay import states_before
from companion.games import GAMES
from companion.games.seeds import load_plays
from companion.web.common.form_fields import move_to_form
from tests.people import Phone
from tests.recorded_plays import get_watched_play, make_request_json, open_play, post_entry, replay_play

SLUGS = [game.meta.slug for game in GAMES]


def find_conflicting_entry(slug: str, name: str) -> tuple[int, int, dict[str, Any]]:
    """Return (entries before it, seat, form of another legal move) for the first entry with one."""
    for number, (step, game, state) in enumerate(states_before(replay_play(slug, name))):
        if isinstance(step, TallyStart):
            continue
        for move in list_legal_moves(game, state, step.seat):
            if type(move) is type(step.move) and move != step.move:
                return number, step.seat, move_to_form(type(move).__name__, step.seat, to_json(move))
    raise AssertionError(f"nothing else was possible in {name}")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_second_phone_can_discard_its_entry_or_replace_the_first(app: Flask, slug: str) -> None:
    name = next(name for name, play in load_plays(slug).items() if play is get_watched_play(slug))
    record = load_plays(slug)[name]
    number, seat, form = find_conflicting_entry(slug, name)
    host, bo = open_play(app, slug, record), Phone(app)
    bo.sit(host.code, 1 if seat != 1 else 2 % len(record["seats"]))
    for at, line in enumerate(record["log"][: number + 1]):
        post_entry(host, make_request_json(line, at))
    bo.enter_for("all")
    answer = bo.enter(**form, seen=number)
    assert answer.status_code == 409
    assert "Not entered: another phone was first." in answer.text
    assert re.findall(r'name="(?:kind|of)" value="(\w+)"', answer.text) == ["undo", str(number + 1)]
    assert answer.text.count("<button") == 1
    assert f'/log#entry-{number + 1}"' in answer.text
    bo.enter_for("")
    assert "<form" not in bo.enter(**form, seen=number).text, "it would be entered for somebody else"
    host.enter(kind="undo", of=number + 1)
    bo.enter_for("all")
    assert bo.enter(**form, seen=number + 2).status_code == 200
