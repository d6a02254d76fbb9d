"""No value in a request can redirect a browser to another site."""

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from companion.lan.ca_folder import ca_folder
from companion.lan.host import get_lan_hosting
from companion.lan.local_ca import LocalCA
from companion.web.common.request import local_path
from tests import ROOT
from tests.every_page import path_of
from tests.javascript import call
from tests.people import hosting

HERE = "http://localhost"
FOREIGN = (
    "//e.example", "///e.example", "/\\e.example", "\\\\e.example", "\\/e.example", "/\t/e.example",
    "/\n/e.example", "/\r\\e.example", "\t//e.example", " //e.example", "\0//e.example", "/\t\\e.example",
    "https:e.example", "https:/e.example", "https://e.example", "http://e.example", "HTTPS://e.example",
    "http://localhost@e.example", "http://localhost:8001/", "http://[", "javascript:alert(1)",
    "data:text/html,x", "blob:http://localhost/x",
)  # fmt: skip
LOCAL = ("/", "/t/ABCDEF", "/t/ABCDEF/log?before=9", "/?group=x", "/e//x", "/é", "/%09/e.example",
         "/@e.example", "/x?next=//e.example", "/:80", "/.//e.example")  # fmt: skip
READS = re.compile(r"request\.(?:args|form|values)(?:\.get(?:list)?\(|\[)\"(\w+)\"")
NAMES = sorted({
    name
    for module in Path(ROOT, "companion").rglob("*.py")
    for name in READS.findall(module.read_text(encoding="utf-8"))
})  # fmt: skip
"""All fields that a route reads by name."""
TARGET = re.compile(
    r'(?:href|src|action|hx-get|hx-post|data-next|data-then|data-back|data-redrawn)="([^"]*)"'
)


@pytest.fixture(autouse=True)
def _local_ca(app: Flask, tmp_path: Path) -> None:
    app.instance_path = str(tmp_path)
    get_lan_hosting(app).local_ca = LocalCA.load_or_create(ca_folder(tmp_path))


@pytest.mark.parametrize("text", FOREIGN)
def test_a_foreign_path_redirects_to_the_home_page(text: str) -> None:
    assert local_path(text) == "/"


@pytest.mark.parametrize("text", LOCAL)
def test_a_local_path_is_kept(text: str) -> None:
    assert local_path(text) == text


def test_the_scripts_accept_the_same_paths() -> None:
    led = call("page.js", "resolveLocalUrl", [[text, HERE] for text in (*FOREIGN, *LOCAL)])
    assert led[: len(FOREIGN)] == [f"{HERE}/"] * len(FOREIGN)
    assert all(address.startswith(f"{HERE}/") for address in led[len(FOREIGN) :])
    assert led[-1] == f"{HERE}//e.example"


@pytest.mark.parametrize(
    "text", ["//e.example", "/\\e.example", "/\t/e.example", "https://e.example", "javascript:1//e.example"]
)
def test_no_route_redirects_to_another_site(app: Flask, text: str) -> None:
    """Every field that a route reads, and every part of a path, names another site."""
    assert {"next", "back", "group", "code"} <= set(NAMES)
    phone = hosting(app, "giza", ["Ana", "Bo"])
    fields, targets = dict.fromkeys(NAMES, text), set[str]()
    values = defaultdict(lambda: quote(text, safe=""), slug="giza", seat=1, seq=1, step=1)
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            query, form = (fields, None) if method == "GET" else (None, fields)
            path = path_of(rule, values)
            answer = phone.client.open(path, method=method, query_string=query, data=form)
            with answer:
                targets |= {answer.headers.get(name, "") for name in ("Location", "HX-Redirect")}
                if answer.mimetype == "text/html":
                    targets |= {unescape(target) for target in TARGET.findall(answer.text)}
    led = sorted(target.removeprefix("https://localhost") for target in targets if "e.example" in target)
    here = call("page.js", "resolveLocalUrl", [[target, HERE] for target in led])
    assert [target for target, led_to in zip(led, here, strict=True) if led_to == f"{HERE}/"] == []
