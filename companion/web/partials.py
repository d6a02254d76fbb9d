"""The changing part of a table's page: drawn once for all who see the same, and told to a phone that shows
an earlier one as what has changed since.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate

from flask import Response, current_app, make_response, request

from companion.tables.lru_cache import LruCache

MOST = 600
"""Parts in memory, about 15 kB each; the least used go first."""
Whose = tuple[str, int | None]
"""Table and seat through whose eyes a part is drawn: nobody is told changes of what another sees."""
Parts = LruCache[tuple[Whose, str], str]
SHOWN = "X-Part"
"""The header by which an answer names the part it tells, and a phone the part it shows."""
Change = tuple[int, int, str]
"""From this character on (as Unicode counts), so many are replaced by this text."""
SHORT = 80
"""Texts that are not looked at more finely."""
_LINE, _TAG = re.compile(r"[^\n]*\n|[^\n]+"), re.compile(r"<[^<]*|[^<]+")


def partial_response(whose: Whose, tag: str, draw: Callable[[], str]) -> Response:
    """Return the partial with this tag; only its changes where the phone names an earlier one."""
    parts: Parts = current_app.extensions.setdefault("parts", Parts(MOST))
    text = parts.get((whose, tag))
    if text is None:
        text = draw()
        parts.put((whose, tag), text)
    shown = request.headers.get(SHOWN)
    before = parts.get((whose, shown)) if shown else None
    if before is None:
        response = make_response(text)
    else:
        found = json.dumps(text_changes(before, text), separators=(",", ":"), ensure_ascii=False)
        response = make_response(found)
        response.mimetype = "application/json"
    response.headers[SHOWN] = tag
    response.headers["Cache-Control"] = "no-store"
    return response


def text_changes(before: str, after: str) -> list[Change]:
    """Return the changes that turn one text into another, in order of place."""
    return [] if before == after else list(_finer(0, before, after, (_LINE, _TAG)))


def _finer(
    at: int, before: str, after: str, grains: tuple[re.Pattern[str], ...]
) -> Iterator[Change]:
    """The changes between two texts that begin at a place: by lines, within those by tags, then cut."""
    if not grains or len(before) + len(after) < SHORT:
        head = _alike(before, after)
        tail = _alike(before[head:][::-1], after[head:][::-1])
        yield at + head, len(before) - head - tail, after[head : len(after) - tail]
        return
    old, new = grains[0].findall(before), grains[0].findall(after)
    places = [0, *accumulate(map(len, old))]
    for start, stop, first, last in _differing(old, new):
        inner = "".join(old[start:stop]), "".join(new[first:last])
        yield from _finer(at + places[start], *inner, grains[1:])


def _differing(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """The stretches (old start, stop, new start, stop) between the pieces that both have, each once."""
    once_old, once_new = Counter(old), Counter(new)
    where = {piece: n for n, piece in enumerate(old) if once_old[piece] == 1}
    start = first = 0
    for last, piece in enumerate([*new, ""]):
        end = last == len(new)
        stop = len(old) if end else where.get(piece, -1) if once_new[piece] == 1 else -1
        if stop < start:
            continue
        while start < stop and first < last and old[start] == new[first]:
            start, first = start + 1, first + 1
        below = 1
        while (
            start <= stop - below
            and first <= last - below
            and old[stop - below] == new[last - below]
        ):
            below += 1
        if start <= stop - below or first <= last - below:
            yield start, stop - below + 1, first, last - below + 1
        start, first = stop + 1, last + 1


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
