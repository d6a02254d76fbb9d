"""No stored name consists of characters that show nothing."""

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
IGNORABLE = {chr(n) for first, last in _IGNORABLE_RANGES for n in range(first, last + 1)}
BLANK_BY_DESIGN = {
    "\u2800",  # BRAILLE PATTERN BLANK
    "\U0001d159",  # MUSICAL SYMBOL NULL NOTEHEAD
    "\U00013441",  # EGYPTIAN HIEROGLYPH FULL BLANK
    "\U00013442",  # EGYPTIAN HIEROGLYPH HALF BLANK
}


def shows(character: str) -> bool:
    """Whether it draws something by itself: marks need a letter below them."""
    is_drawn = category(character)[0] in "LNPS"
    return is_drawn and character not in IGNORABLE and character not in BLANK_BY_DESIGN


EVERY = [chr(n) for n in range(sys.maxunicode + 1)]
SHOW_NOTHING = "".join(
    character for character in EVERY if category(character)[0] != "C" and not shows(character)
)
"""Controls and unassigned characters apart, which the first test has."""


def test_a_name_of_one_character_is_shown_or_nobodys() -> None:
    wrong = [
        f"U+{ord(character):04X}"
        for character in EVERY
        if (normalize_name(character, 0) == "Player 1") == shows(character)
    ]
    assert not wrong, wrong[:20]


@given(st.text(st.sampled_from(SHOW_NOTHING), max_size=60))
def test_what_shows_nothing_is_no_name_however_it_is_combined(text: str) -> None:
    assert (normalize_name(text, 0), tidy_line(text)) == ("Player 1", "")


@given(st.text(st.sampled_from(SHOW_NOTHING) | st.sampled_from("Aé界🙂"), max_size=60))
def test_a_name_that_was_cut_shows_something(text: str) -> None:
    name = tidy_name(text)
    assert not name or any(map(shows, name))


def test_marks_and_joiners_within_a_name_stay() -> None:
    for name in ("Zoë", "می‌خواهم", "❤️", "👩‍👩‍👧", "1️⃣", "เก๋", "देवी", "🇫🇷"):
        assert normalize_name(name, 0) == name


def test_whatever_is_named_needs_a_name_that_shows(app: Flask) -> None:
    for nothing in ("\u034f", "\u17b4", "\ufe0f", "\u180b", "\u0301", "\u2800\ufe0f"):
        phone = Phone(app)
        phone.open("giza", [nothing, "Bo"])
        assert phone.told()["names"] == ["Player 1", "Bo"]
        assert phone.client.post("/groups", data={"name": nothing}).status_code == 400
        assert phone.enter(kind="note", text=nothing).status_code == 400
