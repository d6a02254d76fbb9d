"""How an evening went is read off its log: each sentence is held against a reading of its own."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.log import EffectiveMove
from companion.engine.replay import Replay, replay
from companion.sentences.phrases import spans_of, table_phrases
from companion.sentences.story import story
from companion.tables.queries import ending
from companion.tables.recorded import load_recorded_play
from companion.tables.state import TableState
from tests.recorded import ALL_PLAYS

AHEAD = re.compile(
    r"By the running score (\w+) w\w+ ahead after (\d+) of (\d+) moves\.( Nobody else ever was)?"
)
TURN = re.compile(r" (.+?)\. (?:From then on (\w+) w\w+ ahead|This last move decided it)\.$")


def steps_of(at: Replay) -> list[tuple[Any, EffectiveMove, Any, int | None]]:
    """Each move in force between the states around it, and who alone had most points then."""
    game, state, found = at.origin, at.origin.setup(at.setup), []
    for step in at.log.effective_moves():
        assert isinstance(step, EffectiveMove)
        after = game.apply(state, step.seat, step.move)
        standing = game.standing if game.standing and not game.ending(after) else game.sheets
        lines = game.scoring.lines(at.setup, standing(after))
        points = [sum(line.points for line in of_seat if line.points is not None) for of_seat in lines]
        best = [seat for seat, has in enumerate(points) if has == max(points)]
        found.append((state, step, after, best[0] if len(best) == 1 else None))
        state = after
    return found


@pytest.mark.parametrize(("slug", "name"), [case for case in ALL_PLAYS if case[0] != "example"])
def test_what_is_told_of_an_evening_is_so(app: Flask, slug: str, name: str) -> None:
    with app.test_request_context():
        walked = load_recorded_play(slug, name)
        at, names = walked.positions[-1], walked.play.names
        table = TableState(0, "", slug, walked.play.mode, names, len(walked.play.log), at)
        phrases = table_phrases(table)
        plain = re.sub("[\u2066-\u2069]", "", story(table, phrases))
        if walked.play.mode == "tally":
            assert not plain
            return
        steps = steps_of(at)
        leaders = [leader for *_, leader in steps]
        ahead = AHEAD.match(plain)
        assert ahead
        turn = TURN.match(plain, ahead.end())
        seat = names.index(ahead[1])
        assert (leaders.count(seat), len(steps)) == (int(ahead[2]), int(ahead[3]))
        assert all(
            leaders.count(other) < leaders.count(seat) for other in range(len(names)) if other != seat
        )
        assert bool(ahead[4]) == (set(leaders) <= {seat, None})
        if turn:
            since = max(n for n, leader in enumerate(leaders) if leader != leaders[-1]) + 1
            before, step, after, winner = steps[since]
            assert winner is not None
            assert at.game.news is not None
            news = at.game.news(before, after, step.seat, step.move)
            told = "".join(span.text for span in spans_of(phrases.news(news, step.seat, None)))
            assert re.sub("[\u2066-\u2069]", "", told) == turn[1]
            assert turn[2] == (names[winner] if since < len(steps) - 1 else None)
        to_the_reader = story(table, phrases, seat)
        assert f"you were ahead after {ahead[2]} of" in to_the_reader


def test_where_somebodys_points_were_not_known_nothing_is_told(app: Flask) -> None:
    with app.test_request_context():
        play = load_recorded_play("giza", "three_pyramids").play
        unread = [entry for entry in play.log if entry.option != "edition"]
        setup = replace(play.setup, options={**play.setup.options, "edition": None})
        table = TableState(0, "", "giza", "referee", play.names, 0, replay(play.game, setup, unread))
        assert ending(table)
        assert not story(table, table_phrases(table))
