"""A Giza table through the JSON API."""

import itertools
import random
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.games.seeds import plays
from tests.catalogues import ALL_LANGUAGES
from tests.language_checks import foreign_words
from tests.people import Phone
from tests.recorded_plays import Line, each_play, line_to_json, open_play
from tests.recorded_plays import enter as enter_line

_keys = itertools.count()


@pytest.fixture
def ana(app: Flask) -> Phone:
    return open_play(app, "giza", {"seats": ["Ana", "Bo"]})


def enter(phone: Phone, key: str = "", **body: Any) -> Any:
    return phone.call("POST", "/entries", {"key": key or f"entry-{next(_keys):06d}", **body})


def play(tile: str, board: int, site: int, seat: int, **more: Any) -> dict[str, Any]:
    data = {"tile": tile, "board": board, "site": site}
    return {"seat": seat, "move": "Play", "data": data, **more}


@pytest.mark.parametrize("name", plays("giza"))
def test_a_recorded_play_through_the_api(app: Flask, name: str) -> None:
    record = plays("giza")[name]
    host = open_play(app, "giza", record)
    phones = [host]
    for seat in range(1, len(record["seats"])):
        phones.append(Phone(app, host.code))
        assert phones[-1].use_link(host.call("POST", "/seats", {"seat": seat}).json) == host.code
    for number, line in enumerate(record["log"]):
        answer = enter(phones[line.get("seat", 0)], **line_to_json(line, number))
        assert answer.status_code == 201, answer.json
    told = phones[-1].call("GET", "/scores").json
    assert told["final"]
    assert [seat["total"] for seat in told["seats"]] == record["end"]["points"]
    assert told["ranking"]["places"] == record["end"]["places"]
    for seat in told["seats"]:
        for line in seat["lines"]:
            made = [
                c for c in told["changes"]
                if c["seat"] == seat["seat"] and c["category"] == line["category"]
            ]  # fmt: skip
            assert (made[-1]["after"] if made else 0) == line["points"]


def test_a_refusal_has_the_one_shape(ana: Phone) -> None:
    enter(ana, **play("+2", 0, 0, 0))
    answer = enter(ana, **play("-4", 0, 0, 1))
    assert answer.status_code == 422
    told = answer.json["error"]
    assert told["kind"] == "refused"
    assert told["code"] == "giza.stone_not_smaller"
    assert told["section"] == "stone"
    assert told["at"] == ["site-0-0"]
    assert told["overridable"]
    assert "+2" in told["message"]


def test_a_refusal_is_said_in_the_language_asked_for(ana: Phone) -> None:
    move = {**play("head", 0, 3, 0), "key": "in-a-language"}
    told = {of: ana.call("POST", "/entries", move, **{"Accept-Language": of}).json for of in ALL_LANGUAGES}
    assert len({answer["error"]["message"] for answer in told.values()}) == len(ALL_LANGUAGES)
    for language, answer in told.items():
        title = re.escape(answer["error"]["rule"])
        rules = ana.get_page("/rules", **{"Accept-Language": language}).text
        assert re.search(rf'id="rule-{answer["error"]["section"]}"[^>]*>\s*(?:<[^>]*>\s*)*{title}', rules)
        assert not foreign_words(answer["error"]["message"], language)


def test_the_same_key_is_answered_once(ana: Phone) -> None:
    first = enter(ana, **play("+2", 0, 0, 0), key="only-once")
    again = enter(ana, **play("+2", 0, 0, 0), key="only-once")
    assert (first.json["repeated"], again.json["repeated"]) == (False, True)
    assert again.json["seq"] == first.json["seq"] == ana.call("GET", "").json["version"]


def test_a_version_asked_for_and_gone_is_stale(ana: Phone) -> None:
    enter(ana, **play("+2", 0, 0, 0))
    answer = enter(ana, **play("+2", 1, 0, 1), only_at=0)
    assert answer.status_code == 409
    assert answer.json["error"]["kind"] == "stale"
    assert answer.json["error"]["version"] == 1


def test_unchanged_is_304(ana: Phone) -> None:
    tag = ana.call("GET", "").headers["ETag"]
    assert ana.call("GET", "", **{"If-None-Match": tag}).status_code == 304
    enter(ana, **play("+2", 0, 0, 0))
    assert ana.call("GET", "", **{"If-None-Match": tag}).status_code == 200


def test_another_version_than_asked_for_is_told_in_the_one_shape(ana: Phone) -> None:
    answer = ana.call("GET", "", **{"If-Match": '"another"'})
    assert answer.status_code == 412
    assert answer.json["error"]["code"] == "table.another_version"
    assert answer.json["error"]["kind"] == "stale"
    tag = ana.call("GET", "").headers["ETag"].removeprefix("W/")
    assert ana.call("GET", "", **{"If-Match": tag}).status_code == 200


def test_what_if_enters_nothing(ana: Phone) -> None:
    yes = ana.call("POST", "/ask", play("+2", 0, 0, 0))
    no = ana.call("POST", "/ask", play("head", 0, 3, 0))
    assert yes.json["allowed"]
    assert no.json["refusal"]["code"] == "giza.sphinx_order"
    assert ana.call("GET", "").json["version"] == 0


def test_sheets_are_counted_without_a_table(client: FlaskClient) -> None:
    sheets = [
        {"stacks": [["+5", "t5", "+4", "-2", "+1"], [], [], []]},
        {"sums": [13, 0, 0, 0], "treasures": 3},
    ]
    told = client.post("/api/v1/score/giza", json={"sheets": sheets}).json
    assert told
    assert [seat["total"] for seat in told["seats"]] == [13, 13]
    assert told["ranking"]["places"] == [1, 2]
    assert told["ranking"]["steps"][1]["criterion"] == "treasures"


