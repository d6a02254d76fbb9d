"""Starts a phone that has a browser profile and a trust store of its own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.engines.chromium import CHROMIUM_PATH, LAUNCH_FLAGS
from tests.browser.phones import DEFAULT_TIMEOUT_MS, MARK_HANDLED_TAPS_JS, MARK_PENDING_JS, PHONE_VIEWPORT
from tests.browser.touch_user import TouchUser

LOCAL_ADDRESS = "127.0.0.5"
"""The address to which names resolve. A loopback address 127.* would be trusted without https."""


@contextmanager
def launch_phone(playwright: Playwright, folder: Path, name: str, **options: Any) -> Iterator[TouchUser]:
    """Yield the user of a phone whose browser profile is stored in this folder."""
    context: BrowserContext = playwright.chromium.launch_persistent_context(
        folder / "profile", executable_path=CHROMIUM_PATH, viewport=PHONE_VIEWPORT,
        has_touch=True, is_mobile=True, locale="en", env={**os.environ, "HOME": str(folder)},
        args=[*LAUNCH_FLAGS, f"--host-resolver-rules=MAP {name} {LOCAL_ADDRESS}"], **options,
    )  # fmt: skip
    context.add_init_script(MARK_HANDLED_TAPS_JS)
    context.add_init_script(MARK_PENDING_JS)
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(DEFAULT_TIMEOUT_MS)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield TouchUser(page)
    context.close()
    assert errors == []
