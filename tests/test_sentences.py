"""Each sentence of a game is complete in every language: values, their types, section and plurals."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

import pytest
from flask import Flask

from companion.engine.game import Game, Setup
from companion.engine.log import EffectiveMove
from companion.engine.possible_moves import check_move
from companion.engine.replay import iterate_steps_with_states, replay_log
from companion.engine.words import (
    MoveName,
    NumberedPlace,
    OptionName,
    PicturedTerm,
    Seat,
    Sentence,
    Term,
)
from companion.games import GAMES_BY_SLUG, TALLIES_BY_SLUG
from companion.games.seeds import load_plays
from companion.sentences.phrases import Phrasebook, strip_marks
from tests.all_games import each_game
from tests.any_moves import vary_move
from tests.catalogues import ALL_LANGUAGES
from tests.language_checks import find_wrong_plurals
from tests.recorded_plays import replay_play
from tests.sentence_checks import check_value_has_kind, find_placeholders
from tests.test_every_game import make_random_setup, play_at_random


class SentenceUse(NamedTuple):
    """One use of a sentence in ``Words``: the name of its dict, its code, and the values for it."""

    dict_name: str
    code: str
    values: Mapping[str, object]
    wording: int = 0
    """1 for the words to the player whom the sentence is about."""

    def get_sentence(self, game: Game[Any]) -> Sentence:
        words = game.words
        if self.dict_name == "log_lines" and self.code not in words.log_lines:
            return words.news[self.code].other
        sentence: Sentence | tuple[Sentence, Sentence] = getattr(words, self.dict_name)[self.code]
        return sentence[self.wording] if isinstance(sentence, tuple) else sentence


def list_wordings(pair: tuple[Sentence, Sentence]) -> list[int]:
    return [n for n, sentence in enumerate(pair) if sentence]


@cache
def list_sentence_uses(slug: str) -> tuple[SentenceUse, ...]:
    """Return the uses of sentences in recorded plays, a random play, and refusals of changed moves."""
    game = GAMES_BY_SLUG[slug]
    chance = random.Random(5)
    uses: list[SentenceUse] = []
    seats = game.meta.seats[1]
    log, _ = play_at_random(game, seats, 11)
    random_play = replay_log(game, make_random_setup(game, seats, 11), log)
    for table in (*(replay_play(slug, name) for name in load_plays(slug)), random_play):
        for step, played, state in iterate_steps_with_states(table):
            if not isinstance(step, EffectiveMove):
                continue
            seat, move = step.seat, step.move
            awaiting = played.awaiting(state)
            for n in list_wordings(played.words.prompts[awaiting.prompt]):
                uses.append(SentenceUse("prompts", awaiting.prompt, awaiting.values, n))
            for description in (played.describe(state, seat, move), played.describe(None, seat, move)):
                uses.append(
                    SentenceUse("log_lines", description.code, {**description.values, "who": Seat(seat)})
                )
            for varied_move in (vary_move(chance, played, move) for _ in range(4)):
                refusal = check_move(played, state, chance.randrange(table.setup.seats), varied_move)
                if refusal is not None and refusal.code in played.words.refusals:
                    uses.append(SentenceUse("refusals", refusal.code, refusal.values))
        uses += _iterate_uses_at_the_end(table.game, table.setup, table.state)
    return tuple(uses)


def _iterate_uses_at_the_end(game: Game[Any], setup: Setup, state: Any) -> Iterator[SentenceUse]:
    ending = game.ending(state)
    if ending is not None:
        assert ending.rule in game.words.rule_sections()
        for n in list_wordings(game.words.endings[ending.code]):
            yield SentenceUse("endings", ending.code, ending.values, n)
    sheets = game.score_sheets(state)
    if any(sheet is None for sheet in sheets):
        return
    for lines in game.scoring.lines(setup, sheets):
        for line in lines:
            assert line.category in game.words.categories
            assert line.rule in game.words.rule_sections()
            for code, values, _ in line.parts:
                yield SentenceUse("parts", code, values)
    for criterion in game.scoring.criteria(setup, sheets):
        assert criterion.code in game.words.criteria
        assert criterion.rule in game.words.rule_sections()


@each_game
def test_every_placeholder_has_a_value_of_the_right_type(game: Game[Any]) -> None:
    tally = TALLIES_BY_SLUG[game.meta.slug]
    for one in list_sentence_uses(game.meta.slug):
        missing = find_placeholders(one.get_sentence(tally)) - set(one.values)
        assert not missing, (one, missing)
        for name, value in one.values.items():
            check_value_has_kind(game.meta.slug, one.code, value)
            if name in ("seat", "who", "owner"):
                assert type(value) is Seat, one


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@each_game
def test_nouns_have_the_plural_form_of_their_number(app: Flask, game: Game[Any], language: str) -> None:
    phrases = Phrasebook(TALLIES_BY_SLUG[game.meta.slug], ("Ana", "Bo", "Cy", "Dan", "Eva", "Flo"))
    seen = set()
    with app.test_request_context(headers={"Accept-Language": language}):
        for one in list_sentence_uses(game.meta.slug):
            numbers = [name for name, value in one.values.items() if type(value) is int]
            if (one.dict_name, one.code, one.wording, len(numbers)) in seen:
                continue
            seen.add((one.dict_name, one.code, one.wording, len(numbers)))
            for n in (0, 1, 2, 3, 11):
                values = {**one.values, **dict.fromkeys(numbers, n)}
                sentence = phrases.format(one.get_sentence(TALLIES_BY_SLUG[game.meta.slug]), values)
                assert not find_wrong_plurals(sentence, language, game.meta.slug), sentence
    assert seen


@pytest.mark.parametrize(("language", "none"), [("en", "0 roofs"), ("fr", "0 toit")])
def test_zero_has_the_plural_form_of_the_language(app: Flask, language: str, none: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert Phrasebook(GAMES_BY_SLUG["deadline"]).score_part_label("roofs", {"roofs": 0}) == none


@each_game
def test_every_field_of_a_move_or_sheet_has_a_label(game: Game[Any]) -> None:
    for kind in {*game.moves, game.scoring.sheet_type}:
        assert {part.name for part in fields(kind)} <= set(game.words.fields), kind


@each_game
def test_the_sections_that_the_app_names_have_a_text(game: Game[Any]) -> None:
    for section in ("setup", "turn", "end", "log"):
        title, text = Phrasebook(game).rule(section)
        assert title != section
        assert text


def test_values_are_formatted_by_their_type() -> None:
    phrases = Phrasebook(GAMES_BY_SLUG["giza"], ("Ana", "Bo"))
    for value, expected in (
        (Seat(1), "Bo"), (1, "1"), ((Seat(0), Seat(1)), "Ana and Bo"), (Term("-3"), "−3"), ("-3", "-3"),
        (MoveName("Play"), "Play a tile"), (OptionName("open_stacks"), "Open stacks"), (True, "yes"),
    ):  # fmt: skip
        assert phrases.format("%(x)s", {"x": value}) == expected


def test_equal_items_of_a_list_are_counted_if_there_is_a_plural() -> None:
    for slug, placeholder, kind, items, expected in (
        ("cheops_dice", "dice", PicturedTerm, ("red", "blue", "red"), "red, red and blue"),
        ("cheops_dice", "box dice", PicturedTerm, ("red", "red"), "2 red boxes"),
        ("cheops_dice", "a dice", NumberedPlace, ("joker", "joker", "quarry-3"), "2 jokers and stone 3"),
        (
            "deadline",
            "a dice",
            PicturedTerm,
            ("small", "square", "small"),
            "2 small triangles and a square",
        ),
    ):
        sentence = Phrasebook(GAMES_BY_SLUG[slug]).format(
            f"They: %({placeholder})s", {"dice": tuple(map(kind, items))}
        )
        assert strip_marks(sentence) == f"They: {expected}"


def test_the_number_of_a_place_is_positioned_by_the_language(app: Flask) -> None:
    phrases = Phrasebook(GAMES_BY_SLUG["cheops_dice"])
    for language, expected in (
        ("en", "In pyramid box 2-3"), ("fr", "In la case 2-3 de la pyramide"),
        ("ar", "In الخانة \u20682-3\u2069 في الهرم"),
    ):  # fmt: skip
        with app.test_request_context(headers={"Accept-Language": language}):
            assert phrases.format("In %(box box)s", {"box": NumberedPlace("pyramid-2-3")}) == expected


def test_a_missing_value_is_shown_as_an_ellipsis_in_production(app: Flask) -> None:
    app.config["TESTING"] = False
    with app.app_context():
        assert Phrasebook(None).format("%(who)s plays", {}) == "… plays"


def test_french_spaces_before_punctuation_do_not_break(app: Flask) -> None:
    values = {"move": MoveName("Play"), "moves": (MoveName("Lift"),)}
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        message = Phrasebook(GAMES_BY_SLUG["giza"], ("Ana",)).message("table.not_now", values)
    assert message.replace("\N{NO-BREAK SPACE}", "_") == (
        "D’abord «_Retirer le scarabée_», ensuite «_Jouer une tuile_»."
    )
