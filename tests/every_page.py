"""Looking at a table in every way there is: each page, fragment, answer of the API and export of it."""

import re
from collections.abc import Iterator, Mapping

from flask import Flask
from werkzeug.routing import Rule

from tests.people import Phone

ENDLESS = ("/t/<code>/events", "/t/<code>/stream")
MAY_BE_SECRET = ("/table.json", "/along.json", "/play.toml", "/file", "/recorded-play")
"""What tells the whole log is 403 while something in it is hidden from the asker."""

FOR_PLAYERS = ("/moves", "/guide", "/for")
"""What is 403 for who only watches."""


def address_of(rule: Rule, values: Mapping[str, object]) -> str:
    """The address of a route with these values in the places of its names."""
    return re.sub(r"<(?:[^:>]+:)?(\w+)>", lambda name: str(values[name[1]]), rule.rule)


def addresses(app: Flask) -> list[str]:
    found = [
        rule.rule
        for rule in app.url_map.iter_rules()
        if "code" in rule.arguments <= {"code", "seq"}
        and "GET" in (rule.methods or ())
        and rule.rule not in ENDLESS
    ]
    assert len(found) > 20
    return sorted(found)


def wrong_answers(app: Flask, phone: Phone, *, plays: bool = True) -> Iterator[tuple[str, int]]:
    """The addresses of a phone's table that answer otherwise than they should, with what they answer."""
    log = phone.asked(f"/api/v1/tables/{phone.code}/log").json or {}
    entries = log.get("entries", [])
    open_to_change = {e["seq"] for e in entries if e["in_force"] and e["kind"] in ("move", "ruling")}
    for address in ("/", *addresses(app)):
        path = address.replace("<code>", phone.code)
        each = [e["seq"] for e in entries] if "<int:seq>" in path else [0]
        for seq in each:
            fine = {200} if seq in open_to_change else {200, 404} if seq else {200, 302, 303}
            if path.endswith(MAY_BE_SECRET) or (not plays and (seq or path.endswith(FOR_PLAYERS))):
                fine.add(403)
            at = path.replace("<int:seq>", str(seq))
            if (status := phone.asked(at).status_code) not in fine:
                yield at, status
    for seat in range(len(phone.told(phone.code)["names"])):
        if plays:
            phone.enter_for(seat)
        if (status := phone.get_page(**{"HX-Request": "true"}).status_code) != 200:
            yield f"for {seat}", status
