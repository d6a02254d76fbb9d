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
from companion.sentences.explaining import LONGEST, refusal_in_words
from companion.sentences.phrases import Phrasebook
from tests.words import SPOKEN

SLUGS = [game.meta.slug for game in GAMES]
NOT_THE_SEATS_TURN = {
    "table.not_your_turn", "cheops_dice.not_yet", "cheops_dice.already_played",
}  # fmt: skip
"""The seat can do nothing now: the sentence says whom the table waits for, or that all is done."""
OVER = {"table.over"}
"""The sentence says that undoing goes on."""
TYPED_IN = {
    "cheops_treasure.no_space", "cheops_treasure.space_taken", "cheops_treasure.not_carried",
    "cheops_treasure.law_not_in_play", "cheops_treasure.law_seen", "cheops_treasure.too_poor",
    "deadline.flat_roof", "deadline.high_wall", "deadline.detached",
}  # fmt: skip
"""What can be done is a place, shown by what is lit, or a number: neither has a word."""
SAYS_IT_ITSELF = {
    "cheops_dice.floor_pair", "cheops_dice.floor_mixed", "cheops_dice.cannot_pay",
    "cheops_dice.no_such_payment", "deadline.dice_count", "deadline.side", "deadline.corner",
    "deadline.not_just_built", "deadline.no_square_left", "deadline.void", "deadline.life_left",
    "cheops_treasure.law_11_treasure", "cheops_treasure.law_4", "cheops_treasure.law_4_sell",
    "cheops_treasure.law_5", "cheops_catan.no_route", "cheops_catan.no_harbour_route",
    "cheops_catan.not_begun", "table.not_now",
}  # fmt: skip
"""No room is left in some language: the first half says by itself what is wanted."""
WITHOUT = NOT_THE_SEATS_TURN | OVER | TYPED_IN | SAYS_IT_ITSELF


def refused(slug: str) -> Iterator[tuple[Example, Verdict]]:
    """The examples of a game that are refused, at a table that is played move by move."""
    for name, example in examples(slug).items():
        verdict = judged(slug, name)
        if verdict.refusal is not None and not isinstance(verdict.replay.state, Tally):
            yield example, verdict


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_possible_instead_is_let_through(slug: str) -> None:
    for example, verdict in refused(slug):
        at = verdict.replay
        for thing, move in instead(at.game, at.state, example.seat, example.move):
            assert check_move(at.game, at.state, example.seat, move) is None, (example.name, thing)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_is_short_and_says_what_to_do(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        for example, verdict in refused(slug):
            assert verdict.refusal is not None
            code, phrases = verdict.refusal.code, Phrasebook(verdict.replay.game, example.names)
            told = phrases.message(code, verdict.refusal.values)
            entry = Entry(0, "move", example.seat, example.move)
            both = refusal_in_words(phrases, verdict.replay, entry, code, told)
            assert len(both) <= LONGEST, both
            assert both != told or code in WITHOUT, both


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


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_let_off_that_could_be_said(slug: str) -> None:
    for example, verdict in refused(slug):
        at = verdict.replay
        found = list(instead(at.game, at.state, example.seat, example.move))
        code = verdict.refusal.code if verdict.refusal else ""
        if code in NOT_THE_SEATS_TURN | OVER:
            assert not found, (example.name, found)


def test_a_move_of_another_kind_is_named_where_no_thing_would_do() -> None:
    at = judged("cheops_treasure", "must_place")
    example = examples("cheops_treasure")["must_place"]
    (thing, move), *_ = instead(at.replay.game, at.replay.state, example.seat, example.move)
    assert thing == type(move).__name__ == "Place"
