"""P16 and P17: what a first load weighs (page, styles, scripts, pieces); what a table costs in memory."""

from __future__ import annotations

import gc
import re
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import brotli
from flask import Flask

from bench.harness import Result
from bench.served import Line, Served, companion
from bench.tap import aged, in_process
from companion.games import GAMES
from companion.services import services_of
from companion.tables.links import resolve_link
from tests.people import Phone

CLIENT, HELD = 33_300, 2048
"""Bytes of boardgame.io's client without a view; bytes a warm idle table may take."""


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the wire and of memory."""
    with tempfile.TemporaryDirectory() as place, companion(Path(place)) as ours:
        for game in GAMES:
            total, told = first_load(ours, game.meta.slug, max(game.meta.seats[0], 4))
            what = f"{game.meta.slug}: first load with all headers ÷ boardgame.io client; {told}"
            value = f"{total} B, {total / CLIENT:.2f}"
            yield Result("P16", what, value, "≤ 30 kB", total <= 30_000)
    with tempfile.TemporaryDirectory() as place:
        yield _memory(Path(place), 20 if quick else 1000)


def first_load(ours: Served, slug: str, seats: int) -> tuple[int, str]:
    """Bytes of everything the first page of a new table pulls, and what each part weighs."""
    opened = Line(ours.port)
    form = "mode=referee&start=1" + "".join(f"&name=Player{n}" for n in range(seats))
    _, headers, _ = opened.ask("POST", f"/open/{slug}", form.encode())
    cookie, path = headers["set-cookie"].split(";")[0], headers["location"]
    line = Line(ours.port)
    _, _, page = line.ask("GET", path, b"", Cookie=cookie, **{"Accept-Encoding": "br"})
    parts = {"page": line.received}
    html = brotli.decompress(page).decode()
    asked = re.findall(r'(?:src|href)="(/static/(?:chunks|js|css|games)/[^"#]+)', html)
    for address in dict.fromkeys(asked):
        before = line.received
        line.ask("GET", address, b"", **{"Accept-Encoding": "br"})
        parts[address.split("?")[0].rsplit("/", 1)[1]] = line.received - before
    return line.received, ", ".join(f"{name} {size}" for name, size in parts.items())


def _memory(folder: Path, tables: int) -> Result:
    """The slope between that many tables and twice as many."""
    app = in_process(folder / "held.sqlite3")
    phones = [aged(app, 200) for _ in range(2 * tables)]
    cache = services_of(app).tables
    cache.clear()
    tracemalloc.start()
    before = _held(app, phones[:tables])
    each = (_held(app, phones[tables:]) - before) / tables
    tracemalloc.stop()
    what = f"a warm idle table of 200 entries, over {tables}"
    return Result("P17", what, f"{each / 1024:.1f} kB", "≤ 2 kB", each <= HELD)


def _held(app: Flask, phones: list[Phone]) -> int:
    """Bytes in memory once these phones' tables are there too."""
    cache = services_of(app).tables
    with app.app_context():
        for phone in phones:
            cache.load_for(resolve_link(cache.store, phone.code, None))
    gc.collect()  # empties Python's lists of free objects as well
    return tracemalloc.get_traced_memory()[0]
