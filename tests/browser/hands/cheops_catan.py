"""Catan: Cheops: one button an event, on whichever phone saw it."""

from __future__ import annotations

from tests.browser.hands import Hand, Line

PLAY = "shared_win"


def enter(hand: Hand, line: Line) -> None:
    hand.tap(f"button[value='{value(line)}']")


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
