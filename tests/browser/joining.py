"""Opens and joins tables, by touch from the home page as people do, or directly with requests."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Error, Page, expect

from tests.browser import game_drivers
from tests.browser.touch_user import TouchUser

FORM_HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}
OPEN_BY_FETCH_JS = """async ([slug, names]) => {
  const form = [["start", "1"], ["one_phone", "on"], ...names.map(name => ["name", name])];
  return (await fetch(`/open/${slug}`, { method: "POST", body: new URLSearchParams(form) })).url;
}"""
"""Opens a table with a request of the page, which every engine supports, and returns its URL."""
MakePhone = Callable[..., Page]
PhoneOptions = Sequence[dict[str, Any]]
PHONE_OPTIONS: PhoneOptions = (
    {},
    {"locale": "fr", "color_scheme": "dark"},
    {"viewport": {"width": 320, "height": 690}},
)
"""The options of the first three phones at a table. Further phones have the default options."""
SMALL_PHONES: PhoneOptions = ({"viewport": {"width": 320, "height": 690}},) * 6
LARGE_TEXT_PHONES: PhoneOptions = ({"text": 200},) * 6


def wait_for_version(page: Page, version: int, after: object = "") -> None:
    """Wait until the page shows this entry. After a timeout, raise AssertionError with the page's messages."""
    try:
        page.wait_for_selector(f"#table[data-version='{version}']", state="attached")
    except (AssertionError, Error) as error:
        shown = page.locator("#table").get_attribute("data-version")
        text = page.locator("#answer").inner_text() or page.locator(".prompt").inner_text()
        status = page.locator("#line").inner_text()
        raise AssertionError(f"at {shown}, not {version} {after} ({status}): {text}") from error


def wait_on_all_phones(users: Sequence[TouchUser], version: int, after: object = "") -> None:
    for user in users:
        wait_for_version(user.page, version, after)


def open_with_phone_each(phone: MakePhone, slug: str, names: list[str]) -> list[TouchUser]:
    """Open a table with these names and return one user with a phone for each."""
    users = [TouchUser(phone()) for _ in names]
    code = open_table(users[0], slug, names)
    for seat, user in enumerate(users[1:], 1):
        join_seat(user, code, seat)
    return users


def open_with_one_phone(phone: MakePhone, slug: str, names: list[str]) -> TouchUser:
    """Open a table and return the user of the host's phone, which enters moves for all seats."""
    host = TouchUser(phone())
    open_table(host, slug, names, one_phone=True)
    return host


def open_table(
    host: TouchUser,
    slug: str,
    names: list[str],
    address: str = "",
    *,
    one_phone: bool = False,
    mode: str = "referee",
) -> str:
    """Open and start a table on this phone, which may enter for all seats. Return its code."""
    form = [("start", "1"), ("mode", mode), *(("name", name) for name in names)]
    form += [("one_phone", "on")] * one_phone
    answer = host.page.request.post(
        f"{address}/open/{slug}", data=urlencode(form), headers=FORM_HEADERS, max_redirects=0, max_retries=1
    )  # a retry, if the connection had been cut before
    code = answer.headers["location"].rsplit("/", 1)[1]
    host.page.goto(f"{address}/t/{code}")
    return code


def open_from_page(host: TouchUser, slug: str, names: list[str], address: str = "") -> None:
    """Open and start a table with a request of the loaded page. This phone enters moves for all seats."""
    host.page.goto(f"{address}/")
    host.page.goto(host.page.evaluate(OPEN_BY_FETCH_JS, [slug, names]))
    host.page.wait_for_selector("#play", state="attached")


def join_seat(guest: TouchUser, code: str, seat: int | str, address: str = "") -> None:
    guest.page.goto(f"{address}/j/{code}")
    _take_seat(guest, seat)


def join_from_home_page(
    phone: MakePhone,
    slug: str,
    record: Mapping[str, Any],
    kinds: PhoneOptions = PHONE_OPTIONS,
    **options: Any,
) -> list[TouchUser]:
    """Return a user for each seat of a recorded play, all joined by touch through home page and lobby."""
    names = record["seats"]
    host, *guests = users = [
        TouchUser(phone(**options, **kind))
        for _, kind in zip(names, itertools.chain(kinds, itertools.repeat({})), strict=False)
    ]
    choose_game(host, slug)
    host.tap(f"input[name=seats][value='{len(names)}']")
    code = open_lobby(host)
    for seat, guest in enumerate(guests, 1):
        guest.page.goto("/")
        guest.write("input[name=code]", code)  # the form submits itself
        guest.write("input[name=name]", names[seat])
        _take_seat(guest, seat)
    name_seat(host, 0, names[0])
    start_as_recorded(host, slug, record)
    for user in users:
        user.page.wait_for_selector("#play", state="attached")
    return users


def start_as_recorded(host: TouchUser, slug: str, record: Mapping[str, Any]) -> None:
    """Start the game in the lobby, with the first player and the options of a recorded play."""
    host.choose("select[name=first]", str(record.get("first", 0)))
    for option, value in record.get("options", {}).items():
        if value is True:
            host.tap(f"input[name='option.{option}']")
    game_drivers.enter_box_numbers(host, slug, record)
    host.tap("#move-form button")


def choose_game(host: TouchUser, slug: str) -> None:
    host.page.goto("/")
    host.tap(f"a[href='/open/{slug}']")


def open_lobby(host: TouchUser) -> str:
    """Open the table of the chosen game by touch and return its code."""
    host.tap("button:text('Open the table')")
    host.page.wait_for_selector("#place-0")
    return host.page.url.rsplit("/", 1)[1]


def name_seat(user: TouchUser, seat: int, name: str) -> None:
    """Type the name of a seat's player in the lobby."""
    user.tap(f"#place-{seat} a")
    user.write("#drawer input[name=name]", name)
    user.page.keyboard.press("Enter")
    expect(user.page.locator("#drawer")).to_be_hidden()
    expect(user.page.locator(f"#place-{seat} .whose")).to_have_text(name)


def _take_seat(guest: TouchUser, seat: int | str) -> None:
    guest.tap(f".join-seat:has([value='{seat}'])")
    guest.tap("#sit-down")
    guest.page.wait_for_selector("#table")


def set_seats_to_enter_for(user: TouchUser, seat: int | str) -> None:
    """Let this phone also enter moves for another seat, or for ``all`` seats."""
    user.tap("#menu a[href$='/for']")
    user.tap(f"#drawer [name=seat][value='{seat}']")
    expect(user.page.locator("#drawer")).to_be_hidden()


def set_acting_seat(user: game_drivers.User, seat: int) -> None:
    """Let a phone that may enter moves for all seats act for this one, if it acts for another."""
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


def record_page_loads(page: Page) -> list[str]:
    """Return a list. Whenever the page loads a document, its URL is added to the list."""
    urls: list[str] = []
    page.on("request", lambda r: urls.append(r.url) if r.is_navigation_request() else None)
    return urls
