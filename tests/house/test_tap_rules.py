"""Which taps count, by time and place."""

from typing import Any

from tests.javascript import call

ROLL = {"deed": "roll", "left": 10, "right": 60, "top": 700, "bottom": 750}
ROAD = {**ROLL, "deed": "road"}
MOVED = {**ROLL, "top": 600, "bottom": 650}


def tap(deed: str, at: float, x: float = 30, y: float = 720) -> dict[str, Any]:
    return {"deed": deed, "x": x, "y": y, "at": at}


def layouts(*shown: tuple[float, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [{"since": since, "controls": controls} for since, controls in shown]


def test_a_control_takes_no_tap_until_it_was_there_for_a_while() -> None:
    came = layouts((0, [ROLL]), (1000, [ROAD]))
    moved = layouts((0, [MOVED]), (1000, [ROLL]))
    back = layouts((0, [ROLL]), (1000, [ROAD]), (1100, [ROLL]))
    cases = {
        "another deed was here": (tap("road", 1300), came, True),
        "long enough": (tap("road", 1400), came, False),
        "it came from elsewhere": (tap("roll", 1300), moved, True),
        "elsewhere nothing changed": (tap("roll", 1300), layouts((0, [ROLL]), (1000, [ROLL, ROAD])), False),
        "it was away in between": (tap("roll", 1150), back, True),
        "a page that never changed": (tap("roll", 10), layouts((0, [ROLL])), False),
    }
    answers = call("tap_rules.js", "isNew", [[case, shown] for case, shown, _ in cases.values()])
    assert dict(zip(cases, answers, strict=True)) == {name: new for name, (*_, new) in cases.items()}


def test_layouts_are_dropped_that_no_tap_is_compared_with() -> None:
    shown = layouts((0, [ROLL]), (1000, [ROAD]), (1200, [MOVED]))
    kept = call("tap_rules.js", "recent", [[shown, at] for at in (1100, 1400, 1600)])
    assert [[layout["since"] for layout in each] for each in kept] == [
        [0, 1000, 1200],
        [1000, 1200],
        [1200],
    ]


def test_a_series_of_taps_at_one_place_has_one_deed() -> None:
    cases = {
        "another control": (tap("road", 500), tap("roll", 0), True),
        "after a pause": (tap("road", 800), tap("roll", 0), False),
        "the same control": (tap("roll", 500), tap("roll", 0), False),
        "elsewhere": (tap("road", 500, x=70), tap("roll", 0), False),
        "the first of all": (tap("road", 500), None, False),
    }
    answers = call("tap_rules.js", "isRestOfSeries", [[now, last] for now, last, _ in cases.values()])
    assert dict(zip(cases, answers, strict=True)) == {name: rest for name, (*_, rest) in cases.items()}


def test_the_same_button_again_is_asked_about_for_a_while() -> None:
    cases = {
        "at once": (tap("road", 200), tap("road", 0), True),
        "what the same tap enters next": (tap("road", 200), tap("road", 200), False),
        "after a while": (tap("road", 1500), tap("road", 0), False),
        "another": (tap("roll", 200), tap("road", 0), False),
        "by keyboard": (None, tap("road", 0), False),
        "nothing was entered": (tap("road", 200), None, False),
    }
    answers = call("tap_rules.js", "isAgain", [[now, before] for now, before, _ in cases.values()])
    assert dict(zip(cases, answers, strict=True)) == {name: again for name, (*_, again) in cases.items()}
