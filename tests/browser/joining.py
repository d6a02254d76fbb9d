"""Opens and joins tables, by touch from the home page as people do, or directly with requests."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.browser import game_drivers
from tests.browser.engines import expect
from tests.browser.touch_user import TouchUser

MakePhone = Callable[..., Page]
PhoneOptions = Sequence[dict[str, Any]]
PHONE_OPTIONS: PhoneOptions = (
    {},
    {"locale": "fr", "color_scheme": "dark"},
    {"viewport": {"width": 320, "height": 690}},
)
"""The options of the first three phones at a table. Further phones have the default options."""
SMALL_FRENCH_PHONE = {"viewport": {"width": 320, "height": 690}, "locale": "fr", "color_scheme": "dark"}
SMALL_PHONES: PhoneOptions = ({"viewport": {"width": 320, "height": 690}},) * 6
LARGE_TEXT_PHONES: PhoneOptions = ({"text": 200},) * 6


def open_with_phone_each(phone: MakePhone, slug: str, names: list[str]) -> list[TouchUser]:
    users = [TouchUser(phone()) for _ in names]
    code = users[0].open_table(slug, names)
    for seat, user in enumerate(users[1:], 1):
        user.join_seat(code, seat)
    return users


def open_with_one_phone(phone: MakePhone, slug: str, names: list[str]) -> TouchUser:
    """Open a table and return the user of the host's phone, which enters moves for all seats."""
    host = TouchUser(phone())
    host.open_table(slug, names, one_phone=True)
    return host


def join_from_home_page(
    phone: MakePhone,
    slug: str,
    record: Mapping[str, Any],
    kinds: PhoneOptions = PHONE_OPTIONS,
    **options: Any,
) -> list[TouchUser]:
    """Open a table like a recorded play, let a user join each seat, and start it, all by touch.

    Return the users by seat.
    ``kinds`` has Playwright's context options for each phone, and ``options`` those for all phones.
    """
    names = record["seats"]
    host, *guests = users = [
        TouchUser(phone(**options, **kind))
        for _, kind in zip(names, itertools.chain(kinds, itertools.repeat({})), strict=False)
    ]
    host.choose_game(slug)
    host.tap(f"input[name=seats][value='{len(names)}']")
    code = host.open_lobby()
    for seat, guest in enumerate(guests, 1):
        guest.page.goto("/")
        guest.write("input[name=code]", code)  # the form submits itself
        guest.write("input[name=name]", names[seat])
        guest.take_seat(seat)
    host.name_seat(0, names[0])
    start_as_recorded(host, slug, record)
    for user in users:
        user.wait_for_start()
    return users


def start_as_recorded(host: TouchUser, slug: str, record: Mapping[str, Any]) -> None:
    """Start the game in the lobby, with the first player and the options of a recorded play."""
    host.choose("select[name=first]", str(record.get("first", 0)))
    for option, value in record.get("options", {}).items():
        if value is True:
            host.tap(f"input[name='option.{option}']")
    game_drivers.enter_recorded_printed_numbers(host, slug, record)
    host.tap("#move-form button")


def set_acting_seat(user: game_drivers.User, seat: int) -> None:
    """Let a phone that may enter moves for all seats act for ``seat``, unless it does so already."""
    acting_for = user.page.locator("#move-form input[type=hidden][name=seat]")
    if seat < 0 or acting_for.get_attribute("value") == str(seat):
        return
    user.tap("#menu a[href$='/for']")
    user.page.wait_for_selector("#drawer form[action$='/for'] > *")
    if user.page.locator(option := f"#drawer [name=seat][value='{seat}']").count():
        user.tap(option)
        expect(acting_for).to_have_value(str(seat))
    else:
        user.tap("#drawer button:has-text('✕')")


def expect_result(page: Page, record: Mapping[str, Any]) -> None:
    """Assert that the page shows the end of a recorded play, with the recorded points."""
    expect(page.locator("#end-title")).to_be_attached()
    for seat, points in enumerate(record["end"].get("points", ())):
        text = str(points).replace("-", "\N{MINUS SIGN}")
        expect(page.locator(f".standings .c{seat} a > b")).to_have_text(text)


def record_page_loads(page: Page) -> list[str]:
    """Return a list. Whenever the page loads a document, its URL is added to the list."""
    urls: list[str] = []
    page.on("request", lambda r: urls.append(r.url) if r.is_navigation_request() else None)
    return urls
