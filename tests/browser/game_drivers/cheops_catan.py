"""Catan: Cheops: one button an event, rare ones in a sheet; one phone for all chooses the seat first."""

from tests.browser.game_drivers import Line, User, confirm_writer
from tests.browser.joining import wait_for_version
from tests.waiting import wait_until_idle

PLAY = "shared_win"
TURN = (("Build", "Lay", "Income", "Roll"),)


def enter(user: User, line: Line) -> None:
    press(user, value(line))


def press(user: User, value: str) -> None:
    """Tap the button of that value, once the seat is chosen among whose events it, or its sheet, is."""
    button = user.page.locator(f"button[value='{value}']")
    button.first.wait_for(state="attached")
    sheet = button.first.evaluate("button => button.closest('dialog')?.id")
    shown = user.page.locator(f"[commandfor='{sheet}']") if sheet else button
    if not shown.locator("visible=true").count():
        other = user.page.locator(".chooser input:not(:checked)").get_attribute("value")
        user.tap(f".chooser input[value='{other}']")
    user.tap(f"button[value='{value}']")
    confirm_writer(user)


def press_all(user: User, values: list[str], first: int = 1) -> None:
    """One after the other; the first of them becomes that entry of the table."""
    for version, value in enumerate(values, first):
        press(user, value)
        wait_for_version(user.page, version)
        wait_until_idle(user.page)  # the answer is there too: until then another move asks


FOUNDED = [*["Found 0"] * 9, "Roll 0 6"]
"""What three people enter on one phone until gold may be entered as often as one likes."""


def value(line: Line) -> str:
    """What the button of a recorded line says to the server."""
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
