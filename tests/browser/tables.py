"""Opens tables with the players and entries of recorded plays, with requests instead of touch."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.recorded_plays import make_opening_json, make_request_json


def open_as_recorded(page: Page, slug: str, record: Any) -> str:
    """Open a table as recorded, with requests of this phone, which enters for all. Return the code."""
    answer = page.request.post("/api/v1/tables", data=make_opening_json(slug, record))
    opened, home = answer.json(), answer.url.removesuffix("api/v1/tables")
    page.context.add_cookies(
        [
            {"name": f"t-{opened['code']}", "value": opened["secret"], "url": home},
            {"name": f"for-{opened['code']}", "value": "all", "url": home},
        ]
    )
    return str(opened["code"])


def join_as_recorded(page: Page, slug: str, record: Any, entries: int = 0) -> str:
    """Open a table as recorded, make its first entries, load its page, and return the code."""
    code = open_as_recorded(page, slug, record)
    enter_recorded(page, code, record["log"], 0, entries)
    page.goto(f"/t/{code}")
    return code


def enter_recorded(page: Page, code: str, log: Sequence[Mapping[str, Any]], start: int, stop: int) -> None:
    """Make these entries of a recorded log, with requests. ``stop`` is not included."""
    secret = next(c["value"] for c in page.context.cookies() if c["name"] == f"t-{code}")
    headers, entries = {"Authorization": f"Bearer {secret}"}, f"/api/v1/tables/{code}/entries"
    for number, line in enumerate(log[start:stop], start):
        answer = page.request.post(entries, data=make_request_json(line, number), headers=headers)
        assert answer.status == 201, answer.text()
