"""A record of a box with anything in any of its places is refused or kept, by every route."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.editions.service import create_edition
from companion.engine.game import Game
from companion.engine.json_data import to_json
from companion.games import BY_SLUG, GAMES
from tests.all_games import printed_record, recorded_values
from tests.people import hosting

RECORDS = [
    (game.meta.slug, option.name)
    for game in GAMES
    for option in game.meta.options
    if option.kind == "record"
]
PRINTED = [game for game in GAMES if any(option.printed for option in game.meta.options)]
JUNK: tuple[Any, ...] = (None, True, -1, 10**30, "", "\0é", [None], {}, {"a": {"b": []}})
each_printed = pytest.mark.parametrize("game", [pytest.param(game, id=game.meta.slug) for game in PRINTED])


def places(node: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The way to each value; of a list or of names that stand for the same, the first and the last."""
    yield path
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    alike = isinstance(node, list) or (len(keys) > 6 and len({type(node[key]) for key in keys}) == 1)
    for key in dict.fromkeys([*keys[:1], *keys[-1:]]) if alike else keys:
        yield from places(node[key], *path, key)


def broken(record: Any, deepest: int = 9) -> Iterator[Any]:
    """The record with each piece of junk in each place, with a place missing, and with one too many."""
    for *way, last in (place for place in places(record) if 0 < len(place) <= deepest):
        for junk in (*JUNK, places):
            copy = deepcopy(record)
            node = copy
            for key in way:
                node = node[key]
            if junk is not places:
                node[last] = junk
            else:
                del node[last]
            yield copy
    yield from JUNK
    yield {**record, "more": 1} if isinstance(record, dict) else [*record, *record]


def wrong(client: FlaskClient, path: str, **given: Any) -> str:
    """What is wrong with an answer, or with a page of the edition then kept; empty where nothing is."""
    try:
        answer = client.open(path, **given)
        answers = [answer]
        if answer.status_code == 303 and given["method"] == "POST":
            page = answer.headers["Location"]
            answers += [client.get(page + below) for below in ("", "/edit", "/file", "/letter")]
    except Exception as error:
        return f"{path}: {type(error).__name__}: {error}"
    return f"{path}: 500" if any(one.status_code >= 500 for one in answers) else ""


@each_printed
def test_a_record_is_refused_or_kept(app: Flask, game: Game[Any]) -> None:
    """By the form of a new one, whole or letter by letter, by that of a correction, and by the API."""
    slug, client, whole = game.meta.slug, app.test_client(), to_json(printed_record(game))
    pad = isinstance(whole, list)
    with app.app_context():
        edition = create_edition(slug, "Ours", whole, "Ana")
    found = set()
    for record in broken(whole, 1 if pad else 9):
        sent = {"name": "x", "by": "y", "json": json.dumps(record)}
        for path in (f"/editions/{slug}/new", f"/e/{edition}/edit"):
            found.add(wrong(client, path, method="POST", data=sent))
        body = {"game": slug, "name": "x", "by": "y", "record": record}
        found.add(wrong(client, "/api/v1/editions", method="POST", json=body))
    for sheet in broken(whole[0], 2) if pad else ():
        sent = {"by": "y", "json": json.dumps(sheet)}
        found.add(wrong(client, f"/e/{edition}/letter", method="POST", data=sent))
        query = {"reshape": "arch 1", "json": json.dumps(sheet)}
        found.add(wrong(client, f"/editions/{slug}/new", method="GET", query_string=query))
    assert found == {""}


@pytest.mark.parametrize(("slug", "option"), RECORDS)
def test_a_setting_is_refused_or_taken(app: Flask, slug: str, option: str) -> None:
    """In the lobby, where the table's pages then show it."""
    game = BY_SLUG[slug]
    whole = next(filter(None, recorded_values(game, option)), None) or printed_record(game)
    phone = hosting(app, slug, ["Ana", "Bo", "Cy"])
    found = set()
    for record in broken(to_json(whole), 2):
        sent = {"kind": "setting", "option": option, "json": json.dumps(record)}
        found.add(wrong(phone.client, f"/t/{phone.code}/enter", method="POST", data=sent))
        found.add(wrong(phone.client, f"/t/{phone.code}/box", method="GET"))
    assert found == {""}
