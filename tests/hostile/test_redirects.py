"""No value in a request can redirect a browser to another site."""

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from companion.lan.data_folder import ca_folder
from companion.lan.host import get_lan_hosting
from companion.lan.local_ca import LocalCA
from companion.web.common.http import local_path
from tests import ROOT
from tests.every_page import make_path
from tests.javascript import call_function
from tests.people import open_as_host

OWN_ORIGIN = "http://localhost"
FOREIGN_TARGETS = (
    "//e.example", "///e.example", "/\\e.example", "\\\\e.example", "\\/e.example", "/\t/e.example",
    "/\n/e.example", "/\r\\e.example", "\t//e.example", " //e.example", "\0//e.example", "/\t\\e.example",
    "https:e.example", "https:/e.example", "https://e.example", "http://e.example", "HTTPS://e.example",
    "http://localhost@e.example", "http://localhost:8001/", "http://[", "javascript:alert(1)",
    "data:text/html,x", "blob:http://localhost/x",
)  # fmt: skip
LOCAL_TARGETS = ("/", "/t/ABCDEF", "/t/ABCDEF/log?before=9", "/?group=x", "/e//x", "/é", "/%09/e.example",
         "/@e.example", "/x?next=//e.example", "/:80", "/.//e.example")  # fmt: skip
READ_FIELD_PATTERN = re.compile(r"request\.(?:args|form|values)(?:\.get(?:list)?\(|\[)\"(\w+)\"")
READ_FIELD_NAMES = sorted({
    name
    for module in Path(ROOT, "companion").rglob("*.py")
    for name in READ_FIELD_PATTERN.findall(module.read_text(encoding="utf-8"))
})  # fmt: skip
"""All fields that a route reads by name."""
TARGET_PATTERN = re.compile(
    r'(?:href|src|action|hx-get|hx-post|data-next|data-then|data-back|data-redrawn)="([^"]*)"'
)


@pytest.fixture(autouse=True)
def _create_local_ca(app: Flask, tmp_path: Path) -> None:
    app.instance_path = str(tmp_path)
    get_lan_hosting(app).local_ca = LocalCA.load_or_create(ca_folder(tmp_path))


@pytest.mark.parametrize("text", FOREIGN_TARGETS)
def test_a_foreign_path_redirects_to_the_home_page(text: str) -> None:
    assert local_path(text) == "/"


@pytest.mark.parametrize("text", LOCAL_TARGETS)
def test_a_local_path_is_kept(text: str) -> None:
    assert local_path(text) == text


def test_the_scripts_accept_the_same_paths() -> None:
    led = call_function(
        "page.js", "resolveLocalUrl", [[text, OWN_ORIGIN] for text in (*FOREIGN_TARGETS, *LOCAL_TARGETS)]
    )
    assert led[: len(FOREIGN_TARGETS)] == [f"{OWN_ORIGIN}/"] * len(FOREIGN_TARGETS)
    assert all(address.startswith(f"{OWN_ORIGIN}/") for address in led[len(FOREIGN_TARGETS) :])
    assert led[-1] == f"{OWN_ORIGIN}//e.example"


@pytest.mark.parametrize("text", ["/\\e.example", "https://e.example"])
def test_no_route_redirects_to_another_site(app: Flask, text: str) -> None:
    """Another site's address is in every field that a route reads, and in every part of its path."""
    assert {"next", "back", "group", "code"} <= set(READ_FIELD_NAMES)
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    fields, targets = dict.fromkeys(READ_FIELD_NAMES, text), set[str]()
    values = defaultdict(lambda: quote(text, safe=""), slug="giza", seat=1, seq=1, step=1)
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            query, form = (fields, None) if method == "GET" else (None, fields)
            path = make_path(rule, values)
            answer = phone.client.open(path, method=method, query_string=query, data=form)
            with answer:
                targets |= {answer.headers.get(name, "") for name in ("Location", "HX-Redirect")}
                if answer.mimetype == "text/html":
                    targets |= {unescape(target) for target in TARGET_PATTERN.findall(answer.text)}
    led = sorted(target.removeprefix("https://localhost") for target in targets if "e.example" in target)
    here = call_function("page.js", "resolveLocalUrl", [[target, OWN_ORIGIN] for target in led])
    assert [target for target, led_to in zip(led, here, strict=True) if led_to == f"{OWN_ORIGIN}/"] == []
