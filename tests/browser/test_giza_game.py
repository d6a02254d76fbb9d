"""Four phones play a whole recorded game by touch, with a slip undone on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.games.plays import play_from
from companion.games.seeds import plays

Make = Callable[..., Page]


def four_seat_play() -> dict[str, Any]:
    return next(
        play for play in plays("giza").values()
        if len(play["seats"]) == 4 and play.get("mode", "referee") == "referee"
    )  # fmt: skip


def open_table(page: Page, names: list[str]) -> str:
    page.goto(f"/open/giza?seats={len(names)}")
    for field, name in zip(page.locator("input[name=name]").all(), names, strict=True):
        field.fill(name)
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_url(re.compile("/t/"))
    return page.url.rsplit("/", 1)[1]


def join(page: Page, code: str, seat: int) -> None:
    page.goto(f"/j/{code}")
    page.locator(f"input[name=seat][value='{seat}']").check()
    page.get_by_role("button", name="Sit down").tap()
    page.wait_for_selector("#table")


def at_version(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def tap_entry(page: Page, line: dict[str, Any]) -> None:
    """Enter one recorded line the way a thumb does."""
    kind = line.get("kind", "move")
    if kind == "undo":
        page.get_by_role("button", name="Undo").tap()
    elif kind == "setting":
        page.goto(page.url.split("?")[0] + "/box")
        value = line["value"]
        for name, numbers in (("points", value["points"]), ("each", value.get("each", [2, 2, 2]))):
            for place, number in enumerate(numbers):
                page.locator(f"[name='value.{name}.{place}']").fill(str(number))
        page.get_by_role("button", name="Keep").tap()
        page.wait_for_selector("#table")
    elif line["move"] == "Play":
        page.locator(f"input[name=tile][value='{line['tile']}']").check(force=True)
        page.locator(f"#site-{line['board']}-{line['site']}").tap()
    elif line["move"] == "Lift":
        page.locator(f"button[value='Lift {line['site']}']").tap()
    else:
        page.get_by_text("Discard or skip").tap()
        for place, tile in enumerate(line["tiles"]):
            page.locator("select[name='tiles[]']").nth(place).select_option(tile)
        page.get_by_role("button", name="Discard", exact=True).tap()


def test_a_whole_game_on_four_phones(phone: Make) -> None:
    record = four_seat_play()
    play = play_from(record)
    pages = [phone() for _ in range(4)]
    code = open_table(pages[0], list(play.names))
    for seat in (1, 2, 3):
        join(pages[seat], code, seat)
    for version, line in enumerate(record["log"], 1):
        mover = pages[max(line.get("seat", 0), 0)]
        at_version(mover, version - 1)
        tap_entry(mover, line)
        at_version(mover, version)
    points = [str(number) for number in record["end"]["points"]]
    for page in pages:
        expect(page.locator("#end-title")).to_be_visible()
        shown = page.locator(".podium li")
        expect(shown).to_have_count(4)
        for seat, number in enumerate(points):
            expect(page.locator(f".podium .c{seat} b")).to_have_text(number)


def play(page: Page, tile: str, spot: str) -> None:
    page.locator(f"input[name=tile][value='{tile}']").check(force=True)
    page.locator(f"#{spot}").tap()


def test_what_is_tapped_without_a_line_arrives_once(phone: Make) -> None:
    ana, bo = phone(), phone()
    code = open_table(ana, ["Ana", "Bo"])
    join(bo, code, 1)
    play(ana, "+5", "site-0-0")
    at_version(bo, 1)
    bo.context.set_offline(True)
    play(bo, "+4", "site-0-0")
    expect(bo.locator("#waiting")).to_contain_text("+4")
    expect(bo.locator("#line")).to_contain_text("as of entry 1")
    bo.context.set_offline(False)
    at_version(bo, 2)
    at_version(ana, 2)
    expect(bo.locator("#waiting")).to_be_hidden()
    expect(ana.locator("#site-0-0")).to_have_accessible_name(re.compile(r"\+4, 2 deep"))


def test_a_phone_that_was_away_shows_the_right_board_by_itself(phone: Make) -> None:
    ana, bo = phone(), phone()
    code = open_table(ana, ["Ana", "Bo"])
    join(bo, code, 1)
    bo.context.set_offline(True)
    play(ana, "+5", "site-0-0")
    at_version(ana, 1)
    bo.context.set_offline(False)
    at_version(bo, 1)


def test_a_refused_tap_says_why_beside_it(phone: Make) -> None:
    ana = phone()
    open_table(ana, ["Ana", "Bo"])
    play(ana, "+2", "site-0-0")
    at_version(ana, 1)
    play(ana, "-4", "site-0-0")
    answer = ana.locator("#answer .answer")
    expect(answer).to_contain_text("−4 is not smaller than +2")
    expect(ana.locator("#site-0-0")).to_have_class(re.compile("refused-here"))
    answer.get_by_role("button", name="Allow anyway").tap()
    at_version(ana, 2)
