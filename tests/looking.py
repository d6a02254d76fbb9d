"""Looking at a table in every way there is: each page, fragment, answer of the API and export of it."""

import re
from collections.abc import Iterator, Mapping

from flask import Flask
from werkzeug.routing import Rule

from tests.people import Phone

ENDLESS = ("/t/<code>/events", "/t/<code>/stream")
MAY_BE_SECRET = ("/table.json", "/along.json", "/play.toml", "/file", "/recorded-play")
"""What tells the whole log is 403 while something in it is hidden from the asker."""

FOR_PLAYERS = ("/moves", "/guide")
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
    log = phone.asked(f"/api/v1/tables/{phone.code}/log")
    if log.status_code != 200:
        yield "log", log.status_code
        return
    entries = (log.json or {})["entries"]
    open_to_change = {e["seq"] for e in entries if e["in_force"] and e["kind"] in ("move", "ruling")}
    for address in addresses(app):
        path = address.replace("<code>", phone.code)
        if "<int:seq>" in path:
            for entry in entries:
                seq = entry["seq"]
                status = phone.asked(path.replace("<int:seq>", str(seq))).status_code
                fine = (200,) if seq in open_to_change else (200, 404)
                if status not in fine and (plays or status != 403):
                    yield f"change/{seq}", status
            continue
        status = phone.asked(path).status_code
        secret = status == 403 and path.endswith(MAY_BE_SECRET)
        watches = status == 403 and not plays and path.endswith(FOR_PLAYERS)
        if status not in (200, 302, 303) and not (secret or watches):
            yield path, status
    for seat in range(len(phone.told(phone.code)["names"])):
        if plays:
            phone.enter_for(seat)
        status = phone.see(**{"HX-Request": "true"}).status_code
        if status != 200:
            yield f"for {seat}", status
    home = phone.asked("/").status_code
    if home != 200:
        yield "/", home
