"""Bytes of the first load of a new table: the page, and all that it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.harness import Checkouts, Figure
from bench.servers import Connection, Process, companion, cookies_of
from companion.games import GAMES

ASSETS = re.compile(r'(?:src|href)="(/static/(?:chunks|js|css|games)/[^"#]+)')


def measure(_quick: bool, _: Checkouts) -> Iterator[Figure]:
    """Load a table of each game."""
    with companion() as server:
        loads = {game.meta.slug: _load(server, game.meta.slug) for game in GAMES}
    yield Figure("first load, kB", loads)


def _load(server: Process, slug: str) -> float:
    """Kilobytes of all answers with their headers, compressed by brotli."""
    connection = Connection(server)
    form = "mode=referee&start=1" + "".join(f"&name=Player{n}" for n in range(4))
    opened, _ = connection.ask("POST", f"/open/{slug}", form)
    path, cookies = opened.headers["Location"], cookies_of(opened)
    _, page = connection.ask("GET", path, Cookie=cookies)
    size = 0
    for address in [path, *dict.fromkeys(ASSETS.findall(page.decode()))]:
        answer, body = connection.ask("GET", address, **{"Cookie": cookies, "Accept-Encoding": "br"})
        size += len(f"HTTP/1.1 {answer.status} {answer.reason}\r\n{answer.headers}") + len(body)
    return size / 1000
