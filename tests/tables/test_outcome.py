"""The sentences about a result match the numbers on the score sheets."""

import random
import re
from collections.abc import Iterator
from typing import Any

from flask import Flask

from companion.engine.game import Criterion, Ending, Game, ScoreLine
from companion.engine.ranking import RankingStep, rank_seats
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Seat
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.sentences.outcome import step_sentence
from companion.sentences.phrases import Phrasebook
from tests.all_games import ALL_GAMES, each_game
from tests.catalogues import list_translated_languages

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve", "Fay")
NUMBER_PATTERN = re.compile(r"\d+")


def make_criteria(game: Game[Any], chance: random.Random) -> tuple[Criterion, ...]:
    """Return every criterion for which a game has sentences, with values that are often equal."""
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
    """Yield the steps of the ranking in this many random plays."""
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
            sentence = step_sentence(Phrasebook(game, NAMES), step)
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
    """Return, by name, the number that follows it in the same clause."""
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
                sentence = step_sentence(phrases, step)
                assert "%(" not in sentence
                if step.separates and not step.criterion.flag and not step.criterion.tie_break:
                    assert all(NAMES[seat] in sentence for seat in step.seats)
                    assert len(NUMBER_PATTERN.findall(sentence)) >= len(step.groups), sentence


def test_a_step_with_unknown_numbers_says_only_who_is_ahead(app: Flask) -> None:
    one, other = Unknown("one", low=0, high=3), Unknown("other", low=0, high=3)
    values = (9, Amount(0, ((one, 1),)), Amount(1, ((other, 1),)))
    with app.test_request_context():
        (step, *_) = rank_seats((Criterion("points", "", values),), 3).steps
        assert step_sentence(Phrasebook(ALL_GAMES[0], NAMES), step) == "Ahead of Bo and Cy: Ana."


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
