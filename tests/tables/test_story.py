"""How an evening went is read off its log: each sentence is held against a reading of its own."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.replay import Replay, replay, states_before
from companion.games import GAMES
from companion.sentences.phrases import strip_marks, table_phrases
from companion.sentences.story import story
from companion.tables.queries import ending
from companion.tables.recorded_plays import load_recorded_play
from companion.tables.state import TableState
from tests.recorded_plays import ALL_PLAYS

SLUGS = {game.meta.slug for game in GAMES}
ISOLATES = re.compile("[\u2066-\u2069]")
AHEAD = re.compile(
    r"By the running score, (\w+) was in the lead for (\d+) of (\d+) moves\.( Nobody else was ever ahead)?"
)
TURN = re.compile(r" (.+?)\. (?:From then on (\w+) was ahead|This last move decided it)\.$")


def steps_of(at: Replay) -> list[tuple[Any, Any, Any, int | None]]:
    """Each move in force between the states around it, and who alone had most points then."""
    game, steps = at.origin, list(states_before(at))
    found = []
    for (step, _, before), after in zip(
        steps, [state for *_, state in steps[1:]] + [at.state], strict=True
    ):
        standing = (
            game.provisional_sheets
            if game.provisional_sheets and not game.ending(after)
            else game.score_sheets
        )
        lines = game.scoring.lines(at.setup, standing(after))
        points = [sum(line.points or 0 for line in of_seat) for of_seat in lines]
        best = [seat for seat, has in enumerate(points) if has == max(points)]
        found.append((before, step, after, best[0] if len(best) == 1 else None))
    return found


@pytest.mark.parametrize(("slug", "name"), [case for case in ALL_PLAYS if case[0] in SLUGS])
def test_what_is_told_of_an_evening_is_so(app: Flask, slug: str, name: str) -> None:
    with app.test_request_context():
        walked = load_recorded_play(slug, name)
        at, names = walked.positions[-1], walked.play.names
        table = TableState(0, "", slug, walked.play.mode, names, len(walked.play.log), at)
        phrases = table_phrases(table)
        told = ISOLATES.sub("", story(table, phrases))
        if walked.play.mode == "tally":
            assert not told
            return
        steps = steps_of(at)
        leaders = [leader for *_, leader in steps]
        ahead = AHEAD.match(told)
        assert ahead
        seat, led = names.index(ahead[1]), Counter(leaders)
        assert (led.pop(seat), len(steps)) == (int(ahead[2]), int(ahead[3]))
        others = [led[other] for other in led if other is not None]
        assert max(others, default=0) < int(ahead[2])
        assert bool(ahead[4]) == (not others)
        assert f"you were in the lead for {ahead[2]} of" in story(table, phrases, seat)
        if turn := TURN.match(told, ahead.end()):
            since = max(n for n, leader in enumerate(leaders) if leader != leaders[-1]) + 1
            before, step, after, winner = steps[since]
            assert winner is not None
            assert at.game.news is not None
            news = phrases.action(at.game.news(before, after, step.seat, step.move), step.seat, None)
            assert turn[1] == ISOLATES.sub("", strip_marks(news))
            assert turn[2] == (names[winner] if since < len(steps) - 1 else None)


def test_where_somebodys_points_were_not_known_nothing_is_told(app: Flask) -> None:
    with app.test_request_context():
        play = load_recorded_play("giza", "three_pyramids").play
        unread = [entry for entry in play.log if entry.option != "edition"]
        setup = replace(play.setup, options={**play.setup.options, "edition": None})
        table = TableState(0, "", "giza", "referee", play.names, 0, replay(play.game, setup, unread))
        assert ending(table)
        assert not story(table, table_phrases(table))
