"""Bytes of the first load of a new table: the page with its scripts and styles."""

import re
from collections.abc import Iterator

from bench.harness import Figure
from bench.servers import Connection, Process, read_cookie_header, start_companion
from companion.games import GAMES

ASSET_URL_PATTERN = re.compile(r'(?:src|href)="(/static/(?:chunks|js|css|games)/[^"#]+)')


def measure(_quick: bool) -> Iterator[Figure]:
    """Yield the kilobytes of the first load of a new table, for each game."""
    with start_companion() as server:
        loads = {game.meta.slug: _measure_kilobytes(server, game.meta.slug) for game in GAMES}
    yield Figure("first load, kB", loads)


def _measure_kilobytes(server: Process, slug: str) -> float:
    """Return the kilobytes of a table's page, scripts and styles: headers, and bodies in brotli."""
    connection = Connection(server)
    form = "mode=referee&start=1" + "".join(f"&name=Player{n}" for n in range(4))
    response, _ = connection.fetch("POST", f"/open/{slug}", form)
    path, cookies = response.headers["Location"], read_cookie_header(response)
    _, page = connection.fetch("GET", path, Cookie=cookies)
    size = 0
    for address in [path, *dict.fromkeys(ASSET_URL_PATTERN.findall(page.decode()))]:
        response, body = connection.fetch("GET", address, **{"Cookie": cookies, "Accept-Encoding": "br"})
        size += len(f"HTTP/1.1 {response.status} {response.reason}\r\n{response.headers}") + len(body)
    return size / 1000
