"""A phone with a profile and a trust store of its own, on which nothing was installed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.phones import DEFAULT_TIMEOUT_MS, LOOKS, MARKS, PHONE
from tests.browser.touch_user import TouchUser

HERE = "127.0.0.5"
"""What the phone finds a name at: an address of 127.* itself would be trusted by http, too."""


@contextmanager
def launch_phone(playwright: Playwright, folder: Path, name: str, **options: Any) -> Iterator[TouchUser]:
    """The phone that lies in this folder, from switching it on to off: it keeps its profile."""
    context: BrowserContext = playwright.chromium.launch_persistent_context(
        folder / "profile", executable_path=CHROMIUM, viewport=PHONE, has_touch=True, is_mobile=True,
        locale="en", env={**os.environ, "HOME": str(folder)},
        args=[*FLAGS, f"--host-resolver-rules=MAP {name} {HERE}"], **options,
    )  # fmt: skip
    context.add_init_script(LOOKS)
    context.add_init_script(MARKS)
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(DEFAULT_TIMEOUT_MS)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield TouchUser(page)
    context.close()
    assert errors == []
