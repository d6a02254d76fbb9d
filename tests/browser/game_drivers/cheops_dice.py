"""Enters moves of Cheops (the roll-and-write): the faces of a roll, or the boxes of a build."""

from dataclasses import replace

from companion.engine.replay import replay_log
from companion.games.cheops_dice.moves import Build
from companion.games.plays import parse_recorded_play
from tests.browser.engines import expect
from tests.browser.game_drivers import RecordedLine, User

PLAY_NAME = "three_at_the_table"
HAS_PREVIEW = True
MAX_PAYMENT_TAPS = 3
"""The largest number of ways in which one box can be paid for."""


def enter(user: User, line: RecordedLine) -> None:
    for die in line.get("dice", ()):
        user.tap(f"[data-add='{die}']")
    boxes = line.get("boxes", ())
    for box in boxes:
        user.tap(f"input[value='{box}']")
    expect(user.page.locator(".pad input:checked")).to_have_count(len(boxes))
    for box, payment in zip(boxes, line.get("payments", ()), strict=False):
        choose_payment(user, box, payment)
    user.tap(f"button[value={line['move']}]:not([formaction])")


def choose_payment(user: User, box: str, payment: str) -> None:
    """Tap the ticked box again until the page shows this payment for it."""
    paid = user.page.locator(f"label:has([value='{box}']) .paid")
    for _ in range(MAX_PAYMENT_TAPS):
        shown = paid.get_attribute("data-pays") or ""
        if shown == payment:
            return
        user.tap(f"input[value='{box}']")
        expect(paid).not_to_have_attribute("data-pays", shown)
    raise AssertionError(f"{box} cannot be paid with {payment}")


def list_entries_as_tapped(record: RecordedLine) -> list[RecordedLine]:
    """Return the recorded entries without the payments that the app proposes by itself."""
    play = parse_recorded_play(record)
    lines = []
    for number, (line, entry) in enumerate(zip(record["log"], play.log, strict=True)):
        if isinstance(entry.move, Build):
            state = replay_log(play.game, play.setup, play.log[:number]).state
            paid, proposed = (
                play.game.apply(state, entry.seat, move)
                for move in (entry.move, replace(entry.move, payments=()))
            )
            line = {**line, "payments": ()} if proposed == paid else line
        lines.append(line)
    return lines
