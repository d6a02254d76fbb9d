"""Stored names have a visible character, and seats without a name one in the reader's language."""

import re
import sys
from typing import Any
from unicodedata import category

import hypothesis.strategies as st
import pytest
from flask import Flask
from hypothesis import given

from companion.engine.game import Criterion
from companion.engine.ranking import rank_seats
from companion.games.seeds import load_plays
from companion.language.i18n import load_translations
from companion.sentences.outcome import winner_sentence
from companion.sentences.phrases import Phrasebook
from companion.tables.names import (
    DEFAULT_NAME,
    is_default_name,
    localize_names,
    normalize_name,
    tidy_line,
    tidy_name,
)
from tests.catalogues import ALL_LANGUAGES, list_translated_languages
from tests.groups.test_groups import create_group, play_table, read_group
from tests.people import Phone, join_table
from tests.recorded_plays import ONE_PLAY_PER_MODE, enter_recorded_lines, open_play

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt, Unicode 16.0.
_IGNORABLE_RANGES = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
IGNORABLE_CHARACTERS = {chr(n) for first, last in _IGNORABLE_RANGES for n in range(first, last + 1)}
BLANK_CHARACTERS = {
    "\u2800",  # BRAILLE PATTERN BLANK
    "\U0001d159",  # MUSICAL SYMBOL NULL NOTEHEAD
    "\U00013441",  # EGYPTIAN HIEROGLYPH FULL BLANK
    "\U00013442",  # EGYPTIAN HIEROGLYPH HALF BLANK
}


def is_visible(character: str) -> bool:
    """Return whether a character draws something on its own. Combining marks do not."""
    is_drawn = category(character)[0] in "LNPS"
    return is_drawn and character not in IGNORABLE_CHARACTERS and character not in BLANK_CHARACTERS


ALL_CHARACTERS = [chr(n) for n in range(sys.maxunicode + 1)]
INVISIBLE_CHARACTERS = "".join(
    character for character in ALL_CHARACTERS if category(character)[0] != "C" and not is_visible(character)
)
"""Invisible characters except controls and unassigned ones, which only the first test uses."""


def test_an_invisible_character_alone_gives_the_default_name() -> None:
    wrong = [
        f"U+{ord(character):04X}"
        for character in ALL_CHARACTERS
        if (normalize_name(character, 0) == "Player 1") == is_visible(character)
    ]
    assert not wrong, wrong[:20]


@given(st.text(st.sampled_from(INVISIBLE_CHARACTERS), max_size=60))
def test_any_combination_of_invisible_characters_gives_the_default_name(text: str) -> None:
    assert (normalize_name(text, 0), tidy_line(text)) == ("Player 1", "")


@given(st.text(st.sampled_from(INVISIBLE_CHARACTERS) | st.sampled_from("Aé界🙂"), max_size=60))
def test_a_shortened_name_contains_a_visible_character(text: str) -> None:
    name = tidy_name(text)
    assert not name or any(map(is_visible, name))


def test_marks_and_joiners_within_a_name_are_kept() -> None:
    for name in ("Zoë", "می‌خواهم", "❤️", "👩‍👩‍👧", "1️⃣", "เก๋", "देवी", "🇫🇷"):
        assert normalize_name(name, 0) == name


def test_players_groups_and_notes_need_visible_text(app: Flask) -> None:
    for nothing in ("\u034f", "\u17b4", "\ufe0f", "\u180b", "\u0301", "\u2800\ufe0f"):
        phone = Phone(app)
        phone.open("giza", [nothing, "Bo"])
        assert phone.get_table_json()["names"] == ["Player 1", "Bo"]
        assert phone.client.post("/groups", data={"name": nothing}).status_code == 400
        assert phone.enter(kind="note", text=nothing).status_code == 400


def test_a_default_name_is_recognised_in_every_language() -> None:
    for name in ("Player 4", "Joueur 12", "Spieler 1", "Jugador 3"):
        assert is_default_name(name), name
    for name in ("Player", "Playera 4", "Ana", "Player 4 of us"):
        assert not is_default_name(name), name
    assert localize_names(("Ana", "Joueur 4"), "en") == ("Ana", "Player 2")


def test_a_forgotten_person_is_called_somebody_in_the_readers_language(phone: Phone) -> None:
    assert localize_names(("Somebody 2", "Somebody", "Somebody 2 of us"), "fr") == (
        "Quelqu’un 2", "Quelqu’un", "Somebody 2 of us",
    )  # fmt: skip
    group = create_group(phone)
    play_table(phone, group, ["Ana", "Bo"], [4, 9])
    for person in read_group(phone, group)["people"]:
        phone.client.post(f"/g/{group}/people/{person['person']}/forget")
    for language, word in (("fr", "Quelqu’un"), ("de", "Jemand")):
        headers = {"Accept-Language": language}
        assert word in phone.get_page(**headers).text
        page = phone.client.get(f"/g/{group}", headers=headers).text
        assert word in page
        assert "Somebody" not in page
        assert 'class="trophies"' not in page
        data: Any = phone.client.get(f"/api/v1/groups/{group}", headers=headers).json
        assert [one["name"] for one in data["statistics"]] == [word] * 2


def test_the_winner_sentence_leaves_out_a_default_name() -> None:
    ranking = rank_seats([Criterion("points", "end", (3, 1))], 2)
    for names, sentence in ((("Player 1", "Bo"), "You win!"), (("Ana", "Bo"), "You win, Ana!")):
        assert (
            re.sub("[\u2066-\u2069]", "", winner_sentence(Phrasebook(None, names), ranking, 0)) == sentence
        )


def test_seats_without_a_name_have_no_statistics(phone: Phone, group: str) -> None:
    play_table(phone, group, ["Ana", ""], [4, 9])
    data = read_group(phone, group)
    assert [person["name"] for person in data["people"]] == ["Ana"]
    assert [record["name"] for record in data["statistics"]] == ["Ana"]
    assert [evening["wins"] for evening in data["evenings"]] == [[]]
    assert [best["best"]["name"] for best in data["records"]] == ["Ana"]
    page = phone.client.get(f"/g/{group}", headers={"Accept-Language": "fr"}).text
    assert "Joueur 2" in page
    assert "Player 2" not in page


PAGE_PATHS = ("", "/log", "/scores", "/seats", "/share", "/summary.txt", "/result.svg", "/moves")
PLAYER_WORDS = {
    one: load_translations(one).ugettext(DEFAULT_NAME).removesuffix(" %(n)s") for one in ALL_LANGUAGES
}


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_every_page_calls_nameless_seats_in_the_readers_language(app: Flask, slug: str, name: str) -> None:
    record = load_plays(slug)[name]
    phone = open_play(app, slug, {**record, "seats": [""] * len(record["seats"])})
    viewer = join_table(app, phone.code)
    enter_recorded_lines(phone, record["log"][:30])
    for language in list_translated_languages(slug):
        pages = [phone.get_page(path, **{"Accept-Language": language}) for path in PAGE_PATHS]
        pages.append(viewer.get_page(**{"Accept-Language": language}))
        text = " ".join(page.text for page in pages if page.status_code == 200)
        words = re.findall(rf"({'|'.join(PLAYER_WORDS.values())}) [\u2066-\u2069]*\d", text)
        assert set(words) == {PLAYER_WORDS[language]}, language
