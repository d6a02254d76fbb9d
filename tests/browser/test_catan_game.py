"""The scenario in a real browser: one person tracks for all, every public event in at most two taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.games.seeds import plays

Make = Callable[..., Page]


def button(line: dict[str, Any]) -> str:
    """The value of the button that enters a recorded line."""
    move, seat = line["move"], line["seat"]
    flag = int(line.get("at_site", line.get("harbour", False)))
    return {
        "Found": f"Found {flag}",
        "Roll": f"Roll {seat} {line.get('total')}",
        "Build": f"Build {line.get('piece')} {flag}",
        "Lay": f"Lay {line['owner']}" if "owner" in line else "Lay",
        "Income": f"Income {seat} {line.get('gold')}",
        "Purchase": f"Purchase {flag}",
        "Harbour": f"Harbour {line.get('owner')}",
        "Reveal": f"Reveal {seat} {line.get('cards')}",
    }.get(move, str(move))


def tap_entry(page: Page, line: dict[str, Any]) -> int:
    """Enter one public event; how many taps it took."""
    wanted = page.locator(f"button[value='{button(line)}']")
    taps = 1
    if not wanted.is_visible():
        page.locator("details.more > summary").first.tap()
        taps += 1
    wanted.tap()
    return taps


def test_one_person_tracks_for_all_in_two_taps_an_event(phone: Make) -> None:
    record = plays("cheops_catan")["shared_win"]
    page = phone()
    page.goto(f"/open/cheops_catan?seats={len(record['seats'])}")
    page.locator("button.big").tap()
    for version, line in enumerate(record["log"], 1):
        expect(page.locator("#table")).to_have_attribute("data-version", str(version - 1))
        assert tap_entry(page, line) <= 2, line
    expect(page.locator("#end-title")).to_contain_text("share the win")
    for seat, points in enumerate(record["end"]["points"]):
        expect(page.locator(f".podium .c{seat} b")).to_have_text(str(points))


def test_a_knight_before_the_roll_takes_one_tap(phone: Make) -> None:
    page = phone()
    page.goto("/open/cheops_catan?seats=3")
    page.locator("button.big").tap()
    taps = [*["Found 0"] * 9, "Knight 0", "Roll 0 6", "Knight 1", "Roll 1 8"]
    for version, value in enumerate(taps, 1):
        expect(page.locator("#table")).to_have_attribute("data-version", str(version - 1))
        page.locator(f"button[value='{value}']").tap()
    expect(page.locator("#seat-1")).to_contain_text("knights 1")
    expect(page.locator("button[value='Knight 2']")).to_be_visible()


def test_the_drawing_answers_the_route_question(phone: Make) -> None:
    page = phone()
    page.goto("/open/cheops_catan?seats=3")
    page.locator("button.big").tap()
    page.locator("#map > summary").tap()
    for number, (start, end, seat) in enumerate((("Delta", "Sais", "1"), ("Sais", "Giza", "2"))):
        form = page.locator("#map form").first
        form.locator("[name=start]").fill(start)
        form.locator("[name=end]").fill(end)
        form.locator("[name=seat]").select_option(seat)
        form.locator("button").tap()
        expect(page.locator("#table")).to_have_attribute("data-version", str(number + 1))
    for number, (crossing, seat, site) in enumerate((("Giza", "0", True), ("Delta", "1", False))):
        form = page.locator("#map form").nth(1)
        form.locator("[name=crossing]").fill(crossing)
        form.locator("[name=seat]").select_option(seat)
        form.locator("[name=at_site]").set_checked(site)
        form.locator("button").tap()
        expect(page.locator("#table")).to_have_attribute("data-version", str(number + 3))
    expect(page.locator("#map")).to_contain_text(
        "reaches the site of Player 1: Delta – Sais – Giza"
    )
