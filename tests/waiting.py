"""Functions that wait for a condition. Their timeout only ends tests that would otherwise never end."""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

WAIT_SECONDS = 60
"""Timeout in seconds, long enough for a busy machine."""
POLL_INTERVAL_SECONDS = 0.01
T = TypeVar("T")


def wait_until(condition: Callable[[], T], name: str = "it") -> T:
    """Call the condition until its result is true, and return the result. After a timeout, fail.

    ``name`` says in the message of the failure what did not come.
    """
    for _ in range(round(WAIT_SECONDS / POLL_INTERVAL_SECONDS)):
        if result := condition():
            return result
        time.sleep(POLL_INTERVAL_SECONDS)
    raise AssertionError(f"{name} did not come")


def wait_until_idle(page: Page) -> None:
    """Wait until the page has no request, queued entry or rendering in progress."""
    page.wait_for_selector("html[data-quiet]", state="attached")
