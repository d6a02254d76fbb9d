"""Waiting for what must come: by the event itself. Patience is a net, and nothing is measured by it."""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

WAIT_SECONDS = 60
"""Seconds, and no fewer, for what must come at all, on a busy machine, too."""
STEP = 0.01
T = TypeVar("T")


def wait_until(look: Callable[[], T], what: str = "it") -> T:
    """Look until there is something to see, and tell what was seen; AssertionError if it does not come."""
    for _ in range(round(WAIT_SECONDS / STEP)):
        if seen := look():
            return seen
        time.sleep(STEP)
    raise AssertionError(f"{what} did not come")


def wait_until_idle(page: Page) -> None:
    """Nothing that this page began is under way: no question, no tap, no drawing."""
    page.wait_for_selector("html[data-quiet]", state="attached")
