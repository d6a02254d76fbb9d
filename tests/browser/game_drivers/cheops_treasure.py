"""Enters moves of Cheops (1998): a pawn and a space, the treasure found, the piece drawn, and laws."""

from tests.browser.game_drivers import RecordedLine, User

PLAY_NAME = "tablets_full"
FIRST_TURN: tuple[RecordedLine, ...] = (
    {"move": "Place", "pawn": "A", "row": 1, "column": 4},
    {"move": "Take", "colour": "red", "deal": "keep"},
    {"move": "Draw", "pawns": ["A"]},
)
BUTTON_VALUE_FORMATS = {
    "Take": "{colour} {deal}", "Reveal": "{law}", "PutUnder": "{colour}", "PutOn": "{colour} {slot}",
    "Remove": "{law}", "SellKept": "{colour}", "Choose": "{colour}",
}  # fmt: skip


def enter(user: User, line: RecordedLine) -> None:
    move = line["move"]
    pawns = line.get("pawns", ())
    if move == "Place":
        user.tap(f"input[name=pawn][value='{line['pawn']}']")
        user.tap(f"#space-{line['row']}-{line['column']}")
    elif move in ("Swap", "Exchange"):
        _exchange_pawns(user, line)
    elif move == "Draw" and len(pawns) > 1:
        for place, pawn in enumerate(pawns):
            user.choose(f"#below select[name='pawns[]'] >> nth={place}", pawn)
        user.tap("#below button[value=Draw]:not([formaction])")
    else:
        shown = BUTTON_VALUE_FORMATS.get(move, "").format(**line)
        if move == "Pay":
            shown = str(int(line["paid"]))
        elif pawns:
            shown = pawns[0]
        user.tap(f"button[value='{f'{move} {shown}'.strip()}']:not([formaction])")


def _exchange_pawns(user: User, line: RecordedLine) -> None:
    form = f"form:has(button[value={line['move']}])"
    user.choose(f"{form} select[name='row column']", f"{line['row']} {line['column']}")
    if line["move"] == "Swap":
        other = f"{line['other_row']} {line['other_column']}"
        user.choose(f"{form} select[name='other_row other_column']", other)
    else:
        user.choose(f"{form} select[name=kept]", line["kept"])
        user.choose(f"{form} select[name=got]", line["got"])
    user.tap(f"{form} button")


def enter_printed_numbers(user: User, value: RecordedLine) -> None:
    """Tap the button that enters the demo tablets, which all recorded plays use."""
    assert value["demo"]
    user.tap("button:text('Demo tablets')")
