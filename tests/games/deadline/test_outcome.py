"""What the end of a game says of its tombs, held against its sheets."""

from fractions import Fraction

import pytest
from flask import Flask

from companion.engine.game import Criterion, Setup
from companion.engine.ranking import rank
from companion.games.deadline import GAME
from companion.games.deadline.scoring import Sheet, criteria
from companion.language.i18n import set_language_game
from companion.sentences.outcome import Outcome, describe_outcome
from companion.sentences.phrases import Phrasebook

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve", "Fay")


def outcome(app: Flask, sheets: tuple[Sheet, ...], language: str = "en") -> Outcome:
    setup = Setup.of(GAME.meta, len(sheets))
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game("deadline")
        ranking = rank(criteria(setup, sheets), len(sheets))
        return describe_outcome(Phrasebook(GAME, NAMES[: len(sheets)]), ranking)


DEATH = (Sheet(), Sheet(numbers=(5, 2, 2), declared=1), Sheet(killer=True))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Cy brought the death and is last. Only Bo’s tomb was announced."),
        ("fr", "Cy a déclenché la mort et finit à la dernière place. Seul le tombeau de Bo a été annoncé."),
        ("de", "Cy hat den Tod ausgelöst und landet auf dem letzten Platz. "
               "Nur das Grabmal von Bo wurde fertig gemeldet."),
        ("es", "Cy causó la muerte y queda en último lugar. Solo se anunció la tumba de Bo."),
    ],
)  # fmt: skip
def test_who_brought_the_death_and_who_announced_is_said_as_people_say_it(
    app: Flask, language: str, said: str
) -> None:
    assert " ".join(outcome(app, DEATH, language).reasons) == said


def test_where_nobody_announced_that_is_said(app: Flask) -> None:
    assert outcome(app, (Sheet(), Sheet(killer=True))).reasons == (
        "Bo brought the death and is last.", "Nobody announced a tomb.",
    )  # fmt: skip


def test_shares_that_are_nearly_equal_are_told_to_as_many_places_as_tell_them_apart(app: Flask) -> None:
    values = (Fraction(871, 1000), Fraction(874, 1000))
    with app.test_request_context():
        ranking = rank((Criterion("symmetry", "", values, tie_break=True),), 2)
        (tie,) = describe_outcome(Phrasebook(GAME, NAMES), ranking).ties
        (own,) = describe_outcome(Phrasebook(GAME, NAMES), ranking, me=1).ties
    assert tie == "Ana and Bo are level. Bo wins the tie: symmetry 87.4% to 87.1%."
    assert own == "Ana and Bo are level. You win the tie: symmetry 87.4% to 87.1%."
