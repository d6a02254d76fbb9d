"""Which reasons of a move are shown: those with the largest parts of its estimated value."""

from companion.engine.move_values import find_strongest_reasons

VALUE_PARTS = {"points": 3.0, "room": -0.5, "kept": 0.0, "end": 9.0}


def get_reason_codes(*reasons: tuple[str, str, object]) -> list[str]:
    return [reason.code for reason in find_strongest_reasons(VALUE_PARTS, {}, reasons)]


def test_at_most_two_reasons_are_given_the_strongest_first() -> None:
    assert get_reason_codes(("kept", "c", True), ("points", "a", True), ("end", "b", True)) == ["b", "a"]


def test_negative_terms_and_untrue_sentences_give_no_reason() -> None:
    assert get_reason_codes(("room", "r", True), ("points", "a", 0), ("kept", "c", 1)) == ["c"]
