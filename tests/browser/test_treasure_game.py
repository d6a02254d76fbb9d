"""Cheops (1998) in a real browser: four phones, a whole game, a plain turn in at most four taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.games.seeds import plays

Make = Callable[..., Page]


def seated(phone: Make, names: list[str]) -> list[Page]:
    """A table with a phone for every seat, the first one its host."""
    host = phone()
    host.goto(f"/open/cheops_treasure?seats={len(names)}")
    host.locator("button.big").tap()
    host.wait_for_selector("#table")
    code = host.url.rsplit("/", 1)[1]
    pages = [host]
    for seat in range(1, len(names)):
        page = phone()
        page.goto(f"/j/{code}")
        page.locator(f"input[name=seat][value='{seat}']").check(force=True)
        page.locator("input[name=name]").fill(names[seat])
        page.locator("form button.primary").first.tap()
        page.wait_for_selector("#table")
        pages.append(page)
    return pages


def tap(page: Page, line: dict[str, Any]) -> int:
    """Enter a recorded line; how many taps it took."""
    move = line["move"]
    if move == "Place":
        page.locator(f"input[name=pawn][value='{line['pawn']}']").check(force=True)
        spot = page.locator(f"#space-{line['row']}-{line['column']}")
        assert spot.get_attribute("class") == "space open lit"
        spot.tap()
        return 2
    fields = {
        "Take": "{colour} {deal}", "Reveal": "{law}", "PutUnder": "{colour}", "PutOn": "{colour} {slot}",
        "Remove": "{law}", "SellKept": "{colour}", "Choose": "{colour}",
    }.get(move, "")  # fmt: skip
    value = f"{move} {fields.format(**line)}".strip()
    if move == "Draw" and line.get("pawns"):
        value = f"Draw {line['pawns'][0]}"
    if move == "Pay":
        value = f"Pay {int(line['paid'])}"
    button = page.locator(f"button[value='{value}']")
    if move == "Swap":
        page.locator("details.more > summary").last.tap()
        page.locator("select[name='row column']").first.select_option(
            f"{line['row']} {line['column']}"
        )
        other = f"{line['other_row']} {line['other_column']}"
        page.locator("select[name='other_row other_column']").select_option(other)
        button = page.locator("button[value=Swap]")
    elif not button.is_visible():
        page.locator("details.more > summary").first.tap()
    button.tap()
    return 1


def test_a_whole_game_on_four_phones(phone: Make) -> None:
    record = plays("cheops_treasure")["tablets_full"]
    pages = seated(phone, record["seats"])
    pages[0].locator("a", has_text="Copy them now").tap()
    pages[0].locator("button", has_text="Demo tablets").tap()
    turn_taps: dict[int, int] = {}
    for version, line in enumerate(record["log"], 1):
        page = pages[line["seat"]]
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
        taps = tap(page, line)
        if line["move"] == "Place":
            turn_taps[line["seat"]] = 0
        turn_taps[line["seat"]] = turn_taps.get(line["seat"], 0) + taps
        if line["move"] in ("Place", "Take", "Draw"):
            assert turn_taps[line["seat"]] <= 4 or line["move"] == "Draw", line
    for page in pages:
        expect(page.locator("#end-title")).to_be_visible()
        for seat, points in enumerate(record["end"]["points"]):
            expect(page.locator(f".podium .c{seat} b")).to_have_text(str(points))


def test_money_is_hidden_and_an_illegal_space_says_why(phone: Make) -> None:
    ana, bo = seated(phone, ["Ana", "Bo"])
    ana.locator("input[value=A]").check(force=True)
    ana.locator("#space-1-4").tap()
    ana.locator("button[value='Take red keep']").tap()
    ana.locator("button[value='Draw A']").tap()
    bo.locator("input[value=A]").check(force=True)
    expect(bo.locator("#space-1-5")).not_to_have_class("space open lit")
    bo.locator("#space-1-5").tap()
    expect(bo.locator("#answer")).to_contain_text(
        "Family A would touch its own kind in row 1, space 4"
    )
    expect(bo.locator("#board-0 p").first).to_contain_text("·")
    expect(bo.locator("#board-1 p").first).to_contain_text("Money 0")


def test_an_owner_copies_the_six_tablets(phone: Make) -> None:
    page = phone()
    page.goto("/open/cheops_treasure?seats=2")
    page.locator("button.big").tap()
    page.locator("a", has_text="Copy them now").tap()
    drawn = {
        "red": ("I-a", "5 10 15 20 25"), "green": ("I-b", "5 5 5 5 15"), "blue": ("II-a", "0 5 X"),
        "black": ("II-b", "0 0 10 20"), "orange": ("III-a", "10 / 5 20 30"), "brown": ("III-b", "5 12 20"),
    }  # fmt: skip
    for colour, (name, numbers) in drawn.items():
        page.locator(f"select[name='value.drawn.{colour}']").select_option(name)
        page.locator(f"input[name='value.tablets.{name}']").tap()
        for word in numbers.split():
            chip = page.locator(f"[data-add='{word}']")
            if chip.count():
                chip.tap()
            else:
                field = page.locator(f"input[name='value.tablets.{name}']")
                field.fill(f"{field.input_value()} {word}")
    page.locator("button", has_text="Keep").first.tap()
    expect(page.locator("#tablet-orange")).to_contain_text("10⁄5")
    page.goto(page.url + "/box")
    expect(page.locator("main")).to_contain_text("Not a multiple of five, please look again: III-b")
