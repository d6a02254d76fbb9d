"""P25 to P30: what a phone pays that takes the companion along, and plays with no server.

Bytes are the manifest's. CPU is that of all threads of the browser's renderers, by the kernel's clock.
Chromium's own throttling leaves workers as they are: here all its processes stand still about three
quarters of the time, every few milliseconds (`OwnPhone.pace`).
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from bench.harness import Result, Spread, busy_seconds, quietest, spread
from bench.phone import OwnPhone
from bench.served import companion
from companion.games import GAMES
from companion.games.seeds import plays
from companion.pocket.store import BrowserStore
from companion.tables.tables import Tables
from tests.browser import hands
from tests.browser.engines.chromium import CHROMIUM
from tests.long.phone.pocket.test_plays import opened
from tests.pocket.conftest import BUILT
from tests.pocket.forms import entry_form

MOST_WIRE, MOST_MEMORY, MOST_CPU, MOST_SLOWED, MOST_TAP = 6_000_000, 140, 0.8, 4, 50
SLOWER = 4
KEEPS_COMPILED = 5000
"""Milliseconds after which Chromium keeps what it compiled of the first worker's evening: it waits until
nothing was compiled for two seconds, and an evening's last tap is followed by more than that."""
TAGS = re.compile(r'id="(now|turn)"[^>]*data-tag="([^"]+)"')
"""What the sheet and the slip are called; an answer names those that it changes."""
TAKE = "#take"
TAKEN = "a[href='/pocket/open/giza']"
KEEP = """texts => new Promise((done, failed) => {
  const request = indexedDB.open("pocket", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("kept");
  request.onerror = failed;
  request.onsuccess = () => {
    const transaction = request.result.transaction("kept", "readwrite");
    for (const [name, text] of Object.entries(texts)) transaction.objectStore("kept").put(text, name);
    transaction.oncomplete = () => { request.result.close(); done(); };
    transaction.onabort = failed;
  };
})"""


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the pocket."""
    if not (BUILT / "manifest.json").is_file() or CHROMIUM is None:
        yield Result("P25", "no pocket (make pocket) or no Chromium here", "–", "≤ 6 MB", None)
        return
    yield _wire()
    with tempfile.TemporaryDirectory() as place, companion(Path(place)) as ours:
        address = f"http://127.0.0.1:{ours.port}"
        with sync_playwright() as playwright:
            yield _first_loads(playwright, address)
            yield from _memory(playwright, address, 1 if quick else 5)
            yield from _starts_and_taps(playwright, address, 3 if quick else 12)


def _wire() -> Result:
    files = json.loads((BUILT / "manifest.json").read_bytes())["files"]
    total = sum(file["wire"] for file in files.values())
    what = "taken along, all files, brotli"
    return Result("P25", what, f"{total:,} B", f"≤ {MOST_WIRE:,}", total <= MOST_WIRE)


def _first_loads(playwright: Playwright, address: str) -> Result:
    phone, asked = OwnPhone(playwright, address), list[str]()
    phone.page.on("request", lambda request: asked.append(request.url))
    pages = ["/", "/pocket/", *(f"/open/{game.meta.slug}" for game in GAMES)]
    for path in pages:
        phone.page.goto(path, wait_until="networkidle")
    phone.close()
    loaded = [url for url in asked if "/static/pocket/" in url]
    what = f"of the pocket in the first load of {len(pages)} pages, its own among them"
    return Result("P26", what, f"{len(loaded)} files", "0", not loaded)


def _memory(playwright: Playwright, address: str, count: int) -> Iterator[Result]:
    """Above the home page: as it was just taken along, and once its worker began anew."""
    fresh, anew = list[float](), list[float]()
    for _ in range(count):
        phone = OwnPhone(playwright, address)
        phone.page.goto("/")
        phone.rest()
        bare = phone.memory()
        tables = _taken_along(phone)
        table, _ = tables[GAMES[0].meta.slug]
        for found in (fresh, anew):
            phone.page.goto("/")
            phone.ask(table)
            phone.rest()
            found.append(phone.memory() - bare)
            phone.end_worker()
        phone.close()
    for found, what in ((fresh, "just taken along"), (anew, "its worker begun anew")):
        told = f"memory of all renderers above the home page (PSS), {what}"
        yield _under("P30", told, spread(found), MOST_MEMORY, "MB")


def _starts_and_taps(playwright: Playwright, address: str, count: int) -> Iterator[Result]:
    phone = OwnPhone(playwright, address)
    tables = _taken_along(phone)
    for slug, (table, _) in tables.items():
        _play(phone, slug, table)
    phone.page.wait_for_timeout(KEEPS_COMPILED)
    phone.rest()
    table, _ = tables[GAMES[0].meta.slug]
    starts = quietest([_start(phone, table) for _ in range(count)], count // 2)
    others = spread([others for others, _ in starts]).median
    told = f"a worker that was ended, to the first fragment: CPU; others used {others:.2g} of a core"
    yield _under("P27", told, spread([spent for _, spent in starts]), MOST_CPU, "s")
    pace, slowed = phone.pace(SLOWER), list[float]()
    for _ in range(max(2, count // 2)):
        phone.end_worker()
        with phone.slowed(pace):
            slowed.append(phone.ask(table)["took"] / 1000)
    told = f"the same {SLOWER} times slower (by what it counts: slowed by {pace:.2f}), on the clock"
    yield _under("P28", told, spread(slowed), MOST_SLOWED, "s")
    for slug, (_, table) in tables.items():
        before = phone.cpu("")
        with phone.slowed(pace):
            took = _play(phone, slug, table)
        each = 1000 * (phone.cpu("") - before) / len(took)
        told = (
            f"{slug}: an entry and what it changed, drawn, {SLOWER} times slower, on the clock;"
            f" the whole browser's CPU {each:.1f} ms each"
        )
        yield _under("P29", told, spread(took), MOST_TAP, "ms")
    phone.close()


def _start(phone: OwnPhone, table: str) -> tuple[float, float]:
    """What others used of a core meanwhile, and the CPU seconds of a start."""
    phone.end_worker()
    began, busy, own, before = time.perf_counter(), busy_seconds(), phone.cpu(""), phone.cpu()
    assert phone.ask(table)["status"] == 200
    spent = phone.cpu() - before
    others = busy_seconds() - busy - (phone.cpu("") - own)
    return others / (time.perf_counter() - began), spent


def _taken_along(phone: OwnPhone) -> dict[str, tuple[str, str]]:
    """Take the companion along, and two tables of each game; their addresses. Its first worker lives on."""
    kept: dict[str, str | None] = {}
    store = BrowserStore(kept.__setitem__)
    pairs = {}
    for slug, record in _records().items():
        tables = opened(Tables(store, 1), slug, record), opened(Tables(store, 1), slug, record)
        for table in tables:
            kept[f"cookie/t-{table.code}"] = json.dumps([len(kept), table.secret])
        pairs[slug] = f"/t/{tables[0].code}", f"/t/{tables[1].code}"
    phone.page.goto("/pocket/")
    phone.page.evaluate(KEEP, kept)
    phone.page.tap(TAKE)
    phone.page.wait_for_selector(TAKEN, timeout=60_000)
    return pairs


def _play(phone: OwnPhone, slug: str, table: str) -> list[float]:
    """Milliseconds of each line of a play, entered and drawn."""
    took = []
    phone.ask(f"{table}/for", "seat=all")
    shown = dict(TAGS.findall(phone.ask(table)["text"]))
    for number, line in enumerate(_records()[slug]["log"]):
        tag = f"{shown['now']}.{shown['turn']}"
        answer = phone.ask(f"{table}/enter", entry_form(line, number), shown=tag)
        shown |= TAGS.findall(answer["text"])
        assert answer["status"] < 300, answer["text"]
        assert f'data-version="{number + 1}"' in answer["text"]
        took.append(answer["took"])
    return took


def _records() -> dict[str, dict[str, Any]]:
    return {game.meta.slug: plays(game.meta.slug)[hands.play_of(game.meta.slug)] for game in GAMES}


def _under(bar: str, what: str, found: Spread, limit: float, unit: str) -> Result:
    return Result(bar, what, f"{found} {unit}", f"≤ {limit:g} {unit}", found.median <= limit)
