"""Enters moves of Cheops (the roll-and-write): the faces of a roll, or the boxes of a build."""

from dataclasses import replace

from companion.engine.replay import replay_log
from companion.games.cheops_dice.moves import Build
from companion.games.plays import parse_recorded_play
from tests.browser.engines import expect
from tests.browser.game_drivers import RecordedLine, User
from tests.browser.joining import MakePhone, open_with_one_phone
from tests.browser.touch_user import TouchUser, wait_for_version

PLAY_NAME = "three_at_the_table"
HAS_PREVIEW = True
PREVIEW_SELECTOR = "#foretell"
MAX_PAYMENT_TAPS = 3
"""The largest number of ways in which one box can be paid for."""


def enter(user: User, line: RecordedLine) -> None:
    for die in line.get("dice", ()):
        user.tap(f"[data-add='{die}']")
    boxes = line.get("boxes", ())
    for box in boxes:
        tick_box(user, box)
    expect(user.page.locator(".pad input:checked")).to_have_count(len(boxes))
    for box, payment in zip(boxes, line.get("payments", ()), strict=False):
        choose_payment(user, box, payment)
    user.tap(f"button[value={line['move']}]:not([formaction])")


def open_after_roll(phone: MakePhone, *dice: str) -> TouchUser:
    """Open a table for two, and enter these dice. Return the user of its only phone."""
    user = open_with_one_phone(phone, "cheops_dice", ["Ana", "Bo"])
    enter_roll(user, *dice)
    return user


def enter_roll(user: TouchUser, *dice: str) -> None:
    enter(user, {"move": "Roll", "dice": dice})
    wait_for_version(user.page, 1)


def tick_box(user: User, box: str) -> None:
    user.tap(f"input[value='{box}']")


def expect_box_note(user: User, box: str, text: str) -> None:
    expect(user.page.locator(f"label:has([value='{box}']) .note")).to_have_text(text)


def choose_payment(user: User, box: str, payment: str) -> None:
    """Tap the ticked box again until the page shows this payment for it."""
    paid = user.page.locator(f"label:has([value='{box}']) .paid")
    for _ in range(MAX_PAYMENT_TAPS):
        shown = paid.get_attribute("data-pays") or ""
        if shown == payment:
            return
        tick_box(user, box)
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
