"""A Giza table played through the JSON API."""

import itertools
import random
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.games.seeds import load_plays
from companion.live.streams import REVOKED_EVENT, encode_event
from tests.catalogues import ALL_LANGUAGES
from tests.language_checks import find_foreign_words
from tests.people import Phone, join_table, open_as_host
from tests.recorded_plays import (
    RecordedLine,
    each_play,
    enter_recorded_lines,
    make_request_json,
    open_play,
)
from tests.recorded_plays import post_entry as enter_line

_key_numbers = itertools.count()


def enter_by_api(phone: Phone, key: str = "", **body: Any) -> Any:
    return phone.call("POST", "/entries", {"key": key or f"entry-{next(_key_numbers):06d}", **body})


def make_tile_entry(tile: str, board: int, site: int, seat: int, **more: Any) -> dict[str, Any]:
    data = {"tile": tile, "board": board, "site": site}
    return {"seat": seat, "move": "Play", "data": data, **more}


@pytest.mark.parametrize("name", ["three_pyramids", "tally_tie"])
def test_a_recorded_play_has_the_same_result_through_the_api(app: Flask, name: str) -> None:
    record = load_plays("giza")[name]
    host = open_play(app, "giza", record)
    phones = [host]
    for seat in range(1, len(record["seats"])):
        phones.append(Phone(app, host.code))
        assert phones[-1].use_link(host.call("POST", "/seats", {"seat": seat}).json) == host.code
    for number, line in enumerate(record["log"]):
        answer = enter_by_api(phones[line.get("seat", 0)], **make_request_json(line, number))
        assert answer.status_code == 201, answer.json
    scores = phones[-1].call("GET", "/scores").json
    assert scores["final"]
    assert [seat["total"] for seat in scores["seats"]] == record["end"]["points"]
    assert scores["ranking"]["places"] == record["end"]["places"]
    for seat in scores["seats"]:
        for line in seat["lines"]:
            changes = [
                c for c in scores["changes"]
                if c["seat"] == seat["seat"] and c["category"] == line["category"]
            ]  # fmt: skip
            assert (changes[-1]["after"] if changes else 0) == line["points"]


def test_a_refusal_names_code_section_and_place(ana: Phone) -> None:
    enter_by_api(ana, **make_tile_entry("+2", 0, 0, 0))
    answer = enter_by_api(ana, **make_tile_entry("-4", 0, 0, 1))
    assert answer.status_code == 422
    error = answer.json["error"]
    assert error["kind"] == "refused"
    assert error["code"] == "giza.stone_not_smaller"
    assert error["section"] == "stone"
    assert error["at"] == ["site-0-0"]
    assert error["overridable"]
    assert "+2" in error["message"]


def test_a_refusal_is_in_the_accepted_language(ana: Phone) -> None:
    move = {**make_tile_entry("head", 0, 3, 0), "key": "in-a-language"}
    answers = {
        of: ana.call("POST", "/entries", move, **{"Accept-Language": of}).json for of in ALL_LANGUAGES
    }
    assert len({answer["error"]["message"] for answer in answers.values()}) == len(ALL_LANGUAGES)
    for language, answer in answers.items():
        title = re.escape(answer["error"]["rule"])
        rules = ana.get_page("/rules", **{"Accept-Language": language}).text
        assert re.search(rf'id="rule-{answer["error"]["section"]}"[^>]*>\s*(?:<[^>]*>\s*)*{title}', rules)
        assert not find_foreign_words(answer["error"]["message"], language)


def test_a_repeated_key_writes_only_one_entry(ana: Phone) -> None:
    first = enter_by_api(ana, **make_tile_entry("+2", 0, 0, 0), key="only-once")
    again = enter_by_api(ana, **make_tile_entry("+2", 0, 0, 0), key="only-once")
    assert (first.json["repeated"], again.json["repeated"]) == (False, True)
    assert again.json["seq"] == first.json["seq"] == ana.call("GET", "").json["version"]


def test_an_entry_for_a_seat_that_does_not_exist_is_refused(ana: Phone) -> None:
    answer = enter_by_api(ana, **make_tile_entry("+2", 0, 0, 7))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "table.no_such_seat")


def test_the_key_may_be_a_header(ana: Phone) -> None:
    body = {key: value for key, value in make_tile_entry("+2", 0, 0, 0).items() if key != "key"}
    answers = [ana.call("POST", "/entries", body, **{"Idempotency-Key": "only-once"}) for _ in range(2)]
    assert [answer.json["repeated"] for answer in answers] == [False, True]


def test_the_log_says_which_entries_are_in_force(ana: Phone) -> None:
    enter_by_api(ana, **make_tile_entry("+2", 0, 0, 0))
    enter_by_api(ana, kind="undo")
    enter_by_api(ana, kind="note", text="Hello")
    enter_by_api(ana, **make_tile_entry("+3", 0, 0, 0))
    lines = ana.call("GET", "/log").json["entries"]
    assert [(line["kind"], line["in_force"]) for line in lines] == [
        ("move", False), ("undo", True), ("note", True), ("move", True),
    ]  # fmt: skip


