"""The reasons of a move: the sentences of its strongest terms."""

from companion.engine.move_values import find_strongest_reasons

TERMS = {"points": 3.0, "room": -0.5, "kept": 0.0, "end": 9.0}


def codes(*reasons: tuple[str, str, object]) -> list[str]:
    return [reason.code for reason in find_strongest_reasons(TERMS, {}, reasons)]


def test_at_most_two_reasons_are_given_the_strongest_first() -> None:
    assert codes(("kept", "c", True), ("points", "a", True), ("end", "b", True)) == ["b", "a"]


def test_negative_terms_and_untrue_sentences_give_no_reason() -> None:
    assert codes(("room", "r", True), ("points", "a", 0), ("kept", "c", 1)) == ["c"]
