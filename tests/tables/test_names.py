"""Stored names contain at least one visible character."""

import sys
from unicodedata import category

import hypothesis.strategies as st
from flask import Flask
from hypothesis import given

from companion.tables.names import normalize_name, tidy_line, tidy_name
from tests.people import Phone

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