def test_only_at_an_older_version_is_refused_as_stale(ana: Phone) -> None:
    enter_by_api(ana, **make_tile_entry("+2", 0, 0, 0))
    answer = enter_by_api(ana, **make_tile_entry("+2", 1, 0, 1), only_at=0)
    assert answer.status_code == 409
    assert answer.json["error"]["kind"] == "stale"
    assert answer.json["error"]["version"] == 1


def test_an_unchanged_table_returns_304(ana: Phone) -> None:
    tag = ana.call("GET", "").headers["ETag"]
    assert ana.call("GET", "", **{"If-None-Match": tag}).status_code == 304
    enter_by_api(ana, **make_tile_entry("+2", 0, 0, 0))
    assert ana.call("GET", "", **{"If-None-Match": tag}).status_code == 200
    tag = ana.call("GET", "").headers["ETag"]
    join_table(ana.client.application, ana.code, 1)  # under the name that the seat has
    answer = ana.call("GET", "", **{"If-None-Match": tag})
    assert (answer.status_code, answer.json["free_seats"]) == (200, [])


def test_a_changed_setting_of_the_lobby_is_no_304(client: FlaskClient) -> None:
    host = Phone(client.application)
    body = {"game": "deadline", "seats": ["Ana", "", ""], "lobby": True}
    host.use_link(client.post("/api/v1/tables", json=body).json)
    tags = {path: host.call("GET", path).headers["ETag"] for path in ("", "/rules")}
    host.call("POST", "/lobby/settings", {"options": {"geometry": "A2"}, "first": 1})
    for path, tag in tags.items():
        answer = host.call("GET", path, **{"If-None-Match": tag})
        assert answer.status_code == 200
        assert answer.json["options"]["geometry"] == "A2"


@pytest.mark.parametrize(
    ("seats", "host_sits", "started"),
    [
        (["Ana", " ", "Cy"], True, ["Ana", "Cy"]),
        (["", "Bo", "Cy"], True, ["Player 1", "Bo", "Cy"]),
        (["", "Bo", "Cy"], False, ["Bo", "Cy"]),
    ],
)
def test_the_start_removes_exactly_the_free_seats(
    client: FlaskClient, seats: list[str], host_sits: bool, started: list[str]
) -> None:
    host = Phone(client.application)
    body = {"game": "giza", "seats": seats, "host_sits": host_sits, "lobby": True}
    host.use_link(client.post("/api/v1/tables", json=body).json)
    assert host.call("POST", "/lobby/start").status_code == 200
    assert host.get_table_json()["names"] == started


def test_if_match_with_another_version_returns_412(ana: Phone) -> None:
    answer = ana.call("GET", "", **{"If-Match": '"another"'})
    assert answer.status_code == 412
    assert answer.json["error"]["code"] == "table.another_version"
    assert answer.json["error"]["kind"] == "stale"
    tag = ana.call("GET", "").headers["ETag"].removeprefix("W/")
    assert ana.call("GET", "", **{"If-Match": tag}).status_code == 200


def test_the_stream_of_a_finished_table_opens_with_the_clients_secret(app: Flask) -> None:
    record = load_plays("giza")["tally_tie"]
    host, client = open_play(app, "giza", record), app.test_client()
    enter_recorded_lines(host, record["log"])
    statuses = []
    for headers in ({}, {"Authorization": "Bearer wrong"}, host.make_authorization()):
        with client.get(f"/t/{host.code}/events", headers=headers, buffered=False) as answer:
            statuses.append(answer.status_code)
    assert statuses == [403, 403, 200]
    document = client.get("/api/v1/openapi.json").get_json()
    documented = document["paths"]["/t/{code}/events"]["get"]
    assert {*map(str, statuses)} <= {*documented["responses"]}
    assert {"link": []} in documented["security"]


def test_an_event_names_only_what_is_new() -> None:
    assert encode_event(3, entry_hash="ab") == b'id: 3\ndata: {"version":3,"mark":"ab"}\n\n'
    assert encode_event(3, people_changed=True) == b'id: 3\ndata: {"version":3,"again":true}\n\n'


def test_a_request_that_ends_something_confirms_it(ana: Phone) -> None:
    assert ana.call("DELETE", "").json == {"ended": True}
    assert ana.call("GET", "").status_code == 404


def test_the_stream_of_a_deleted_table_ends(app: Flask) -> None:
    host = open_as_host(app, "giza", ["Ana", "Bo"])
    with app.test_client().get(f"/t/{host.code}/events", buffered=False) as answer:
        assert host.client.post(f"/t/{host.code}/delete").status_code == 303
        events = list(itertools.islice(answer.iter_encoded(), 3))
    assert events[-1] == REVOKED_EVENT


