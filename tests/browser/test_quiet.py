"""What is only read aloud takes no room, wherever it stands."""

from __future__ import annotations

import pytest

from tests.browser.arriving import Make

pytestmark = pytest.mark.no_worker

WIDTH = """html => {
  document.querySelector("main").insertAdjacentHTML("beforeend", html);
  return document.querySelector("main .measured").getBoundingClientRect().width;
}"""


@pytest.mark.parametrize(("kind", "seen"), [("quiet measured", False), ("measured", True)])
def test_a_legend_that_is_only_read_aloud_takes_no_room(phone: Make, kind: str, seen: bool) -> None:
    page = phone()
    page.goto("/open/giza")
    html = f'<fieldset class="thumb"><legend class="{kind}">Which stone</legend></fieldset>'
    assert (page.evaluate(WIDTH, html) > 1) is seen
