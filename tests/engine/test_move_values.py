"""Which sentences are given as reasons: those of the terms that speak most for a move."""

from companion.engine.move_values import strongest

TERMS = {"points": 3.0, "room": -0.5, "kept": 0.0, "end": 9.0}


def codes(*reasons: tuple[str, str, object]) -> list[str]:
    return [reason.code for reason in strongest(TERMS, {}, reasons)]


def test_the_strongest_term_is_named_first_and_two_at_most() -> None:
    assert codes(("kept", "c", True), ("points", "a", True), ("end", "b", True)) == ["b", "a"]


def test_nothing_that_costs_or_is_not_so_is_a_reason() -> None:
    assert codes(("room", "r", True), ("points", "a", 0), ("kept", "c", 1)) == ["c"]
