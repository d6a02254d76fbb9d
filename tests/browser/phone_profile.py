"""A phone with its own browser profile and trust store."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.phones import DEFAULT_TIMEOUT_MS, LOOK_BEFORE_TAP, MARK_PENDING, PHONE
from tests.browser.touch_user import TouchUser

HERE = "127.0.0.5"
"""The address to which names resolve. A loopback address 127.* would be trusted without https."""


@contextmanager
def launch_phone(playwright: Playwright, folder: Path, name: str, **options: Any) -> Iterator[TouchUser]:
    """Yield a phone whose profile is stored in this folder."""
    context: BrowserContext = playwright.chromium.launch_persistent_context(
        folder / "profile", executable_path=CHROMIUM, viewport=PHONE, has_touch=True, is_mobile=True,
        locale="en", env={**os.environ, "HOME": str(folder)},
        args=[*FLAGS, f"--host-resolver-rules=MAP {name} {HERE}"], **options,
    )  # fmt: skip
    context.add_init_script(LOOK_BEFORE_TAP)
    context.add_init_script(MARK_PENDING)
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(DEFAULT_TIMEOUT_MS)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield TouchUser(page)
    context.close()
    assert errors == []
