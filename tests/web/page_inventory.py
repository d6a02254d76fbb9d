"""Lists each kind of element of the pages, with how often it occurs and a digest of what it contains.

The pages are those of tables in recorded positions, of counts and lobbies, and every other page.
After a change that is meant, ``python -m tests.web.page_inventory`` writes the new inventories.
"""

import json
import re
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.editions.service import create_edition
from companion.engine.json_data import to_json
from companion.games import GAMES_BY_SLUG
from companion.server.app import create_app, migrate
from tests.all_games import get_printed_record
from tests.conftest import make_settings
from tests.every_page import list_table_paths, make_path
from tests.exports.test_exports import import_file, make_table_file
from tests.groups.test_groups import create_group, play_table
from tests.groups.test_manual_plays import enter_manual_play
from tests.people import Phone, join_table, open_as_host
from tests.recorded_plays import COUNTED_PLAYS

FOLDER = Path(__file__).with_name("inventories")
POSITIONS: dict[str, dict[str, list[int]]] = json.loads((FOLDER / "positions.json").read_text("utf-8"))
"""By game and play the numbers of entries after which a table is looked at.

They were chosen because their pages have nearly every kind of element.
"""
APP = "app"
"""The name of the inventory of the pages that belong to no table."""
ELEMENT_PATTERN = re.compile(r"<(/?\w+)([^>]*)>([^<]*)")
SHOWN_ATTRIBUTE_PATTERN = re.compile(
    r'\b(id|class|name|href|action|aria-label|hx-get|hx-post|role)="([^"?]*)'
)
"""The attributes by which an inventory distinguishes elements. The digests contain all attributes."""
VOLATILE_PATTERN = re.compile(
    r"""\?v=\w+|(?<=/chunks/)\w+ # the version of a static file
    |\b[0-9A-HJ-NP-Z]{6}\b # the code of a table
    |\b0{4,}\d+\b # a secret, or the key of a form
    |\b[0-9a-f]{12}\b|(?<=\d\.)[0-9a-f]{8}\b # the name of a question, and the hash of all questions
    |data-(?:ticket|mark)="[^"]*"|sourcePlayId%22%3A%22\w+|<path\ class="qrline"[^>]*>
    |20\d\d-\d\d-\d\d|\w+day,\ \d+\ \w+\ \d{4}|\d\d:\d\d(?=</time>)""",
    re.VERBOSE,
)

Page = tuple[str, str]
"""(the name of a page, its HTML)."""


def iterate_pages(app: Flask, name: str) -> Iterator[Page]:
    """Yield the pages of an inventory: of the tables of the game ``name``, or of the app."""
    numbers = count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", lambda size: f"{next(numbers):0{size}d}")
        patch.setitem(app.config, "OFFLINE_BUNDLE", "none")  # not every checkout has built one
        yield from iterate_app_pages(app) if name == APP else iterate_table_pages(app, name)


def iterate_table_pages(app: Flask, slug: str) -> Iterator[Page]:
    """Yield pages of tables in recorded positions, of a count, and of a lobby, for its host and others."""
    for name, stop in ((name, stop) for name, stops in POSITIONS[slug].items() for stop in stops):
        host, spectator = import_table(app, slug, name, stop)
        yield f"{name} {stop}", get_html(host)
        yield f"{name} {stop}, spectator", get_html(spectator)
    for who, phone in ("host", host), ("spectator", spectator):
        yield from ((f"{name} {stop}, {who}, {at}", html) for at, html in iterate_pages_below(app, phone))
    yield from iterate_questions(app, slug)
    for name in [name for counted, name in COUNTED_PLAYS if counted == slug]:
        yield name, get_html(import_table(app, slug, name, None)[0])
    yield "count", get_html(open_as_host(app, slug, ["Ana", "Bo", "Cy"], "tally"))
    host = Phone(app)
    code = host.open_with_form(slug, {"seats": "3", "host": "Ana"})
    guest = join_table(app, code, 1, "Bo")
    for who, phone in ("host", host), ("guest", guest), ("spectator", join_table(app, code)):
        yield f"lobby, {who}", get_html(phone)
    yield "join", Phone(app).client.get(f"/j/{code}").text


