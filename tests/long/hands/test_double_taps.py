"""An impatient second tap enters nothing that the first one did not mean."""

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from tests import ROOT
from tests.browser.arriving import PHONES, Make
from tests.lines import Line
from tests.long.hands.double_tap_phones import (
    Connection,
    Event,
    Offline,
    OfflineMode,
    Online,
    Tapper,
    World,
)
from tests.long.hands.double_taps import Figures, judge, landed_late, tap_twice
from tests.long.phone.pocketed import taken_along
from tests.served import Server

TAP = {"what": "down", "tap": 1, "on": "Road", "at": 0}
DOWN = (TAP, TAP | {"tap": 2, "at": 120})
LATER = (TAP, TAP | {"tap": 2, "at": 500})
ELSEWHERE = (TAP, TAP | {"tap": 2, "at": 500, "on": "Take back"})
ROAD = {"what": "entry", "tap": 1, "key": "a", "body": "key=a&seen=1&move=Road"}
AGAIN = {"what": "entry", "tap": 2, "key": "b", "body": "key=b&seen=2&move=Road"}
ACCEPTED = {"what": "answer", "tap": 1, "key": "a", "status": 200}
START = {"what": "post", "tap": 1, "url": "/start"}


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ([*DOWN, ROAD], []),
        ([*DOWN, ROAD, AGAIN], ["the same entered twice"]),
        ([*DOWN, ROAD, AGAIN | {"body": "move=Lay"}], ["another entry"]),
        ([*DOWN, AGAIN], ["entered before anybody saw what the first tap chose"]),
        ([*LATER, AGAIN], []),
        ([*ELSEWHERE, AGAIN], ["entered, though the first tap entered nothing"]),
        (
            [*DOWN, ROAD, AGAIN, {"what": "answer", "tap": 2, "key": "b", "status": 409}],
            ["the same entered twice (refused)"],
        ),
        ([*ELSEWHERE, ROAD, {"what": "dropped", "tap": 2, "key": "a"}], ["the first tap's entry dropped"]),
        ([*ELSEWHERE, ROAD, ACCEPTED, {"what": "dropped", "tap": 2, "key": "a"}], []),
        ([*ELSEWHERE, {"what": "dropped", "tap": 2, "key": "c"}], ["a waiting entry dropped"]),
        ([*DOWN, {"what": "dropped", "tap": 2, "key": "c"}], []),
        ([*DOWN, START, START | {"tap": 2}], []),
        ([*DOWN, START, START | {"tap": 2, "url": "/leave"}], ["another form posted"]),
        ([*ELSEWHERE, START, START | {"tap": 2}], ["the same form with another value"]),
    ],
)
def test_what_a_later_tap_may_do(events: list[Event], faults: list[str]) -> None:
    assert judge(events, []) == faults


def test_taps_far_apart_are_not_counted() -> None:
    assert [landed_late([TAP, TAP | {"at": at}]) for at in (500, 900)] == [False, True]


REPORTS = ROOT / "build" / "long"
PAIRS, PAIRS_FOR_LONG = 24, 667
"""A game and kind of connection: 2,000 a game in the long run."""
POSITIONS, POSITIONS_FOR_LONG = 2, 14
WAYS = (Online.way, Offline.way, OfflineMode.way)
COPIES = 3
"""Phones with a copy of the app; each takes about 130 MB."""


@pytest.fixture(scope="session")
def phones_with_copies(browser: Browser, server: Server) -> Iterator[list[tuple[Page, Connection]]]:
    with ExitStack() as stack:
        phones = list[tuple[Page, Connection]]()
        for _ in range(COPIES):
            line = Line(server.port)
            stack.callback(line.close)
            page = stack.enter_context(taken_along(browser, line.address)).page
            phones.append((page, OfflineMode(line)))
        yield phones


def phones_for(way: str, phone: Make, request: pytest.FixtureRequest) -> list[tuple[Page, Connection]]:
    if way == OfflineMode.way:
        copies: list[tuple[Page, Connection]] = request.getfixturevalue("phones_with_copies")
        return copies
    pages = [phone(service_workers="block", **kind) for kind in (*PHONES, {})]
    return [(page, Offline(page) if way == Offline.way else Online()) for page in pages]


def report(figures: Figures, seed: int) -> str:
    """Write what came of the taps to a file, sorted by kind of fault; the first lines of it."""
    lines = [f"{figures} (seed {seed})", *(f"[{kind}] {told}" for kind, told in sorted(figures.faults))]
    lines += [f"[not reached] {told}" for told in figures.unreachable]
    REPORTS.mkdir(parents=True, exist_ok=True)
    name = f"double-taps-{figures.slug}-{figures.way.replace(' ', '-')}.txt"
    (REPORTS / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "\n".join(lines[:20])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_a_second_tap_enters_nothing_of_its_own(
    app: Flask, phone: Make, request: pytest.FixtureRequest, slug: str, way: str, for_long: bool
) -> None:
    pairs, few, seed = (
        (PAIRS_FOR_LONG, POSITIONS_FOR_LONG, random.randrange(10**6)) if for_long else (PAIRS, POSITIONS, 1)
    )
    world = World(app, slug)
    tappers = [Tapper(page, connection, world) for page, connection in phones_for(way, phone, request)]
    figures = tap_twice(world, tappers, pairs, random.Random(f"{slug} {way} {seed}"), few)
    told = report(figures, seed)
    assert not figures.faults, told
    assert figures.pairs >= pairs
    assert figures.entered or not for_long, told
