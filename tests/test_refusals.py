"""A refusal is one short sentence, which says what the player can do or must wait for."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.engine.words import Plural, Sentence
from companion.games import GAMES
from companion.games.examples import judge_example, load_examples
from companion.language.i18n import set_language_game
from companion.sentences.phrases import Phrasebook
from tests.catalogues import ALL_LANGUAGES

SLUGS = [game.meta.slug for game in GAMES]
MAX_LETTERS = 80
"""The maximum length of a refusal with its values."""
INSTRUCTION_WORDS = {
    "announce", "build", "check", "choose", "colour", "complete", "copy", "correct", "count",
    "demolish", "discard", "do", "draw", "enter", "first", "give", "go", "keep", "lay", "leave",
    "make", "measure", "name", "open", "pass", "pay", "place", "play", "put", "rank", "save", "say",
    "sell", "set", "swap", "take", "tick", "turn", "untick", "use", "wait",
}  # fmt: skip
"""Words that an instruction begins with."""
CLEAR_WITHOUT_INSTRUCTION = {
    "no_access", "law_fresh", "before_roll", "income_after_seven", "stone_passed", "not_begun",
    "no_passing", "keystone_needs_columns", "needs_both_below", "nearer_stone", "no_such_payment",
    "not_yet", "hand_full", "tablet_odd", "sheet_killer",
    "not_over", "must_place", "placed", "not_in_box",
}  # fmt: skip
"""Codes of refusals that say it in other words, or whose reason is enough."""


def iterate_clauses(text: Sentence) -> Iterator[str]:
    whole = text.many if isinstance(text, Plural) else text
    yield from re.split(r"[:.;,]? (?=and |or )|[:.;?] |, ", whole)


def gives_instruction(text: Sentence) -> bool:
    """Return whether this part of a sentence begins with an instruction or asks a question."""
    words = (re.findall(r"[a-z]+", clause.lower()) for clause in iterate_clauses(text))
    clause_words = [[word for word in clause if word not in ("and", "or")] for clause in words]
    return "?" in str(text) or any(clause and clause[0] in INSTRUCTION_WORDS for clause in clause_words)


@pytest.mark.parametrize("game", GAMES, ids=SLUGS)
def test_refusals_say_what_to_do(game: Game[Any]) -> None:
    refusals = game.words.refusals
    without_instruction = {code for code, text in refusals.items() if not gives_instruction(text)}
    assert {
        code for code in without_instruction if code.partition(".")[2] not in CLEAR_WITHOUT_INSTRUCTION
    } == set()


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_refusals_are_short(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        for name, example in load_examples(slug).items():
            verdict = judge_example(slug, name)
            for refusal in filter(None, (verdict.refusal, *verdict.warnings)):
                phrases = Phrasebook(verdict.replay.game, example.names)
                message = phrases.message(refusal.code, refusal.values)
                assert len(message) <= MAX_LETTERS, message
