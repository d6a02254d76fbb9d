"""Any game's pad is copied: here cards that bear a word, of a game that has no pad of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.engine.data import DataError, from_json
from companion.engine.game import Option, Refusal, RefusalKind
from companion.engine.pad import Pad
from companion.games import BY_SLUG
from tests.people import Phone
from tests.shelf import EXAMPLE

NO_WORD = RefusalKind("example.no_word", "setup")
SHORT_WORD = RefusalKind("example.short_word", "setup", overridable=True)


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card."""

    set: str
    letter: str
    copied_by: str
    word: str = ""
    checked_by: str = ""


def shape(fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {"set": fields["set"][0]} if "set" in fields else {}


def read(record: Any) -> Card | None:
    try:
        card: Card = from_json(Card, record)
    except DataError:
        return None
    return card


def shape_faults(record: Mapping[str, Any]) -> tuple[Refusal, ...]:
    return () if record["set"] else (NO_WORD(),)


def faults(record: Any, others: Sequence[Card]) -> tuple[Refusal, ...]:
    words = {card.word for card in others} | {""}
    return (NO_WORD(),) if record.get("word", "") in words else ()


def doubts(card: Card, others: Sequence[Card]) -> tuple[Refusal, ...]:
    return (SHORT_WORD(),) if len(card.word) < 3 else ()


PAD: Pad[Card] = Pad(
    shape=shape,
    blank=lambda shape: {"set": shape.get("set", ""), "letter": "", "copied_by": "", "word": ""},
    shape_faults=shape_faults,
    like=lambda card: {"set": card.set, "letter": "", "copied_by": "", "word": ""},
    complete=lambda record: {**record, "letter": record["letter"].upper()},
    read=read,
    faults=faults,
    doubts=doubts,
    revise=lambda old, new: new,
    confirm=lambda card, by: replace(card, checked_by=by),
    terms={"ink": "sepia"},
)
PAGES = {
    "games/example/shape.html": "shape {{ ink }} {{ shape.get('set', '') }} {{ wrong | join }}",
    "games/example/letter.html": "letter {{ paper.set }}|{{ paper.word }}|{{ sure }}|{{ wrong | join }}",
    "games/example/second_look.html": "look {{ paper.word }} of {{ kept.name }}",
    "games/example/edition.html": "{% for card in record %}{{ card.letter }}={{ card.word }};{% endfor %}",
}


@pytest.fixture
def phone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """A device of a house in which the example has a pad."""
    option = Option("cards", "record", None, rule="setup", printed=True, pad=PAD)
    words = replace(
        EXAMPLE.words,
        refusals={**EXAMPLE.words.refusals, NO_WORD.code: "No word.", SHORT_WORD.code: "Short."},
        options={**EXAMPLE.words.options, "cards": ("Cards", "")},
    )
    meta = replace(EXAMPLE.meta, options=(option,))
    monkeypatch.setitem(BY_SLUG, "example", replace(EXAMPLE, meta=meta, words=words))
    app.jinja_loader = ChoiceLoader([DictLoader(PAGES), *filter(None, [app.jinja_loader])])
    return Phone(app)


def card(letter: str, word: str, **more: str) -> dict[str, str]:
    """The form of a card."""
    sent = {"set": "Ours", "letter": letter, "copied_by": "Ana", "word": word}
    return {f"value.{name}": text for name, text in sent.items()} | more


def kept(phone: Phone) -> str:
    """The address of a pad with one card."""
    answer = phone.client.post("/editions/example/new", data=card("a", "river"))
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def test_the_shape_is_asked_and_leads_to_the_first_letter(phone: Phone) -> None:
    assert phone.client.get("/editions/example/new").text == "shape sepia  "
    wrong = phone.client.get("/editions/example/new?set=")
    assert (wrong.status_code, wrong.text) == (422, "shape sepia  No word.")
    assert phone.client.get("/editions/example/new?set=Ours").text == "letter Ours||False|"


def test_a_fault_blocks_a_letter_and_a_doubt_asks_once(phone: Phone) -> None:
    page = kept(phone)
    twin = phone.client.post(f"{page}/letter", data=card("b", "river"))
    assert (twin.status_code, twin.text) == (422, "letter Ours|river|False|No word.")
    odd = phone.client.post(f"{page}/letter", data=card("b", "ox"))
    assert (odd.status_code, odd.text) == (422, "letter Ours|ox|True|Short.")
    sure = phone.client.post(f"{page}/letter", data=card("b", "ox", sure="1"))
    assert sure.status_code == 303
    assert "A=river;B=ox;" in phone.client.get(page).text
    assert phone.client.get(f"{page}/letter").text == "letter Ours||False|"
    assert phone.client.get(f"{page}/letter?letter=B").text == "letter Ours|ox|False|"


def test_a_second_person_confirms_a_letter(phone: Phone) -> None:
    page = kept(phone)
    assert phone.client.get(f"{page}/check/A").text == "look river of Ours"
    assert phone.client.post(f"{page}/check/A", data={"by": "Ana"}).status_code == 400
    assert phone.client.post(f"{page}/check/A", data={"by": "Bo"}).status_code == 303
    assert "A=river;" in phone.client.get(f"{page}?version=2").text


def test_each_seat_takes_a_letter_where_a_table_is_opened(phone: Phone) -> None:
    page = kept(phone)
    secret = page.rsplit("/", 1)[1]
    form = phone.client.get(f"/open/example?seats=2&edition={secret}").text
    assert form.count('name="part"') == 2
    assert phone.client.get(f"{page}/edit").headers["Location"] == page