def iterate_questions(app: Flask, slug: str) -> Iterator[Page]:
    """Yield the pages of a table with a guided seat, questions, and a taken back entry, for everybody."""
    name, (stop, *_) = next(iter(POSITIONS[slug].items()))
    host, spectator = import_table(app, slug, name, stop - 1)
    for seat in (0, 1):
        host.client.post(f"/t/{host.code}/guide", data={"on": "yes", "seat": str(seat)})
    guest, newcomer = join_table(app, host.code, 1), Phone(app)
    people = {"host": host, "guest": guest, "spectator": spectator}
    acts: dict[str, Callable[[], TestResponse]] = {
        "a seat asked for": lambda: newcomer.client.post(f"/j/{host.code}/ask", data={"seat": "1"}),
        "counting asked for": lambda: guest.enter(kind="count"),
        "taken back": lambda: host.enter(kind="undo"),
        "refused": lambda: host.enter(seat=0, move="Nothing"),
    }
    for what, act in acts.items():
        yield f"response: {what}", act().text
        yield from ((f"{what}, {who}", get_html(phone)) for who, phone in people.items())
    yield "guide", get_html(host, "/guide")
    yield "asking", newcomer.client.get(f"/j/{host.code}/asking").text


def import_table(app: Flask, slug: str, name: str, stop: int | None) -> tuple[Phone, Phone]:
    """Open a table after ``stop`` entries of a recorded play, and return its host and a spectator."""
    host = import_file(app, make_table_file(slug, name, stop))
    spectator = Phone(app, host.code)
    spectator.client.get(host.make_viewer_link())
    return host, spectator


def get_html(phone: Phone, path: str = "") -> str:
    return phone.get_page(path).text


def iterate_pages_below(app: Flask, phone: Phone) -> Iterator[Page]:
    """Yield the other pages of a phone's table, which it may see."""
    log = phone.get_with_link(f"/api/v1/tables/{phone.code}/log").json or {}
    for path in list_table_paths(app):
        below = path.removeprefix("/t/<code>").replace("<int:seq>", str(len(log.get("entries", []))))
        answer = phone.get_page(below)
        if below and answer.mimetype == "text/html" and answer.status_code == 200:
            yield below, answer.text


def iterate_app_pages(app: Flask) -> Iterator[Page]:
    """Yield the pages that belong to no table, on a phone with a table, a group and an edition."""
    phone = Phone(app)
    group = create_group(phone)
    play_table(phone, group, ["Ana", "Bo", "Cy"], [3, 5, 5])
    enter_manual_play(phone, group, ["Bo", "Ana"], ["1", "2"], won=(1,))
    with app.app_context():
        record = to_json(get_printed_record(GAMES_BY_SLUG["cheops_dice"]))
        edition = create_edition("cheops_dice", "Ours", record, "Ana")
    values = {"group": group, "edition": edition, "letter": "1", "section": "turn", "slug": "", "name": ""}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        is_page = "GET" in (rule.methods or ()) and not rule.rule.startswith(("/api/", "/host", "/pocket/"))
        if is_page and rule.arguments <= set(values):
            slugs = list(GAMES_BY_SLUG) if "slug" in rule.arguments else [""]
            for slug in slugs:
                name = next(iter(POSITIONS[slug])) if slug else ""
                path = make_path(rule, {**values, "slug": slug, "name": name})
                answer = phone.client.get(path)
                if answer.mimetype == "text/html" and answer.status_code == 200:
                    yield f"{rule.rule} {slug}", answer.text
    for path in ("/nothing", "/t/ZZZZZZ", "/j/ZZZZZZ", "/g/nobodys", "/watch/giza/none"):
        yield path, Phone(app).client.get(path).text


def take_inventory(pages: Iterable[Page]) -> list[str]:
    """Return a line for each kind of element: how often it occurs, a digest of its contents, and the kind.

    Numbers do not matter for the kind. The text after an end tag counts as an element of its own.
    """
    contents: dict[str, list[str]] = defaultdict(list)
    for name, html in pages:
        for tag, attributes, text in ELEMENT_PATTERN.findall(VOLATILE_PATTERN.sub("#", html)):
            text = " ".join(text.split())
            if text or not tag.startswith("/"):
                shown = "".join(f" {k}={v}" for k, v in SHOWN_ATTRIBUTE_PATTERN.findall(attributes))
                contents[re.sub(r"\d+", "0", f"{tag}{shown} | {text}")].append(
                    f"{name} {attributes} {text}"
                )
    digests = {kind: sha256("\n".join(texts).encode()).hexdigest()[:4] for kind, texts in contents.items()}
    return [f"{len(contents[kind])} {digests[kind]} {kind}" for kind in sorted(contents)]


def get_inventory_file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write_inventory(name: str) -> None:
    """Write the inventory of the pages as they are now."""
    with TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder) / "companion.sqlite3"))
        migrate(app)
        lines = take_inventory(iterate_pages(app, name))
    get_inventory_file(name).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for name in (*GAMES_BY_SLUG, APP):
        write_inventory(name)
