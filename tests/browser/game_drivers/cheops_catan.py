"""Enters moves of Catan: Cheops, on one phone for all seats. Each event of a seat has a button."""

from typing import Any

from tests.browser.game_drivers import RecordedLine, User, confirm_writer
from tests.browser.joining import MakePhone
from tests.browser.tables import enter_recorded, open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.waiting import wait_until_idle

PLAY_NAME = "shared_win"


def enter(user: User, line: RecordedLine) -> None:
    press_button(user, get_button_value(line))


def press_button(user: User, value: str) -> None:
    """Tap the button with this value, after opening its sheet or choosing its seat if it is hidden."""
    button = user.page.locator(f"button[value='{value}']")
    button.first.wait_for(state="attached")
    sheet = button.first.evaluate("button => button.closest('dialog')?.id")
    shown = user.page.locator(f"[commandfor='{sheet}']") if sheet else button
    if not shown.locator("visible=true").count():
        other = user.page.locator(".chooser input:not(:checked)").get_attribute("value")
        user.tap(f".chooser input[value='{other}']")
    user.tap(f"button[value='{value}']")
    confirm_writer(user)


def press_buttons(user: User, values: list[str], first: int = 1) -> None:
    """Tap the buttons with these values in order. The first tap makes entry number ``first``."""
    for version, value in enumerate(values, first):
        press_button(user, value)
        wait_for_version(user.page, version)
        wait_until_idle(user.page)  # wait for the response: another move before it opens a question


FOUNDED_LOG: list[dict[str, Any]] = [
    *({"seat": seat, "move": "Found", "at_site": False} for seat in (0, 1, 2, 2, 1, 0, 0, 1, 2)),
    {"seat": 0, "move": "Roll", "total": 6},
]
"""The first entries of three players, until all of them may enter gold."""


def open_founded_table(phone: MakePhone) -> TouchUser:
    """Open a table of Catan with the entries of ``FOUNDED_LOG``. Return the user of its only phone."""
    user = TouchUser(phone())
    record = {"seats": ["Ana", "Bo", "Cy"], "log": FOUNDED_LOG}
    open_page_as_recorded(user.page, "cheops_catan", record, len(FOUNDED_LOG))
    return user


def enter_founding(user: TouchUser, entries: int = len(FOUNDED_LOG)) -> None:
    """Make the first ``entries`` of ``FOUNDED_LOG`` with requests, at the table that this phone shows."""
    enter_recorded(user.page, user.page.url.rsplit("/", 1)[1], FOUNDED_LOG, 0, entries)
    wait_for_version(user.page, entries)


def get_button_value(line: RecordedLine) -> str:
    move, seat = line["move"], line["seat"]
    flag = int(line.get("at_site", line.get("harbour", False)))
    return {
        "Found": f"Found {flag}",
        "Roll": f"Roll {seat} {line.get('total')}",
        "Build": f"Build {seat} {line.get('piece')} {flag}",
        "Lay": f"Lay {seat} {line['owner']}" if "owner" in line else f"Lay {seat}",
        "Income": f"Income {seat} {line.get('gold')}",
        "Purchase": f"Purchase {seat} {flag}",
        "Harbour": f"Harbour {seat} {line.get('owner')}",
        "Give": f"Give {seat} {line.get('owner')} {line.get('gold')}",
        "Claim": f"Claim {seat} {line.get('cards')}",
        "Reveal": f"Reveal {seat} {line.get('cards')}",
    }.get(str(move), f"{move} {seat}")
