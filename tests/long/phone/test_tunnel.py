"""Phones that come through a tunnel hear of each other, though it holds streams back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.arriving import Make, all_arrive, open_table, sit
from tests.browser.hands.giza import play
from tests.browser.thumbs import Thumb
from tests.long.processes.home.test_tunnel import TunnelledHouse
from tests.waiting import until

LISTENS = """() => addEventListener("htmx:sse:before:message", ({ detail }) => {
  window.told ||= detail.message.data.includes('data-version="1"');
})"""
"""Whether it was the stream that told of the entry; without one a page asks by itself every few seconds."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TunnelledHouse]:
    served = TunnelledHouse(tmp_path, PLAIN="1")
    yield served
    served.kill()


def test_an_entry_is_heard_through_the_tunnel(phone: Make, house: TunnelledHouse) -> None:
    there = f"http://127.0.0.1:{house.tunnel_port}"
    ana, bo = (Thumb(phone(base_url=there)) for _ in range(2))
    code = open_table(ana, "giza", ["Ana", "Bo"])
    sit(bo, code, 1, there)
    bo.page.evaluate(LISTENS)
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 1)
    until(lambda: bo.page.evaluate("window.told"), "what the stream tells")
