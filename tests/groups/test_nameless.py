"""Who has no name is nobody in particular: called by the seat in the reader's words, in no statistics."""

import re

from flask import Flask

from companion.engine.game import Criterion
from companion.engine.ranking import rank
from companion.sentences.outcome import winner_sentence
from companion.sentences.phrases import Phrasebook
from companion.tables.names import is_nameless, names_in_words
from tests.groups.test_groups import founded, played, told
from tests.people import Phone


def test_a_name_that_only_counts_the_seat_is_none_in_any_language() -> None:
    for name in ("Player 4", "Joueur 12", "Spieler 1", "Jugador 3"):
        assert is_nameless(name), name
    for name in ("Player", "Playera 4", "Ana", "Player 4 of us"):
        assert not is_nameless(name), name
    assert names_in_words(("Ana", "Joueur 4"), "en") == ("Ana", "Player 2")


def test_nobody_is_cheered_by_a_number() -> None:
    first = rank([Criterion("points", "end", (3, 1))], 2)
    for names, said in ((("Player 1", "Bo"), "You win!"), (("Ana", "Bo"), "You win, Ana!")):
        assert re.sub("[\u2066-\u2069]", "", winner_sentence(Phrasebook(None, names), first, 0)) == said


def test_the_nameless_are_in_no_statistics(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", ""], [4, 9])
    kept = told(phone, group)
    assert [person["name"] for person in kept["people"]] == ["Ana"]
    assert [record["name"] for record in kept["statistics"]] == ["Ana"]
    assert [evening["wins"] for evening in kept["evenings"]] == [[]]
    assert [best["best"]["name"] for best in kept["records"]] == ["Ana"]
    page = phone.client.get(f"/g/{group}", headers={"Accept-Language": "fr"}).text
    assert "Joueur 2" in page
    assert "Player 2" not in page
