"""A printed record with junk in any place is refused or saved, on every route."""

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
from companion.games import GAMES, GAMES_BY_SLUG
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


def paths_of(node: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value; of equal items in a list or dict only the first and the last."""
    yield path
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    alike = isinstance(node, list) or (len(keys) > 6 and len({type(node[key]) for key in keys}) == 1)
    for key in dict.fromkeys([*keys[:1], *keys[-1:]]) if alike else keys:
        yield from paths_of(node[key], *path, key)


def broken_records(record: Any, deepest: int = 9) -> Iterator[Any]:
    """Yield the record with each piece of junk in each place, with a missing and with an extra place."""
    for *way, last in (place for place in paths_of(record) if 0 < len(place) <= deepest):
        for junk in (*JUNK, paths_of):
            copy = deepcopy(record)
            node = copy
            for key in way:
                node = node[key]
            if junk is not paths_of:
                node[last] = junk
            else:
                del node[last]
            yield copy
    yield from JUNK
    yield {**record, "more": 1} if isinstance(record, dict) else [*record, *record]


def find_fault(client: FlaskClient, path: str, **given: Any) -> str:
    """Return what is wrong with a response, or with a page of the saved edition; empty if nothing is."""
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
def test_a_broken_record_is_refused_or_saved(app: Flask, game: Game[Any]) -> None:
    """By the form of a new edition, whole or page by page, by the form of a correction, and by the API."""
    slug, client, whole = game.meta.slug, app.test_client(), to_json(printed_record(game))
    pad = isinstance(whole, list)
    with app.app_context():
        edition = create_edition(slug, "Ours", whole, "Ana")
    found = set()
    for record in broken_records(whole, 1 if pad else 9):
        sent = {"name": "x", "by": "y", "json": json.dumps(record)}
        for path in (f"/editions/{slug}/new", f"/e/{edition}/edit"):
            found.add(find_fault(client, path, method="POST", data=sent))
        body = {"game": slug, "name": "x", "by": "y", "record": record}
        found.add(find_fault(client, "/api/v1/editions", method="POST", json=body))
    for sheet in broken_records(whole[0], 2) if pad else ():
        sent = {"by": "y", "json": json.dumps(sheet)}
        found.add(find_fault(client, f"/e/{edition}/letter", method="POST", data=sent))
        query = {"reshape": "arch 1", "json": json.dumps(sheet)}
        found.add(find_fault(client, f"/editions/{slug}/new", method="GET", query_string=query))
    assert found == {""}


@pytest.mark.parametrize(("slug", "option"), RECORDS)
def test_a_broken_option_is_refused_or_set(app: Flask, slug: str, option: str) -> None:
    """In the lobby, whose pages then show it."""
    game = GAMES_BY_SLUG[slug]
    whole = next(filter(None, recorded_values(game, option)), None) or printed_record(game)
    phone = hosting(app, slug, ["Ana", "Bo", "Cy"])
    found = set()
    for record in broken_records(to_json(whole), 2):
        sent = {"kind": "setting", "option": option, "json": json.dumps(record)}
        found.add(find_fault(phone.client, f"/t/{phone.code}/enter", method="POST", data=sent))
        found.add(find_fault(phone.client, f"/t/{phone.code}/box", method="GET"))
    assert found == {""}