def test_checking_a_move_enters_nothing(ana: Phone) -> None:
    yes = ana.call("POST", "/ask", make_tile_entry("+2", 0, 0, 0))
    no = ana.call("POST", "/ask", make_tile_entry("head", 0, 3, 0))
    assert yes.json["allowed"]
    assert no.json["refusal"]["code"] == "giza.sphinx_order"
    assert ana.call("GET", "").json["version"] == 0


def test_sheets_can_be_counted_without_a_table(client: FlaskClient) -> None:
    sheets = [
        {"stacks": [["+5", "t5", "+4", "-2", "+1"], [], [], []]},
        {"sums": [13, 0, 0, 0], "treasures": 3},
    ]
    result = client.post("/api/v1/score/giza", json={"sheets": sheets}).json
    assert result
    assert [seat["total"] for seat in result["seats"]] == [13, 13]
    assert result["ranking"]["places"] == [1, 2]
    assert result["ranking"]["steps"][1]["criterion"] == "treasures"


def test_every_error_has_the_same_format(ana: Phone, app: Flask) -> None:
    client = app.test_client()
    for answer in (
        client.get("/api/v1/nowhere"), client.delete("/api/v1/tables"),
        client.post("/api/v1/tables", data="{", content_type="application/json"),
        client.post("/api/v1/tables", data="x" * 300_000, content_type="application/json"),
        client.post("/api/v1/tables", data="hello", content_type="text/plain"),
        client.post("/api/v1/tables", json=[1]), client.get("/api/v1/tables/QQQQQ"),
        client.get(f"/api/v1/tables/{ana.code}"), client.get("/api/v1/games/chess"),
        client.post("/api/v1/score/giza", json={"sheets": [{"sums": [1]}]}),
    ):  # fmt: skip
        assert 400 <= answer.status_code < 500
        assert answer.json is not None
        assert set(answer.json["error"]) >= {"kind", "code", "message"}
        assert answer.json["error"]["message"]


def test_every_move_of_every_game_has_an_example() -> None:
    for game in GAMES:
        example_types = {type(example) for example in game.examples}
        assert example_types >= {*game.moves, game.scoring.sheet_type}, game.meta.slug


DICE_SHEET = {"pyramid": 8, "pyramid_boxes": 6, "floor": 4, "jokers": 3}


def request_scores(client: FlaskClient, sheets: int, **more: object) -> TestResponse:
    return client.post("/api/v1/score/cheops_dice", json={"sheets": [DICE_SHEET] * sheets, **more})


def test_a_single_sheet_is_checked_against_the_number_of_players(client: FlaskClient) -> None:
    assert request_scores(client, 1).status_code == 200
    assert request_scores(client, 1, seats=3).status_code == 200
    refused = request_scores(client, 1, seats=2)
    assert refused.status_code == 422
    assert "only 2 were in play, not 3" in refused.text
    assert request_scores(client, 2).status_code == 422
    assert request_scores(client, 2, seats=4).status_code == 200


@pytest.mark.parametrize("seats", [1, 6])
def test_an_impossible_number_of_players_is_refused(client: FlaskClient, seats: int) -> None:
    assert request_scores(client, 2, seats=seats).status_code == 400


@each_play
def test_every_listed_legal_move_is_accepted(app: Flask, slug: str, name: str, many: bool) -> None:
    record, chance = load_plays(slug)[name], random.Random(name)
    phone = open_play(app, slug, record)
    stride = max(1, len(record["log"]) // 7)
    for number, line in enumerate(record["log"]):
        if number % stride == 0:
            bodies = [
                body
                for seat in range(len(record["seats"]))
                for body in assert_moves_allowed(phone, seat, chance, every=many)
            ]
            if bodies:
                enter_line(phone, {**chance.choice(bodies), "key": f"sent-{number:05d}"})
                enter_line(phone, {"kind": "undo", "key": f"back-{number:05d}"})
        enter_line(phone, make_request_json(line, number))


def assert_moves_allowed(
    phone: Phone, seat: int, chance: random.Random, *, every: bool
) -> list[RecordedLine]:
    """Assert that the API allows a listed legal move of each kind, or ``every`` one. Return the moves."""
    by_kind: dict[str, list[RecordedLine]] = {}
    for move in phone.call("GET", f"/legal?seat={seat}").json["moves"]:
        by_kind.setdefault(move["move"], []).append({"seat": seat, **move})
    bodies = [b for kind in by_kind.values() for b in (kind if every else [chance.choice(kind)])]
    for body in bodies:
        answer = phone.call("POST", "/ask", body)
        assert answer.status_code == 200, (body, answer.text)
        assert answer.json["allowed"], body
    return bodies


@pytest.mark.parametrize(
    "sheet",
    [{"money": 20, "wild": None}, {"prices": [{"for_the_most": 5, "for_the_others": None}, *[None] * 5]}],
)
def test_a_sheet_with_an_empty_field_is_accepted(app: Flask, sheet: dict[str, Any]) -> None:
    phone = open_play(app, "cheops_treasure", {"mode": "tally", "seats": ["Ana", "Bo"]})
    enter_line(phone, {"seat": 0, "move": "Sheet", "data": sheet, "key": "sheet-001"})
