"""P14–P17: what goes over the wire, and what a table costs in memory."""

from __future__ import annotations

import re
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import brotli

from bench.harness import Result
from bench.tap import aged, enter
from companion.app import create_app, migrate
from companion.games import GAMES
from companion.live.stream import event_of
from tests.conftest import settings
from tests.people import Phone

STATIC = Path(__file__).resolve().parents[1] / "static"
UPDATE, SYNC, CLIENT = 2294, 55_600, 33_300
"""Bytes of boardgame.io 0.50: an update, a sync after 200 moves, the client without a view."""


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the wire and of memory."""
    with tempfile.TemporaryDirectory() as place:
        given = {**settings(Path(place) / "wire.sqlite3"), "COMPRESS_MIMETYPES": ["text/html"]}
        app = create_app(given)
        migrate(app)
        for game in GAMES:
            seats = ["Ana", "Bo", "Cy", "Di"][: max(game.meta.seats[0], 4)]
            phone = Phone(app)
            phone.open(game.meta.slug, seats)
            total = _first_load(phone)
            what = f"{game.meta.slug}: first load ÷ boardgame.io client"
            yield Result(
                "P16", what, f"{total} B, {total / CLIENT:.2f}", "≤ 24 kB", total <= 24_000
            )
        phone = aged(app, 200)
        answer = phone.client.get(
            f"/t/{phone.code}", headers={"HX-Request": "1", "Accept-Encoding": "br"}
        )
        each = len(event_of(200)) + len(answer.data) + 300
        what, told = (
            "bytes a move for a watching phone ÷ boardgame.io update",
            f"{each} B, {each / UPDATE:.2f}",
        )
        yield Result("P14", what, told, "≤ 0.25", each <= 0.25 * UPDATE)
        back = len(answer.data) + 300
        what, told = (
            "reconnect at any age, one round trip ÷ boardgame.io sync",
            f"{back} B, {back / SYNC:.3f}",
        )
        yield Result("P15", what, told, "≤ 0.04", back <= 0.04 * SYNC)
        yield _memory(app, 20 if quick else 200)


def _first_load(phone: Phone) -> int:
    page = phone.client.get(f"/t/{phone.code}", headers={"Accept-Encoding": "br"})
    html = brotli.decompress(page.data).decode()
    total = len(page.data)
    for name in re.findall(r'(?:src|href)="/static/([^"?]+\.(?:js|css))', html):
        total += len(brotli.compress((STATIC / name).read_bytes()))
    return total


def _memory(app: object, tables: int) -> Result:
    phones = [aged(app, 200) for _ in range(tables)]  # type: ignore[arg-type]
    desk = app.extensions["desk"]  # type: ignore[attr-defined]
    desk.clear()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    with app.app_context():  # type: ignore[attr-defined]
        from companion.tables.links import visit

        for phone in phones:
            desk.visited(visit(phone.code, None))
    each = (tracemalloc.get_traced_memory()[0] - before) / tables
    tracemalloc.stop()
    enter(phones[0])
    return Result(
        "P17", "a warm idle table of 200 entries", f"{each / 1024:.1f} kB", "≤ 2 kB", each <= 2048
    )
