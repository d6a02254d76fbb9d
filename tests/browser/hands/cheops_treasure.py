"""Cheops (1998): a pawn and a space, what lay there, what was drawn; the laws as they come."""

from tests.browser.hands import Hand, Line

PLAY = "tablets_full"
TURN = (("Place",), ("Take", "Reveal"), ("Draw",))
BUTTONS = {
    "Take": "{colour} {deal}", "Reveal": "{law}", "PutUnder": "{colour}", "PutOn": "{colour} {slot}",
    "Remove": "{law}", "SellKept": "{colour}", "Choose": "{colour}",
}  # fmt: skip


def enter(hand: Hand, line: Line) -> None:
    move = line["move"]
    pawns = line.get("pawns", ())
    if move == "Place":
        hand.tap(f"input[name=pawn][value='{line['pawn']}']")
        hand.tap(f"#space-{line['row']}-{line['column']}")
    elif move in ("Swap", "Exchange"):
        _exchange(hand, line)
    elif move == "Draw" and len(pawns) > 1:
        for place, pawn in enumerate(pawns):
            hand.choose(f"#below select[name='pawns[]'] >> nth={place}", pawn)
        hand.tap("#below button[value=Draw]:not([formaction])")
    else:
        shown = BUTTONS.get(move, "").format(**line)
        if move == "Pay":
            shown = str(int(line["paid"]))
        elif pawns:
            shown = pawns[0]
        hand.tap(f"button[value='{f'{move} {shown}'.strip()}']:not([formaction])")


def _exchange(hand: Hand, line: Line) -> None:
    form = f"form:has(button[value={line['move']}])"
    hand.choose(f"{form} select[name='row column']", f"{line['row']} {line['column']}")
    if line["move"] == "Swap":
        other = f"{line['other_row']} {line['other_column']}"
        hand.choose(f"{form} select[name='other_row other_column']", other)
    else:
        hand.choose(f"{form} select[name=kept]", line["kept"])
        hand.choose(f"{form} select[name=got]", line["got"])
    hand.tap(f"{form} button")


def box(hand: Hand, value: Line) -> None:
    """The six tablets: the plays lie on the demo tablets, which are one tap."""
    assert value["demo"]
    hand.tap("button:text('Demo tablets')")