def test_every_fault_has_the_one_shape(ana: Phone, app: Flask) -> None:
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
        shown = {type(example) for example in game.examples}
        assert shown >= {*game.moves, game.scoring.sheet_type}, game.meta.slug


def test_every_page_action_has_a_twin(app: Flask) -> None:
    twins = {
        "opening.open_new_table": "create_table", "joining.sit_down": "claim_seat",
        "joining.accept_invitation": "use_invitation", "table.enter": "submit_entry",
        "table.check": "check_move", "rematch.join_rematch": "create_rematch",
        "seats.add_invitation_link": "invite_to_seat", "seats.free_seat": "free_seat",
        "seats.make_seat_host": "make_seat_host", "lobby.name_seat": "name_seat",
        "lobby.clear_seat": "free_seat", "lobby.add_seat": "add_seat", "lobby.start_table": "start_table",
        "lobby.change_settings": "change_settings", "setting_up.tick_step": "tick_step",
        "recorded_plays.start_practice_table": "create_trial", "table.set_lobby_option": "change_settings",
        "seats.add_viewer_link": "create_viewer",
        "seats.end_viewers": "revoke_viewer_links",
        "groups.create_group": "create_group", "groups.renew_group_link": "renew_group_link",
        "groups.add_group_edition": "add_edition_to_group",
        "groups.add_group_table": "add_table_to_group", "groups.forget_group_person": "forget_person",
        "groups.remove_group_table": "delete_group_table",
        "table.delete": "delete_table", "groups.delete_whole_group": "delete_group",
        "exports.import_uploaded_table": "import_table",
        "editions.save_new_edition": "save_edition", "editions.import_edition": "save_edition",
        "editions.sign_edition": "correct_edition",
        "editions.save_edit": "correct_edition", "editions.delete_edition_for_all": "remove_edition",
        "pad_pages.save_page": "correct_edition", "pad_pages.confirm_page": "correct_edition",
    }  # fmt: skip
    only_for_pages = {
        "pwa.set_language", "table.set_acting_for", "lobby.choose_one_phone", "table.leave",
        "groups.leave_group", "groups.change_evening", "groups.enter_manual_play",
        "groups.delete_manual_play", "groups.rename_group_person", "groups.merge_group_people",
        "groups.separate_group_person", "guide.set_guide", "host.back_up_now", "host.download_backup",
        "host.report_sentence", "host.stop", "restore_page.restore_backup",
        "lobby.lead_newcomers", "address_change.arrive", "seat_requests.answer_request",
        "seat_requests.ask_for_seat", "seat_requests.ask_to_host", "seat_requests.poll_request",
        "seat_requests.mark_shown",
    }  # fmt: skip
    pages = {
        rule.endpoint for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.endpoint.startswith("api.")
    }  # fmt: skip
    assert pages == set(twins) | only_for_pages
    offered = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert {f"api.{name}" for name in twins.values()} <= offered


SHEET = {"pyramid": 8, "pyramid_boxes": 6, "floor": 4, "jokers": 3}


def score(client: FlaskClient, sheets: int, **more: object) -> TestResponse:
    return client.post("/api/v1/score/cheops_dice", json={"sheets": [SHEET] * sheets, **more})


def test_the_api_counts_a_sheet_alone_as_one_of_any_table(client: FlaskClient) -> None:
    assert score(client, 1).status_code == 200
    assert score(client, 1, seats=3).status_code == 200
    refused = score(client, 1, seats=2)
    assert refused.status_code == 422
    assert "only 2 were in play, not 3" in refused.text
    assert score(client, 2).status_code == 422
    assert score(client, 2, seats=4).status_code == 200


@pytest.mark.parametrize("seats", [1, 6])
def test_a_number_of_players_that_cannot_be_is_malformed(client: FlaskClient, seats: int) -> None:
    assert score(client, 2, seats=seats).status_code == 400


@each_play
def test_legal_moves_may_be_sent_back_as_they_came(app: Flask, slug: str, name: str, many: bool) -> None:
    """Ask about one move of each kind, or about every one, at some positions, and enter one of them."""
    record, chance = plays(slug)[name], random.Random(name)
    phone = open_play(app, slug, record)
    stride = max(1, len(record["log"]) // 7)
    for number, line in enumerate(record["log"]):
        if number % stride == 0:
            asked = [
                body
                for seat in range(len(record["seats"]))
                for body in offered(phone, seat, chance, every=many)
            ]
            if asked:
                enter_line(phone, {**chance.choice(asked), "key": f"sent-{number:05d}"})
                enter_line(phone, {"kind": "undo", "key": f"back-{number:05d}"})
        enter_line(phone, line_to_json(line, number))


def offered(phone: Phone, seat: int, chance: random.Random, *, every: bool) -> list[Line]:
    """What a seat may enter now, each asked about by the very data that it came with."""
    by_kind: dict[str, list[Line]] = {}
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
def test_a_sheet_with_nothing_in_a_field_is_taken(app: Flask, sheet: dict[str, Any]) -> None:
    phone = open_play(app, "cheops_treasure", {"mode": "tally", "seats": ["Ana", "Bo"]})
    enter_line(phone, {"seat": 0, "move": "Sheet", "data": sheet, "key": "sheet-001"})
