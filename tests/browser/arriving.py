"""How phones come to a table: through the home page as people do, or straight through its addresses."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Error, Page, expect

from tests.browser import hands
from tests.browser.thumbs import Thumb

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
OPENED = """async ([slug, names]) => {
  const form = [["start", "1"], ["one_phone", "on"], ...names.map(name => ["name", name])];
  return (await fetch(`/open/${slug}`, { method: "POST", body: new URLSearchParams(form) })).url;
}"""
"""The address of a new table, by the page itself: no engine's own tools are needed for it."""
Make = Callable[..., Page]
Kinds = Sequence[dict[str, Any]]
PHONES: Kinds = ({}, {"locale": "fr", "color_scheme": "dark"}, {"viewport": {"width": 320, "height": 690}})
"""What people bring: the first, second and third at a table; all others are as the first."""
SMALL: Kinds = ({"viewport": {"width": 320, "height": 690}},) * 6
LARGE: Kinds = ({"text": 200},) * 6


def arrive(page: Page, version: int, after: object = "") -> None:
    """The phone shows this version; told with what stands on it if it does not."""
    try:
        page.wait_for_selector(f"#table[data-version='{version}']", state="attached")
    except (AssertionError, Error) as error:
        shown = page.locator("#table").get_attribute("data-version")
        said = page.locator("#answer").inner_text() or page.locator(".prompt").inner_text()
        line = page.locator("#line").inner_text()
        raise AssertionError(f"at {shown}, not {version} {after} ({line}): {said}") from error


def all_arrive(thumbs: Sequence[Thumb], version: int, after: object = "") -> None:
    for thumb in thumbs:
        arrive(thumb.page, version, after)


def seated(phone: Make, slug: str, names: list[str]) -> list[Thumb]:
    """A phone for every name at a new table."""
    thumbs = [Thumb(phone()) for _ in names]
    code = open_table(thumbs[0], slug, names)
    for seat, thumb in enumerate(thumbs[1:], 1):
        sit(thumb, code, seat)
    return thumbs


def alone(phone: Make, slug: str, names: list[str]) -> Thumb:
    """The host's phone at a new table, the only one for all."""
    host = Thumb(phone())
    open_table(host, slug, names, one_phone=True)
    return host


def open_table(
    host: Thumb,
    slug: str,
    names: list[str],
    address: str = "",
    *,
    one_phone: bool = False,
    mode: str = "referee",
) -> str:
    """A new table on this phone, started at once; its code. With ``one_phone`` it enters for everybody."""
    form = [("start", "1"), ("mode", mode), *(("name", name) for name in names)]
    form += [("one_phone", "on")] * one_phone
    answer = host.page.request.post(
        f"{address}/open/{slug}", data=urlencode(form), headers=FORM, max_redirects=0, max_retries=1
    )  # again where a line that is mended had cut what was open
    code = answer.headers["location"].rsplit("/", 1)[1]
    host.page.goto(f"{address}/t/{code}")
    return code


def open_from_page(host: Thumb, slug: str, names: list[str], address: str = "") -> None:
    """A new table, started at once, where this phone enters for all: a page asks for it."""
    host.page.goto(f"{address}/")
    host.page.goto(host.page.evaluate(OPENED, [slug, names]))
    host.page.wait_for_selector("#play", state="attached")


def sit(guest: Thumb, code: str, seat: int | str, address: str = "") -> None:
    guest.page.goto(f"{address}/j/{code}")
    _sat(guest, seat)


def through_the_home_page(
    phone: Make, slug: str, record: Mapping[str, Any], kinds: Kinds = PHONES, **options: Any
) -> list[Thumb]:
    """A phone for every seat of a recorded play, by thumbs from "Open" and "Join" through the lobby."""
    names = record["seats"]
    host, *guests = thumbs = [
        Thumb(phone(**options, **kind))
        for _, kind in zip(names, itertools.chain(kinds, itertools.repeat({})), strict=False)
    ]
    to_the_game(host, slug)
    host.tap(f"input[name=seats][value='{len(names)}']")
    code = into_lobby(host)
    for seat, guest in enumerate(guests, 1):
        guest.page.goto("/")
        guest.write("input[name=code]", code)  # and it goes on by itself
        guest.write("input[name=name]", names[seat])
        _sat(guest, seat)
    name_seat(host, 0, names[0])
    start_like(host, slug, record)
    for thumb in thumbs:
        thumb.page.wait_for_selector("#play", state="attached")
    return thumbs


def start_like(host: Thumb, slug: str, record: Mapping[str, Any]) -> None:
    """From the lobby: who begins, the house rules and the box are those of a recorded play."""
    host.choose("select[name=first]", str(record.get("first", 0)))
    for option, value in record.get("options", {}).items():
        if value is True:
            host.tap(f"input[name='option.{option}']")
    hands.tell_the_box(host, slug, record)
    host.tap("#hand button")


def to_the_game(host: Thumb, slug: str) -> None:
    host.page.goto("/")
    host.tap(f"a[href='/open/{slug}']")


def into_lobby(host: Thumb) -> str:
    """Open the table; its code."""
    host.tap("button:text('Open the table')")
    host.page.wait_for_selector("#place-0")
    return host.page.url.rsplit("/", 1)[1]


def name_seat(thumb: Thumb, seat: int, name: str) -> None:
    """Name who sits there in the lobby, on the seat's own page."""
    thumb.tap(f"#place-{seat} a")
    thumb.write("#drawer input[name=name]", name)
    thumb.page.keyboard.press("Enter")
    expect(thumb.page.locator("#drawer")).to_be_hidden()
    expect(thumb.page.locator(f"#place-{seat} .whose")).to_have_text(name)


def _sat(guest: Thumb, seat: int | str) -> None:
    guest.tap(f".door-seat:has([value='{seat}'])")
    guest.tap("#sit-down")
    guest.page.wait_for_selector("#table")


def enter_for(thumb: Thumb, seat: int | str) -> None:
    """Have a phone enter for another seat as well, or for ``all``."""
    thumb.tap("#menu a[href$='/for']")
    thumb.tap(f"#drawer [name=seat][value='{seat}']")
    expect(thumb.page.locator("#drawer")).to_be_hidden()


def act_for(hand: hands.Hand, seat: int) -> None:
    """Have a phone for all enter for this seat where it takes another first, and may."""
    enters = hand.page.locator("#hand input[type=hidden][name=seat]")
    if seat < 0 or enters.get_attribute("value") == str(seat):
        return
    hand.tap("#menu a[href$='/for']")
    hand.page.wait_for_selector("#drawer form[action$='/for'] > *")
    if hand.page.locator(offered := f"#drawer [name=seat][value='{seat}']").count():
        hand.tap(offered)
        expect(enters).to_have_value(str(seat))
    else:
        hand.tap("#drawer button:has-text('✕')")


def loads(page: Page) -> list[str]:
    """Every document that the phone asks for from here on."""
    found: list[str] = []
    page.on("request", lambda r: found.append(r.url) if r.is_navigation_request() else None)
    return found
