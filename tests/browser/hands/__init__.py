"""How a recorded line is entered: one module a game, for a thumb and for the keyboard alike.

Such a module has the names of ``OfAGame``; ``FORETELLS``, ``as_entered`` and ``box`` only where the game
needs them. A selector names the control itself (``input``, ``button``), not its label: keys need the focus.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, cast

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


class OfAGame(Protocol):
    """What the module of a game has."""

    PLAY: str
    """The recorded play that is entered whole."""
    TURN: Steps
    """The moves of a plain turn: ``(("Roll",), ("Build", "Pass"))`` is a roll, then one or the other."""
    FORETELLS: bool
    """Whether the page asks what would come of a choice (``foretells``)."""

    def enter(self, hand: Hand, line: Line) -> None:
        """Tap what the line says; whatever is sent last ends it."""

    def box(self, hand: Hand, value: Any) -> None:
        """Write what the box prints into the drawer, and send it by ``#drawer button.primary``."""

    def as_entered(self, record: Line) -> list[Line]:
        """The log as people enter it, where it differs from the one recorded."""


def play_of(slug: str) -> str:
    """The recorded play of a game that is entered whole, by thumb and by keyboard."""
    return _of(slug).PLAY


def turn_of(slug: str) -> Steps:
    return _of(slug).TURN


def questions_of(slug: str) -> set[str]:
    """What the page of a game asks while something is chosen."""
    return {"table.check"} if getattr(_of(slug), "FORETELLS", False) else set()


def say_who_writes(hand: Hand) -> None:
    """Where the phone asks before it judges alone: it is this one."""
    if hand.page.locator("#who-writes[open]").count():
        hand.tap("#who-writes [value=yes]")


def enter(hand: Hand, slug: str, line: Line) -> None:
    """Enter one recorded line the way the page asks for it."""
    kind = line.get("kind", "move")
    if kind == "redo":
        hand.tap("#menu form:has([value=redo]) button:not([commandfor])")
        return
    if kind == "undo":
        take_back(hand)
        return
    _of(slug).enter(hand, line)
    say_who_writes(hand)
    if kind == "ruling":
        hand.page.wait_for_selector("#answer .answer")
        hand.tap("#answer form:has([value=ruling]) button")


HELD = """() => {
  const offered = document.querySelector(".just-entered");
  for (const passing of offered?.getAnimations() ?? []) {
    passing.pause();
    passing.currentTime = 0;
  }
  return Boolean(offered);
}"""
"""Whether one tap takes back an own entry; if so, it is offered until it is tapped, however long."""


def take_back(hand: Hand) -> None:
    """In one tap after an own entry; else by the arrow, whose sheet the hand opens where it asks."""
    offered = hand.page.evaluate(HELD)
    hand.tap(".just-entered button" if offered else "#head form:has([value=undo]) button:not([commandfor])")


def log_of(slug: str, record: Mapping[str, Any]) -> list[Line]:
    """What people enter of a recorded play at the table; what is printed in the box they told before."""
    lines: list[Line] = getattr(_of(slug), "as_entered", lambda record: record["log"])(record)
    return [line for line in lines if line.get("kind") != "setting"]


def tell_the_box(hand: Hand, slug: str, record: Mapping[str, Any]) -> None:
    """Tell in the lobby what is printed in the box of a recorded play, if it says so."""
    printed = [line["value"] for line in record["log"] if line.get("kind") == "setting"]
    records = [option.name for option in BY_SLUG[slug].meta.options if option.printed and option.late]
    printed += [value for name, value in record.get("options", {}).items() if name in records]
    for value in printed:
        hand.tap("#plan a[href$='/box']")
        _of(slug).box(hand, value)
        hand.page.wait_for_selector("#drawer", state="hidden")


def _of(slug: str) -> OfAGame:
    hand: Any = import_module(f"{__name__}.{slug}")
    return cast(OfAGame, hand)
