"""A refusal says in one short sentence what to do, or what to wait for."""

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
LONGEST = 80
"""Letters of a refusal, its values filled in."""
BEGINNINGS = {
    "announce", "build", "check", "choose", "colour", "complete", "copy", "correct", "count",
    "demolish", "discard", "do", "draw", "enter", "first", "give", "go", "keep", "lay", "leave",
    "make", "measure", "name", "open", "pass", "pay", "place", "play", "put", "rank", "save", "say",
    "sell", "set", "swap", "take", "tick", "turn", "untick", "use", "wait",
}  # fmt: skip
"""Words with which an instruction begins."""
ENOUGH = {
    "no_access", "law_fresh", "before_roll", "income_after_seven", "stone_passed", "not_begun",
    "no_passing", "keystone_needs_columns", "needs_both_below", "nearer_stone", "no_such_payment",
    "not_yet", "hand_full", "tablet_odd", "sheet_killer",
    "not_over", "must_place", "placed", "not_in_box",
}  # fmt: skip
"""Codes that say it in other words, or whose reason is enough."""


def clauses(text: Sentence) -> Iterator[str]:
    whole = text.many if isinstance(text, Plural) else text
    yield from re.split(r"[:.;,]? (?=and |or )|[:.;?] |, ", whole)


def instructs(text: Sentence) -> bool:
    """Whether a sentence, or a part of it, begins with what to do, or asks back."""
    words = (re.findall(r"[a-z]+", clause.lower()) for clause in clauses(text))
    said = [[word for word in clause if word not in ("and", "or")] for clause in words]
    return "?" in str(text) or any(clause and clause[0] in BEGINNINGS for clause in said)


@pytest.mark.parametrize("game", GAMES, ids=SLUGS)
def test_every_refusal_of_a_game_says_what_to_do(game: Game[Any]) -> None:
    refusals = game.words.refusals
    silent = {code for code, text in refusals.items() if not instructs(text)}
    assert {code for code in silent if code.partition(".")[2] not in ENOUGH} == set()


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_no_refusal_is_long(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        for name, example in load_examples(slug).items():
            verdict = judge_example(slug, name)
            for refusal in filter(None, (verdict.refusal, *verdict.warnings)):
                phrases = Phrasebook(verdict.replay.game, example.names)
                said = phrases.message(refusal.code, refusal.values)
                assert len(said) <= LONGEST, said
