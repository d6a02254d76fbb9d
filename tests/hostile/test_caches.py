"""Requests with ever new numbers do not fill the memory of the server: no cache keeps all of them."""

import gc
from functools import cache
from typing import Any

from flask.testing import FlaskClient

from tests.people import Phone

CACHED_FUNCTION_TYPE = type(cache(len))


def count_items_in_unlimited_caches() -> dict[str, int]:
    """Return the number of items in each cache of the app that has no limit."""
    caches = [each for each in gc.get_objects() if isinstance(each, CACHED_FUNCTION_TYPE)]
    return {
        f"{cache.__module__}.{cache.__qualname__}": cache.cache_info().currsize
        for cache in caches
        if cache.__module__.startswith("companion.") and cache.cache_info().maxsize is None
    }


def open_with_new_numbers(client: FlaskClient, number: int) -> None:
    """Open tables, and count sheets, with numbers from a box that no other request names."""
    giza = {"edition": {"points": [-1 - number, number, number]}}
    treasure = {"edition": {"tablets": {"I-a": f"5 10 {number}"}, "drawn": {"red": "I-a"}}}
    for slug, options in (("giza", giza), ("cheops_treasure", treasure)):
        phone = Phone(client.application)
        body: dict[str, Any] = {"game": slug, "seats": ["Ana", "Bo"], "options": options}
        phone.use_link(client.post("/api/v1/tables", json=body).json)
        for path in ("", "/legal", "/scores"):
            assert phone.call("GET", path).status_code == 200
        assert phone.get_page().status_code == 200
    counted = {"sheets": [{}, {}], "options": {"prices": {"red": str(number)}}}
    assert client.post("/api/v1/score/cheops_treasure", json=counted).status_code == 200


def test_numbers_of_boxes_fill_no_unlimited_cache(client: FlaskClient) -> None:
    open_with_new_numbers(client, 11)
    before = count_items_in_unlimited_caches()
    for number in range(12, 16):
        open_with_new_numbers(client, number)
    assert count_items_in_unlimited_caches() == before
