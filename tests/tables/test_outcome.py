"""What the end says is what the sheets say: every sentence of every step, against a reading of its own."""

import random
import re
from collections.abc import Iterator
from typing import Any

from flask import Flask

from companion.engine.game import Criterion, Ending, Game, ScoreLine
from companion.engine.ranking import RankingStep, rank
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Seat
from companion.games import BY_SLUG
from companion.language.i18n import set_language_game
from companion.sentences.outcome import step_sentence
from companion.sentences.phrases import Phrasebook
from tests.all_games import ALL_GAMES, each_game
from tests.catalogues import languages_with_translations

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve", "Fay")
NUMBER = re.compile(r"\d+")


def some_criteria(game: Game[Any], chance: random.Random) -> tuple[Criterion, ...]:
    """Every step that a game has words for, with values that are level more often than not."""
    seats = chance.randrange(2, 7)
    found: list[Criterion] = []
    for code in game.words.criteria:
        flag = bool(game.words.criteria[code].nobody) or not game.words.criteria[code].tells
        values = tuple(chance.randrange(2 if flag else 3) for _ in range(seats))
        needed = bool(game.words.criteria[code].nobody)
        found.append(
            Criterion(
                code,
                "",
                values,
                required_to_win=needed,
                flag=flag,
                tie_break=not game.words.criteria[code].several,
            )
        )
    return tuple(found)


def steps(game: Game[Any], plays: int) -> Iterator[RankingStep]:
    chance = random.Random(game.meta.slug)
    for _ in range(plays):
        criteria = some_criteria(game, chance)
        yield from rank(criteria, len(criteria[0].values)).steps


@each_game
def test_a_step_tells_of_each_seat_what_it_has_and_of_nobody_what_he_has_not(
    app: Flask, game: Game[Any]
) -> None:
    """English is read back: each clause is taken apart into names and a number."""
    read = 0
    with app.test_request_context():
        set_language_game(game.meta.slug)
        for step in steps(game, 200):
            told = step_sentence(Phrasebook(game, NAMES), step)
            assert " yes" not in told
            assert " no" not in told
            named = {name for name in NAMES if re.search(rf"\b{name}\b", told)}
            if not step.separates:
                assert told == f"{listed(step.seats)} stay level."
            elif step.criterion.flag:
                tells = game.words.criteria[step.criterion.code].tells
                assert named == {NAMES[s] for s in step.seats if step.criterion.values[s] == tells}
            elif step.criterion.tie_break:
                best = [step.criterion.values[seat] for seat in step.groups[0]]
                assert told.startswith(f"{listed(step.groups[0])} win{'s' * (len(best) == 1)} the tie: ")
                assert NUMBER.findall(told) in ([], [str(step.criterion.values[g[0]]) for g in step.groups])
            else:
                assert read_back(told) == {NAMES[seat]: step.criterion.values[seat] for seat in step.seats}
                for group in step.groups:
                    stays = f"{listed(group)} stay level." in told
                    assert stays == (len(group) > 1)
            read += 1
    assert read >= 200


def listed(seats: tuple[int, ...]) -> str:
    *others, last = [NAMES[seat] for seat in seats]
    return f"{', '.join(others)} and {last}" if others else last


def read_back(told: str) -> dict[str, int]:
    """By name, the number in whose clause it stands: names come before it, back to the last number."""
    found: dict[str, int] = {}
    waiting: list[str] = []
    for word in re.findall(r"[A-Z][a-z]+\b|−?\d+", told.partition(" stay level")[0]):
        if word in NAMES:
            waiting.append(word)
        elif word[0] in "−0123456789":
            found |= {name: int(word.replace("−", "-")) for name in waiting}
            waiting = []
    return found


@each_game
def test_in_every_language_a_step_names_the_same_people_and_numbers(app: Flask, game: Game[Any]) -> None:
    for language in languages_with_translations(game.meta.slug):
        with app.test_request_context(headers={"Accept-Language": language}):
            set_language_game(game.meta.slug)
            phrases = Phrasebook(game, NAMES)
            for step in steps(game, 40):
                told = step_sentence(phrases, step)
                assert "%(" not in told
                if step.separates and not step.criterion.flag and not step.criterion.tie_break:
                    assert all(NAMES[seat] in told for seat in step.seats)
                    assert len(NUMBER.findall(told)) >= len(step.groups), told


def test_what_rests_on_an_unknown_number_says_only_who_is_ahead(app: Flask) -> None:
    one, other = Unknown("one", low=0, high=3), Unknown("other", low=0, high=3)
    values = (9, Amount(0, ((one, 1),)), Amount(1, ((other, 1),)))
    with app.test_request_context():
        (step, *_) = rank((Criterion("points", "", values),), 3).steps
        assert step_sentence(Phrasebook(ALL_GAMES[0], NAMES), step) == "Ahead of Bo and Cy: Ana."


def test_an_ending_is_told_to_whoever_brought_it_and_counts_what_is_full(app: Flask) -> None:
    dice, treasure = (Phrasebook(BY_SLUG[f"cheops_{name}"], NAMES) for name in ("dice", "treasure"))
    both = Ending("cheops_dice.finished", "end", {"seats": (Seat(0), Seat(2)), "count": 2})
    with app.test_request_context():
        assert dice.ending(both) == "Ana and Cy have finished two buildings."
        assert dice.ending(both, 2) == "You have finished two buildings."
        full = Ending("cheops_treasure.tablets_full", "end", {"count": 2})
        assert treasure.ending(full) == "2 price tablets are full."


def test_none_of_a_thing_that_is_worth_nothing_goes_unsaid() -> None:
    none, some, few = ("joker", {"count": 0}, 0), ("joker", {"count": 1}, 2), ("boxes", {"count": 2}, 0)
    assert ScoreLine("jokers", 2, "count", (none, some, few)).shown_parts == (some, few)
