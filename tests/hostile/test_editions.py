"""A record of printed numbers with junk in any place is refused or saved, on every route."""

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
from tests.all_games import get_printed_record, iterate_recorded_values
from tests.people import open_as_host

RECORD_OPTIONS = [
    (game.meta.slug, option.name)
    for game in GAMES
    for option in game.meta.options
    if option.kind == "record"
]
GAMES_WITH_PRINTED_NUMBERS = [game for game in GAMES if any(option.printed for option in game.meta.options)]
JUNK_VALUES: tuple[Any, ...] = (None, True, -1, 10**30, "", "\0é", [None], {}, {"a": {"b": []}})
each_game_with_printed_numbers = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.meta.slug) for game in GAMES_WITH_PRINTED_NUMBERS]
)


def iterate_paths(node: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each value. Of equal items in a list or dict, only the first and the last are
    included.
    """
    yield path
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    alike = isinstance(node, list) or (len(keys) > 6 and len({type(node[key]) for key in keys}) == 1)
    for key in dict.fromkeys([*keys[:1], *keys[-1:]]) if alike else keys:
        yield from iterate_paths(node[key], *path, key)


def iterate_broken_records(record: Any, deepest: int = 9) -> Iterator[Any]:
    """Yield copies of the record: with each piece of junk in each place, with one place less, and with
    one more.
    """
    for *way, last in (place for place in iterate_paths(record) if 0 < len(place) <= deepest):
        for junk in (*JUNK_VALUES, iterate_paths):
            copy = deepcopy(record)
            node = copy
            for key in way:
                node = node[key]
            if junk is not iterate_paths:
                node[last] = junk
            else:
                del node[last]
            yield copy
    yield from JUNK_VALUES
    yield {**record, "more": 1} if isinstance(record, dict) else [*record, *record]


def find_fault(client: FlaskClient, path: str, **given: Any) -> str:
    """Return what is wrong with a response or with the pages of the saved edition; "" if nothing is
    wrong.
    """
    try:
        answer = client.open(path, **given)
        answers = [answer]
        if answer.status_code == 303 and given["method"] == "POST":
            page = answer.headers["Location"]
            answers += [client.get(page + below) for below in ("", "/edit", "/file", "/letter")]
    except Exception as error:
        return f"{path}: {type(error).__name__}: {error}"
    return f"{path}: 500" if any(one.status_code >= 500 for one in answers) else ""


@each_game_with_printed_numbers
def test_a_broken_record_is_refused_or_saved(app: Flask, game: Game[Any]) -> None:
    """The record is sent in the form of a new edition (whole or page by page), in the form of a
    correction, and to the API.
    """
    slug, client, whole = game.meta.slug, app.test_client(), to_json(get_printed_record(game))
    pad = isinstance(whole, list)
    with app.app_context():
        edition = create_edition(slug, "Ours", whole, "Ana")
    found = set()
    for record in iterate_broken_records(whole, 1 if pad else 9):
        sent = {"name": "x", "by": "y", "json": json.dumps(record)}
        for path in (f"/editions/{slug}/new", f"/e/{edition}/edit"):
            found.add(find_fault(client, path, method="POST", data=sent))
        body = {"game": slug, "name": "x", "by": "y", "record": record}
        found.add(find_fault(client, "/api/v1/editions", method="POST", json=body))
    for sheet in iterate_broken_records(whole[0], 2) if pad else ():
        sent = {"by": "y", "json": json.dumps(sheet)}
        found.add(find_fault(client, f"/e/{edition}/letter", method="POST", data=sent))
        query = {"reshape": "arch 1", "json": json.dumps(sheet)}
        found.add(find_fault(client, f"/editions/{slug}/new", method="GET", query_string=query))
    assert found == {""}


@pytest.mark.parametrize(("slug", "option"), RECORD_OPTIONS)
def test_a_broken_option_is_refused_or_set(app: Flask, slug: str, option: str) -> None:
    """The option is set in the lobby, and the lobby's pages then show it."""
    game = GAMES_BY_SLUG[slug]
    whole = next(filter(None, iterate_recorded_values(game, option)), None) or get_printed_record(game)
    phone = open_as_host(app, slug, ["Ana", "Bo", "Cy"])
    found = set()
    for record in iterate_broken_records(to_json(whole), 2):
        sent = {"kind": "setting", "option": option, "json": json.dumps(record)}
        found.add(find_fault(phone.client, f"/t/{phone.code}/enter", method="POST", data=sent))
        found.add(find_fault(phone.client, f"/t/{phone.code}/box", method="GET"))
    assert found == {""}
