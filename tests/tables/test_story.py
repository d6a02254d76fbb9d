"""The summary of a finished game matches its log and its running scores."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.replay import Replay, replay_log, states_before
from companion.games import GAMES
from companion.sentences.lead_summary import summarize_lead
from companion.sentences.phrases import strip_marks, table_phrases
from companion.tables.queries import ending
from companion.tables.recorded_plays import load_recorded_play
from companion.tables.state import TableState
from tests.recorded_plays import ALL_PLAYS

SLUGS_BY_TITLE = {game.meta.slug for game in GAMES}
ISOLATE_PATTERN = re.compile("[\u2066-\u2069]")
LEADER_PATTERN = re.compile(
    r"By the running score, (\w+) was in the lead for (\d+) of (\d+) moves\.( Nobody else was ever ahead)?"
)
TURNING_POINT_PATTERN = re.compile(
    r" (.+?)\. (?:From then on (\w+) was ahead|This last move decided it)\.$"
)


def iterate_moves_with_leaders(replayed: Replay) -> list[tuple[Any, Any, Any, int | None]]:
    """Return (state before, move, state after, leader) of each move that is not undone or changed.

    The leader is the seat with the most points; None if several seats have them.
    """
    game, steps = replayed.origin, list(states_before(replayed))
    moves = []
    for (step, _, before), after in zip(
        steps, [state for *_, state in steps[1:]] + [replayed.state], strict=True
    ):
        get_sheets = (
            game.provisional_sheets
            if game.provisional_sheets and not game.ending(after)
            else game.score_sheets
        )
        lines = game.scoring.lines(replayed.setup, get_sheets(after))
        points = [sum(line.points or 0 for line in of_seat) for of_seat in lines]
        best = [seat for seat, number in enumerate(points) if number == max(points)]
        moves.append((before, step, after, best[0] if len(best) == 1 else None))
    return moves


@pytest.mark.parametrize(("slug", "name"), [case for case in ALL_PLAYS if case[0] in SLUGS_BY_TITLE])
def test_the_story_is_true(app: Flask, slug: str, name: str) -> None:
    with app.test_request_context():
        walkthrough = load_recorded_play(slug, name)
        replayed, names = walkthrough.positions[-1], walkthrough.play.names
        table = TableState(0, "", slug, walkthrough.play.mode, names, len(walkthrough.play.log), replayed)
        phrases = table_phrases(table)
        text = ISOLATE_PATTERN.sub("", summarize_lead(table, phrases))
        if walkthrough.play.mode == "tally":
            assert not text
            return
        steps = iterate_moves_with_leaders(replayed)
        leaders = [leader for *_, leader in steps]
        match = LEADER_PATTERN.match(text)
        assert match
        seat, moves_ahead = names.index(match[1]), Counter(leaders)
        assert (moves_ahead.pop(seat), len(steps)) == (int(match[2]), int(match[3]))
        others = [moves_ahead[other] for other in moves_ahead if other is not None]
        assert max(others, default=0) < int(match[2])
        assert bool(match[4]) == (not others)
        assert f"you were in the lead for {match[2]} of" in summarize_lead(table, phrases, seat)
        if turn := TURNING_POINT_PATTERN.match(text, match.end()):
            turning_move = max(n for n, leader in enumerate(leaders) if leader != leaders[-1]) + 1
            before, step, after, winner = steps[turning_move]
            assert winner is not None
            assert replayed.game.news is not None
            news = phrases.action(replayed.game.news(before, after, step.seat, step.move), step.seat, None)
            assert turn[1] == ISOLATE_PATTERN.sub("", strip_marks(news))
            assert turn[2] == (names[winner] if turning_move < len(steps) - 1 else None)


def test_there_is_no_story_if_scores_were_unknown(app: Flask) -> None:
    with app.test_request_context():
        play = load_recorded_play("giza", "three_pyramids").play
        unread = [entry for entry in play.log if entry.option != "edition"]
        setup = replace(play.setup, options={**play.setup.options, "edition": None})
        table = TableState(0, "", "giza", "referee", play.names, 0, replay_log(play.game, setup, unread))
        assert ending(table)
        assert not summarize_lead(table, table_phrases(table))
