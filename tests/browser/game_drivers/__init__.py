"""Enters recorded moves on the pages of a game. Selectors name a control that can get the focus.

The module of a game has ``PLAY_NAME``, the recorded play that tests enter, and ``enter(user, line)``, which
enters a move of its log. Optional are ``HAS_PREVIEW`` (whether the page requests a preview while the user
chooses a move), ``enter_printed_numbers(user, value)`` (in the form of the open drawer), and
``list_entries_as_tapped(record)`` (if they differ from the recorded log).
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol

import pytest
from playwright.sync_api import Page

from companion.games import GAMES_BY_SLUG
from companion.games.seeds import load_plays

RecordedLine = Mapping[str, Any]
each_slug = pytest.mark.parametrize("slug", GAMES_BY_SLUG)


class User(Protocol):
    """A simulated user, who finds the control of a selector and operates it."""

    page: Page

    def tap(self, selector: str) -> None: ...

    def write(self, selector: str, text: str) -> None: ...

    def choose(self, selector: str, value: str) -> None: ...


def get_play_name(slug: str) -> str:
    return str(load_driver(slug).PLAY_NAME)


def load_record(slug: str) -> dict[str, Any]:
    record: dict[str, Any] = load_plays(slug)[get_play_name(slug)]
    return record


def confirm_writer(user: User) -> None:
    """Confirm that this phone enters the moves, if the page asks about it."""
    if user.page.locator("#confirm-writer[open]").count():
        user.tap("#confirm-writer [value=yes]")


def enter_move(user: User, slug: str, line: RecordedLine) -> None:
    """Enter one entry of a recorded play: a move, a ruling, an undo or a redo."""
    kind = line.get("kind", "move")
    if kind == "redo":
        user.tap("#menu form:has([value=redo]) button:not([commandfor])")
        return
    if kind == "undo":
        undo(user)
        return
    load_driver(slug).enter(user, line)
    confirm_writer(user)
    if kind == "ruling":
        user.page.wait_for_selector("#answer .answer")
        user.tap("#answer form:has([value=ruling]) button")


HAS_UNDO_BUTTON_JS = """() => {
  const offered = document.querySelector(".just-entered");
  for (const passing of offered?.getAnimations() ?? []) {
    passing.pause();
    passing.currentTime = 0;
  }
  return Boolean(offered);
}"""
"""Returns whether the button that undoes the player's own entry is shown. If so, it stays."""


def undo(user: User) -> None:
    is_own = user.page.evaluate(HAS_UNDO_BUTTON_JS)
    user.tap(".just-entered button" if is_own else "#head form:has([value=undo]) button:not([commandfor])")


def get_entries(slug: str, record: Mapping[str, Any]) -> list[RecordedLine]:
    """Return the entries of a recorded play that players make at the table, without settings."""
    lines: list[RecordedLine] = getattr(
        load_driver(slug), "list_entries_as_tapped", lambda record: record["log"]
    )(record)
    return [line for line in lines if line.get("kind") != "setting"]


def enter_recorded_printed_numbers(user: User, slug: str, record: Mapping[str, Any]) -> None:
    """Enter the printed numbers of a recorded play on the lobby's pages, if the play has any."""
    values = [line["value"] for line in record["log"] if line.get("kind") == "setting"]
    records = [option.name for option in GAMES_BY_SLUG[slug].meta.options if option.printed and option.late]
    values += [value for name, value in record.get("options", {}).items() if name in records]
    for value in values:
        user.tap("#plan a[href$='/box']")
        load_driver(slug).enter_printed_numbers(user, value)
        user.page.wait_for_selector("#drawer", state="hidden")


def load_driver(slug: str) -> Any:
    return import_module(f"{__name__}.{slug}")
