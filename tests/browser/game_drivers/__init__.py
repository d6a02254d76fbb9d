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


class User(Protocol):
    """What enters: selectors name the control, the hand knows how to get at it."""

    page: Page

    def tap(self, selector: str) -> None: ...

    def write(self, selector: str, text: str) -> None: ...

    def choose(self, selector: str, value: str) -> None: ...


class GameDriver(Protocol):
    """What the module of a game has."""

    PLAY: str
    """The recorded play that is entered whole."""
    TURN: Steps
    """The moves of a plain turn: ``(("Roll",), ("Build", "Pass"))`` is a roll, then one or the other."""
    FORETELLS: bool
    """Whether the page asks what would come of a choice (``foretells``)."""

    def enter(self, user: User, line: Line) -> None:
        """Tap what the line says; whatever is sent last ends it."""

    def box(self, user: User, value: Any) -> None:
        """Write what the box prints into the drawer, and send it by ``#drawer button.primary``."""

    def as_entered(self, record: Line) -> list[Line]:
        """The log as people enter it, where it differs from the one recorded."""


def get_play_name(slug: str) -> str:
    """The recorded play of a game that is entered whole, by thumb and by keyboard."""
    return _of(slug).PLAY


def get_turn(slug: str) -> Steps:
    return _of(slug).TURN


def get_questions(slug: str) -> set[str]:
    """What the page of a game asks while something is chosen."""
    return {"table.check"} if getattr(_of(slug), "FORETELLS", False) else set()


def confirm_writer(user: User) -> None:
    """Where the phone asks before it judges alone: it is this one."""
    if user.page.locator("#confirm-writer[open]").count():
        user.tap("#confirm-writer [value=yes]")


def enter(user: User, slug: str, line: Line) -> None:
    """Enter one recorded line the way the page asks for it."""
    kind = line.get("kind", "move")
    if kind == "redo":
        user.tap("#menu form:has([value=redo]) button:not([commandfor])")
        return
    if kind == "undo":
        take_back(user)
        return
    _of(slug).enter(user, line)
    confirm_writer(user)
    if kind == "ruling":
        user.page.wait_for_selector("#answer .answer")
        user.tap("#answer form:has([value=ruling]) button")


HELD = """() => {
  const offered = document.querySelector(".just-entered");
  for (const passing of offered?.getAnimations() ?? []) {
    passing.pause();
    passing.currentTime = 0;
  }
  return Boolean(offered);
}"""
"""Whether one tap takes back an own entry; if so, it is offered until it is tapped, however long."""


def take_back(user: User) -> None:
    """In one tap after an own entry; else by the arrow, whose sheet the hand opens where it asks."""
    offered = user.page.evaluate(HELD)
    user.tap(".just-entered button" if offered else "#head form:has([value=undo]) button:not([commandfor])")


def get_entries(slug: str, record: Mapping[str, Any]) -> list[Line]:
    """What people enter of a recorded play at the table; what is printed in the box they told before."""
    lines: list[Line] = getattr(_of(slug), "as_entered", lambda record: record["log"])(record)
    return [line for line in lines if line.get("kind") != "setting"]


def enter_box_numbers(user: User, slug: str, record: Mapping[str, Any]) -> None:
    """Tell in the lobby what is printed in the box of a recorded play, if it says so."""
    printed = [line["value"] for line in record["log"] if line.get("kind") == "setting"]
    records = [option.name for option in BY_SLUG[slug].meta.options if option.printed and option.late]
    printed += [value for name, value in record.get("options", {}).items() if name in records]
    for value in printed:
        user.tap("#plan a[href$='/box']")
        _of(slug).box(user, value)
        user.page.wait_for_selector("#drawer", state="hidden")


def _of(slug: str) -> GameDriver:
    user: Any = import_module(f"{__name__}.{slug}")
    return cast(GameDriver, user)
