"""How a recorded line is entered: one module a game, for a thumb and for the keyboard alike."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol

from playwright.sync_api import Page

from companion.games import BY_SLUG
from tests.browser.costs import Steps

Line = Mapping[str, Any]


class Hand(Protocol):
    """What enters: selectors name the control, the hand knows how to get at it."""

    page: Page

    def tap(self, selector: str) -> None: ...

    def write(self, selector: str, text: str) -> None: ...

    def choose(self, selector: str, value: str) -> None: ...


def play_of(slug: str) -> str:
    """The recorded play of a game that is entered whole, by thumb and by keyboard."""
    return str(_of(slug).PLAY)


def turn_of(slug: str) -> Steps:
    """The moves of a plain turn of a game."""
    steps: Steps = _of(slug).TURN
    return steps


def enter(hand: Hand, slug: str, line: Line) -> None:
    """Enter one recorded line the way the page asks for it."""
    kind = line.get("kind", "move")
    if kind in ("undo", "redo"):
        where = "#menu" if kind == "redo" else "#head"
        hand.tap(f"{where} form:has([value={kind}]) button:not([popovertarget])")
        return
    _of(slug).enter(hand, line)
    if kind == "ruling":
        hand.page.wait_for_selector("#answer .answer")
        hand.tap("#answer form:has([value=ruling]) button")


def log_of(slug: str, record: Mapping[str, Any]) -> list[Line]:
    """What people enter of a recorded play at the table; what is printed in the box they told before."""
    lines: list[Line] = getattr(_of(slug), "as_entered", lambda record: record["log"])(record)
    return [line for line in lines if line.get("kind") != "setting"]


def tell_the_box(hand: Hand, slug: str, record: Mapping[str, Any]) -> None:
    """Tell in the lobby what is printed in the box of a recorded play, if it says so."""
    printed = [line["value"] for line in record["log"] if line.get("kind") == "setting"]
    records = [
        option.name for option in BY_SLUG[slug].meta.options if option.printed and option.late
    ]
    printed += [value for name, value in record.get("options", {}).items() if name in records]
    for value in printed:
        hand.tap("#plan a[href$='/box']")
        _of(slug).box(hand, value)
        hand.page.wait_for_selector("#drawer", state="hidden")


def _of(slug: str) -> Any:
    return import_module(f"{__name__}.{slug}")
