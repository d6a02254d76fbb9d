"""A refusal says what stands against a move and what the referee would let through, in one short line."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.engine.log import Entry
from companion.engine.play import check_move, instead
from companion.engine.tally import Tally
from companion.games import GAMES
from companion.games.examples import Example, Verdict, examples, judged
from companion.language.i18n import set_language_game
from companion.sentences.explaining import LONGEST, NAMED_ALREADY, TRY, refusal_in_words
from companion.sentences.phrases import Phrasebook
from tests.words import SPOKEN

SLUGS = [game.meta.slug for game in GAMES]


def refused(slug: str) -> Iterator[tuple[Example, Verdict]]:
    """The examples of a game that are refused, at a table that is played move by move."""
    for name, example in examples(slug).items():
        verdict = judged(slug, name)
        if verdict.refusal is not None and not isinstance(verdict.replay.state, Tally):
            yield example, verdict


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_is_short_and_says_what_to_do(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        for example, verdict in refused(slug):
            assert verdict.refusal is not None
            at, code = verdict.replay, verdict.refusal.code
            phrases = Phrasebook(at.game, example.names)
            told = phrases.message(code, verdict.refusal.values)
            both = refusal_in_words(phrases, at, Entry(0, "move", example.seat, example.move), code, told)
            assert len(both) <= LONGEST, both
            things = dict(instead(at.game, at.state, example.seat, example.move))
            assert not [m for m in things.values() if check_move(at.game, at.state, example.seat, m)]
            tried = [f"{told} {phrases.format(TRY, {'what': thing})}" for thing in things]
            has_room = any(len(each) <= LONGEST for each in tried) and code not in NAMED_ALREADY
            assert (both != told) == has_room, both


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("slug", SLUGS)
def test_no_refusal_of_a_count_is_long(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        for name, example in examples(slug).items():
            verdict = judged(slug, name)
            for refusal in filter(None, (verdict.refusal, *verdict.warnings)):
                phrases = Phrasebook(verdict.replay.game, example.names)
                assert len(phrases.message(refusal.code, refusal.values)) <= LONGEST


def test_a_move_of_another_kind_is_named_where_no_thing_would_do() -> None:
    at = judged("cheops_treasure", "must_place")
    example = examples("cheops_treasure")["must_place"]
    (thing, move), *_ = instead(at.replay.game, at.replay.state, example.seat, example.move)
    assert thing == type(move).__name__ == "Place"
