"""The pages consist of the elements that their inventories list, with the same contents."""

from difflib import unified_diff

import pytest
from flask import Flask

from companion.games import GAMES_BY_SLUG
from tests.web.page_inventory import APP, get_inventory_file, iterate_pages, take_inventory


@pytest.mark.parametrize("name", [*GAMES_BY_SLUG, APP])
def test_the_pages_consist_of_the_listed_elements(app: Flask, name: str) -> None:
    listed = get_inventory_file(name).read_text("utf-8").splitlines()
    lines = take_inventory(iterate_pages(app, name))
    changes = unified_diff(listed, lines, "listed", "now", n=0, lineterm="")
    assert lines == listed, "\n".join(("python -m tests.web.page_inventory writes what is meant", *changes))
