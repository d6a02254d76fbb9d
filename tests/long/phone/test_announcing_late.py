"""A tomb of the Pyramid's Deadline announced in time at the table, while its phone has no line."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, arrive, sit
from tests.browser.hands.deadline import announce
from tests.browser.tables import at_table_like
from tests.browser.thumbs import Thumb

RECORD: dict[str, Any] = plays("deadline")["death"]
BUILT = next(n for n, line in enumerate(RECORD["log"]) if line["move"] == "Declare")
BO = RECORD["log"][BUILT]["seat"]
"""Whose tomb is finished after so many entries."""


def just_built(phone: Make) -> tuple[Thumb, Thumb]:
    """The phone that enters for all, and the one of whom just finished a tomb and has lost the line."""
    host, bo = Thumb(phone()), Thumb(phone())
    code = at_table_like(host.page, "deadline", RECORD, BUILT)
    sit(bo, code, BO)
    all_arrive([host, bo], BUILT)
    bo.page.context.set_offline(True)
    expect(bo.page.locator("#line")).to_contain_text("offline")
    return host, bo


def test_what_was_announced_offline_after_its_moment_can_be_allowed(phone: Make) -> None:
    host, bo = just_built(phone)
    hands.enter(host, "deadline", RECORD["log"][BUILT + 1])
    arrive(host.page, BUILT + 1)
    announce(bo, BO)
    expect(bo.page.locator("#waiting p")).to_have_count(1)
    bo.page.context.set_offline(False)
    bo.tap("#answer button:text('Allow anyway')")
    all_arrive([host, bo], BUILT + 2)
    for each in (host, bo):
        expect(each.page.locator(f"#board-{BO}")).to_contain_text("announced as number 1")
    expect(bo.page.locator(".announce, #answer .answer")).to_have_count(0)


def test_what_was_announced_offline_in_its_moment_is_entered_as_it_comes(phone: Make) -> None:
    host, bo = just_built(phone)
    announce(bo, BO)
    expect(bo.page.locator("#waiting p")).to_have_count(1)
    bo.page.context.set_offline(False)
    all_arrive([host, bo], BUILT + 1)
    expect(bo.page.locator("#answer .answer")).to_have_count(0)
    hands.enter(host, "deadline", RECORD["log"][BUILT + 1])
    all_arrive([host, bo], BUILT + 2)
