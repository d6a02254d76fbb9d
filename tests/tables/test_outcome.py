"""The sentences about a result and the summary of a game match the score sheets and the log."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Criterion, Ending, Game, ScoreLine
from companion.engine.ranking import RankingStep, rank_seats
from companion.engine.replay import Replay, iterate_steps_with_states, replay_log
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Seat
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.sentences.outcome import ranking_step_sentence, summarize_lead
from companion.sentences.phrases import Phrasebook, strip_marks, table_phrases
from companion.tables.queries import ending
from companion.tables.recorded_plays import load_recorded_play
from companion.tables.state import TableState
from tests.all_games import ALL_GAMES, each_game
from tests.catalogues import list_translated_languages
from tests.recorded_plays import ALL_PLAYS
from tests.web.test_log import compute_sheet_totals

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve", "Fay")
NUMBER_PATTERN = re.compile(r"\d+")


def make_criteria(game: Game[Any], chance: random.Random) -> tuple[Criterion, ...]:
    """Return all criteria for which a game has sentences, with random values that are often equal."""
    seats = chance.randrange(2, 7)
    criteria: list[Criterion] = []
    for code in game.words.criteria:
        words = game.words.criteria[code]
        flag = bool(words.nobody) or not words.tells
        values = tuple(chance.randrange(2 if flag else 3) for _ in range(seats))
        kinds = {"required_to_win": bool(words.nobody), "flag": flag, "tie_break": not words.several}
        criteria.append(Criterion(code, "", values, **kinds))
    return tuple(criteria)


def iterate_ranking_steps(game: Game[Any], plays: int) -> Iterator[RankingStep]:
    """Yield the ranking steps of this many random results."""
    chance = random.Random(game.meta.slug)
    for _ in range(plays):
        criteria = make_criteria(game, chance)
        yield from rank_seats(criteria, len(criteria[0].values)).steps


@each_game
def test_a_step_sentence_names_each_seat_with_its_own_number(app: Flask, game: Game[Any]) -> None:
    count = 0
    with app.test_request_context():
        set_language_game(game.meta.slug)
        for step in iterate_ranking_steps(game, 200):
            sentence = ranking_step_sentence(Phrasebook(game, NAMES), step)
            assert " yes" not in sentence
            assert " no" not in sentence
            named = {name for name in NAMES if re.search(rf"\b{name}\b", sentence)}
            if not step.separates:
                assert sentence == f"{join_names(step.seats)} stay level."
            elif step.criterion.flag:
                flag_value = game.words.criteria[step.criterion.code].tells
                assert named == {NAMES[s] for s in step.seats if step.criterion.values[s] == flag_value}
            elif step.criterion.tie_break:
                best = [step.criterion.values[seat] for seat in step.groups[0]]
                wins = "wins" if len(best) == 1 else "win"
                assert sentence.startswith(f"{join_names(step.groups[0])} {wins} the tie: ")
                numbers = [str(step.criterion.values[group[0]]) for group in step.groups]
                assert NUMBER_PATTERN.findall(sentence) in ([], numbers)
            else:
                assert parse_sentence(sentence) == {
                    NAMES[seat]: step.criterion.values[seat] for seat in step.seats
                }
                for group in step.groups:
                    says_level = f"{join_names(group)} stay level." in sentence
                    assert says_level == (len(group) > 1)
            count += 1
    assert count >= 200


def join_names(seats: tuple[int, ...]) -> str:
    *others, last = [NAMES[seat] for seat in seats]
    return f"{', '.join(others)} and {last}" if others else last


def parse_sentence(sentence: str) -> dict[str, int]:
    """Return {name: the number that follows it in the same clause} of a sentence."""
    numbers: dict[str, int] = {}
    names: list[str] = []
    for word in re.findall(r"[A-Z][a-z]+\b|−?\d+", sentence.partition(" stay level")[0]):
        if word in NAMES:
            names.append(word)
        elif word[0] in "−0123456789":
            numbers |= {name: int(word.replace("−", "-")) for name in names}
            names = []
    return numbers


@each_game
def test_step_sentences_name_all_seats_and_numbers_in_every_language(app: Flask, game: Game[Any]) -> None:
    for language in list_translated_languages(game.meta.slug):
        with app.test_request_context(headers={"Accept-Language": language}):
            set_language_game(game.meta.slug)
            phrases = Phrasebook(game, NAMES)
            for step in iterate_ranking_steps(game, 40):
                sentence = ranking_step_sentence(phrases, step)
                assert "%(" not in sentence
                if step.separates and not step.criterion.flag and not step.criterion.tie_break:
                    assert all(NAMES[seat] in sentence for seat in step.seats)
                    assert len(NUMBER_PATTERN.findall(sentence)) >= len(step.groups), sentence


def test_a_step_with_unknown_numbers_says_only_who_is_ahead(app: Flask) -> None:
    one, other = Unknown("one", low=0, high=3), Unknown("other", low=0, high=3)
    values = (9, Amount(0, ((one, 1),)), Amount(1, ((other, 1),)))
    with app.test_request_context():
        (step, *_) = rank_seats((Criterion("points", "", values),), 3).steps
        assert ranking_step_sentence(Phrasebook(ALL_GAMES[0], NAMES), step) == "Ahead of Bo and Cy: Ana."


def test_an_ending_addresses_the_player_who_caused_it(app: Flask) -> None:
    dice, treasure = (Phrasebook(GAMES_BY_SLUG[f"cheops_{name}"], NAMES) for name in ("dice", "treasure"))
    both = Ending("cheops_dice.finished", "end", {"seats": (Seat(0), Seat(2)), "count": 2})
    with app.test_request_context():
        assert dice.ending(both) == "Ana and Cy have finished two buildings."
        assert dice.ending(both, 2) == "You have finished two buildings."
        full = Ending("cheops_treasure.tablets_full", "end", {"count": 2})
        assert treasure.ending(full) == "2 price tablets are full."


def test_score_parts_of_zero_pieces_worth_zero_points_are_not_shown() -> None:
    none, some, few = ("joker", {"count": 0}, 0), ("joker", {"count": 1}, 2), ("boxes", {"count": 2}, 0)
    assert ScoreLine("jokers", 2, "count", (none, some, few)).shown_parts == (some, few)


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
    game, steps = replayed.origin, list(iterate_steps_with_states(replayed))
    moves = []
    for (step, _, before), after in zip(
        steps, [state for *_, state in steps[1:]] + [replayed.state], strict=True
    ):
        points = [total or 0 for total in compute_sheet_totals(replayed, game, after)]
        best = [seat for seat, number in enumerate(points) if number == max(points)]
        moves.append((before, step, after, best[0] if len(best) == 1 else None))
    return moves


@pytest.mark.parametrize(("slug", "name"), ALL_PLAYS)
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
            news = phrases.news_without_effects(
                replayed.game.news(before, after, step.seat, step.move), step.seat, None
            )
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
