"""Requests every page, fragment, API response and export of a table."""

import re
from collections.abc import Iterator, Mapping

from flask import Flask
from werkzeug.routing import Rule

from companion.api.operations import OPERATIONS
from tests.people import Phone

ENDLESS_RULES = ("/t/<code>/events", "/t/<code>/stream")
REFUSABLE_ENDINGS = ("/table.json", "/along.json", "/play.toml", "/file", "/recorded-play")
"""Paths that return the whole log. Their status is 403 while the game hides something from the member."""

PLAYER_ENDINGS = ("/moves", "/guide", "/for")
"""Paths that have the status 403 for viewers."""


def make_path(rule: Rule, values: Mapping[str, object]) -> str:
    return re.sub(r"<(?:[^:>]+:)?(\w+)>", lambda name: str(values[name[1]]), rule.rule)


def get_json_fields(rule: Rule) -> set[str]:
    """Return the fields that this route of the API reads from a JSON body."""
    operation = next((op for op in OPERATIONS if f"api.{op.name}" == rule.endpoint), None)
    return set(operation.body().fields) if operation and operation.body else set()


def list_table_paths(app: Flask) -> list[str]:
    paths = [
        rule.rule
        for rule in app.url_map.iter_rules()
        if "code" in rule.arguments <= {"code", "seq"}
        and "GET" in (rule.methods or ())
        and rule.rule not in ENDLESS_RULES
    ]
    assert len(paths) > 20
    return sorted(paths)


def find_wrong_statuses(app: Flask, phone: Phone, *, is_player: bool = True) -> Iterator[tuple[str, int]]:
    """Request each path of the phone's table. Yield (path, status) of each unexpected status.

    If not ``is_player``, the phone belongs to a viewer, to whom some paths are forbidden.
    """
    log = phone.get_with_link(f"/api/v1/tables/{phone.code}/log").json or {}
    entries = log.get("entries", [])
    open_to_change = {e["seq"] for e in entries if e["in_force"] and e["kind"] in ("move", "ruling")}
    for address in ("/", *list_table_paths(app)):
        path = address.replace("<code>", phone.code)
        each = [e["seq"] for e in entries] if "<int:seq>" in path else [0]
        for seq in each:
            fine = {200} if seq in open_to_change else {200, 404} if seq else {200, 302, 303}
            if path.endswith(REFUSABLE_ENDINGS) or (
                not is_player and (seq or path.endswith(PLAYER_ENDINGS))
            ):
                fine.add(403)
            at = path.replace("<int:seq>", str(seq))
            if (status := phone.get_with_link(at).status_code) not in fine:
                yield at, status
    for seat in range(len(phone.get_table_json(phone.code)["names"])):
        if is_player:
            phone.enter_for(seat)
        if (status := phone.get_page(**{"HX-Request": "true"}).status_code) != 200:
            yield f"for {seat}", status
