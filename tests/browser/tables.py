"""Opens tables with the players and entries of recorded plays, with requests instead of touch."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.recorded_plays import make_opening_json, make_request_json


def open_as_recorded(page: Page, slug: str, record: Any) -> str:
    """Open a table as recorded, through the API. This phone enters for all seats. Return the code."""
    answer = page.request.post("/api/v1/tables", data=make_opening_json(slug, record))
    opened, home = answer.json(), answer.url.removesuffix("api/v1/tables")
    cookies = {f"t-{opened['code']}": opened["secret"], f"for-{opened['code']}": "all"}
    add_cookies(page, home, cookies)
    return str(opened["code"])


def open_page_as_recorded(page: Page, slug: str, record: Any, entries: int = 0) -> str:
    """Open a table as recorded, make its first ``entries`` entries, load its page, and return its code."""
    code = open_as_recorded(page, slug, record)
    enter_recorded(page, code, record["log"], 0, entries)
    page.goto(f"/t/{code}")
    return code


def enter_recorded(page: Page, code: str, log: Sequence[Mapping[str, Any]], start: int, stop: int) -> None:
    """Make these entries of a recorded log, with requests. ``stop`` is not included."""
    headers = {"Authorization": f"Bearer {get_secret(page, code)}"}
    entries = f"/api/v1/tables/{code}/entries"
    for number, line in enumerate(log[start:stop], start):
        answer = page.request.post(entries, data=make_request_json(line, number), headers=headers)
        assert answer.status == 201, answer.text()


def get_secret(page: Page, code: str) -> str:
    return next(str(one["value"]) for one in page.context.cookies() if one["name"] == f"t-{code}")


def add_cookies(page: Page, address: str, cookies: Mapping[str, str]) -> None:
    for name, value in cookies.items():
        page.context.add_cookies([{"name": name, "value": value, "url": address}])
