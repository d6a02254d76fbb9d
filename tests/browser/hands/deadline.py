"""The Pyramid's Deadline: the dice as they lie; a die, a stone as it is held, a column."""

from __future__ import annotations

from tests.browser.hands import Hand, Line

PLAY = "symmetry"


def enter(hand: Hand, line: Line) -> None:
    if line["move"] == "Roll":
        for die in line["dice"]:
            hand.tap(f"[data-add='{die}']")
        hand.tap("button[value=Roll]")
    elif line["move"] == "Declare":
        hand.tap(f"button[value='Declare {line['seat']}']")
    else:
        hand.tap(f"input[name=die][value='{line['die']}']")
        if line["move"] == "Build":
            hand.tap(f"input[name='stone turn'][value='{line['stone']} {line['turn']}']")
            hand.tap(f"#col-{line['column']}")
        else:
            hand.tap(f"button[value={line['move']}]")
