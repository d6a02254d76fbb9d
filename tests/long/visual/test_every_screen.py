"""Every page is accessible and fits a width of 320 px, in both colour schemes and its language."""

import re
from itertools import cycle, product
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from companion.engine.json_data import to_json
from companion.games import GAMES, GAMES_BY_SLUG
from companion.games.seeds import load_plays
from companion.server.app import create_app
from tests.all_games import get_printed_record
from tests.browser.accessibility import AXE_JS, CLIPPED_ELEMENTS_JS, find_accessibility_faults
from tests.browser.joining import MakePhone
from tests.browser.tables import add_cookies, enter_recorded, open_as_recorded
from tests.browser.touch_user import FORM_HEADERS, TouchUser
from tests.catalogues import ALL_LANGUAGES, SOURCE
from tests.every_page import make_path
from tests.language_checks import ENGLISH_PATHS, find_language_errors, get_page_language

EDITIONS = {game.meta.slug: to_json(record) for game in GAMES if (record := get_printed_record(game))}

HIDDEN_LINES_JS = """() => [...document.querySelectorAll("main *")]
  .filter(each => getComputedStyle(each).webkitLineClamp !== "none" && !each.closest("#table")
    && each.checkVisibility() && each.scrollHeight > each.clientHeight + 2)
  .map(each => each.textContent.trim().slice(0, 60))"""
"""Returns the texts of which only the first lines are visible. The table's own page may shorten texts."""


def list_screens(page: Page, slug: str, code: str, invitation: str) -> list[str]:
    """Return the path of every page of the app, with this table, this invitation and new test data."""
    printed = slug if slug in EDITIONS else "cheops_dice"
    edition_file = {"format": "pharaoh-table-companion/edition", "format_version": 1, "game": printed,
            "name": "Ours", "by": "Ana", "record": EDITIONS[printed]}  # fmt: skip
    edition = page.request.post("/api/v1/editions", data=edition_file).json()["edition"]
    group = page.request.post("/api/v1/groups", data={"name": "Thursday"}).json()["group"]
    page.request.post(f"/api/v1/groups/{group}/editions", data={"link": edition})
    values = {
        "group": group, "slug": slug, "code": code, "seq": "1", "seat": "1", "secret": invitation,
        "edition": edition, "letter": "1", "name": next(iter(load_plays(slug))), "section": "turn",
    }  # fmt: skip
    not_screens = {
        "/sw.js", "/pocket-sw.js", "/manifest.webmanifest", "/healthz", "/readyz", "/metrics",
        "/t/<code>/events", "/t/<code>/stream", "/w/<secret>", "/host/<key>",
        "/t/<code>/seats/<int(max=7):seat>/invitations/<mark>",
    }  # fmt: skip
    paths = []
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite:///not-opened.sqlite3"})
    for rule in app.url_map.iter_rules():
        path = rule.rule
        if "GET" not in (rule.methods or ()) or path in not_screens or path.endswith(".txt"):
            continue
        if path.startswith(("/static", "/api/v1/")) and path != "/api/v1/":
            continue
        if path.endswith(("/file", ".svg", ".csv", ".bgsplay", ".json", ".toml", ".crt", ".mobileconfig")):
            continue
        if not rule.arguments and slug != GAMES[0].meta.slug:
            continue  # the same for every game
        paths.append(make_path(rule, values))
    last = f"/watch/{slug}/{values['name']}?step=9999"
    opened = page.request.post(f"/open/{slug}", data="seats=3&host=Ana", headers=FORM_HEADERS)
    lobby, tally = urlsplit(opened.url).path, "?mode=tally"
    return [*sorted(paths), lobby, f"/open/{slug}{tally}", last]


LOOKS = product(GAMES_BY_SLUG, ("light", "dark"))
SCREEN_LOOKS = [(*look, language) for look, language in zip(LOOKS, cycle(ALL_LANGUAGES), strict=False)]


@pytest.mark.parametrize(("slug", "scheme", "language"), SCREEN_LOOKS)
def test_every_page_is_accessible(phone: MakePhone, slug: str, scheme: str, language: str) -> None:
    page = phone(color_scheme=scheme, reduced_motion="reduce")
    record = next(p for p in load_plays(slug).values() if p.get("mode", "referee") == "referee")
    code = open_as_recorded(page, slug, record)
    add_cookies(page, page.request.get("/").url, {"companion-lang": language})
    enter_recorded(page, code, record["log"], 0, 9)
    page.goto(f"/t/{code}/seats")
    TouchUser(page).tap("form[action$='/seats/1/invite'] button")
    page.wait_for_selector(".qr a[href*='/i/']")
    invitation = (page.locator(".qr a[href*='/i/']").get_attribute("href") or "").rsplit("/", 1)[1]
    page.add_init_script(AXE_JS)
    wrong: dict[str, list[str]] = {}
    for path in list_screens(page, slug, code, invitation):
        page.set_viewport_size({"width": 390, "height": 844})
        answer = page.goto(path)
        faults = find_accessibility_faults(page)
        if answer is None or answer.status >= 500:
            faults.append("a fault")
        faults += [f"at 200 %: {clip}" for clip in page.evaluate(CLIPPED_ELEMENTS_JS)]
        faults += find_wrong_language(page, path, slug)
        page.set_viewport_size({"width": 320, "height": 640})
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            faults.append("wider than 320 px")
        faults += [f"lines are hidden: {text}" for text in page.evaluate(HIDDEN_LINES_JS)]
        if faults:
            wrong[path] = faults
    assert not wrong, "\n".join(f"{path}: {what}" for path, what in wrong.items())


def find_wrong_language(page: Page, path: str, slug: str) -> list[str]:
    """Return the texts of a page and of its scripts that are not in the page's language."""
    if path in ENGLISH_PATHS:
        return []
    html = page.content()
    language = get_page_language(html)
    times = page.locator("time").all_text_contents()
    elsewhere = [time for time in times if language != SOURCE and re.search("[AP]M", time)]
    return [f"says {wrong}" for wrong in (*find_language_errors(html, language, slug), *elsewhere)]
