"""A result in other apps, and a table's way out and in again."""

import csv
import io
import json
import tomllib
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import fromstring

import pytest
from flask import Flask

from companion.engine.replay import replay
from companion.exports import bgstats
from companion.games import BY_SLUG
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from tests.people import Phone
from tests.recorded import A_PLAY_EACH, KNOWN
from tests.shelf import ALL_GAMES, template_folder
from tests.words import SPOKEN


def file_of(slug: str, name: str, stop: int | None = None) -> dict[str, Any]:
    """A recorded play as a table's file."""
    record = plays(slug)[name]
    log: list[dict[str, Any]] = []
    for line in record["log"][:stop]:
        data: dict[str, Any] = {k: line[k] for k in ("option", "value", "text", "allowed") if k in line}
        if "move" in line:
            data["move"] = {k: v for k, v in line.items() if k not in KNOWN}
        log.append({"kind": line.get("kind", "move"), "seat": line.get("seat", -1),
                    "move": line.get("move"), "data": data, "of": line.get("of", 0), "by": 0,
                    "at": 1_780_000_000 + 60 * len(log)})  # fmt: skip
    return {"format": "pharaoh-table-companion/table", "format_version": 1, "game": slug,
            "mode": record.get("mode", "referee"), "rules_version": 1, "seats": list(record["seats"]),
            "first": record.get("first", 0), "options": record.get("options", {}),
            "opened_at": "2026-05-28T20:00:00Z", "log": log}  # fmt: skip


def brought_in(app: Flask, told: dict[str, Any]) -> Phone:
    phone = Phone(app)
    answer = phone.client.post("/import", data={"text": json.dumps(told)})
    assert answer.status_code == 303, answer.text
    phone.code = answer.headers["Location"].rsplit("/", 1)[1]
    return phone


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_out_and_in_and_out_gives_the_same_bytes_and_state(
    app: Flask, elsewhere: Flask, slug: str, name: str
) -> None:
    one = brought_in(app, file_of(slug, name))
    first = one.see("/table.json")
    assert first.status_code == 200, first.text
    other = brought_in(elsewhere, json.loads(first.data))
    assert other.see("/table.json").data == first.data
    told, again = one.told(one.code), other.told(other.code)
    assert told["view"] == again["view"]
    assert told["ending"]["code"] == plays(slug)[name]["end"]["ending"]


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_an_exported_table_is_a_recorded_play(app: Flask, slug: str, name: str) -> None:
    phone = brought_in(app, file_of(slug, name))
    play = parse_recorded_play(tomllib.loads(phone.see("/play.toml").text))
    playing = replay(play.game, play.setup, play.log)
    assert playing.invalid is None
    ending = playing.game.ending(playing.state)
    assert ending is not None
    assert ending.code == play.end["ending"] == plays(slug)[name]["end"]["ending"]
    assert play.end.get("points") == plays(slug)[name]["end"].get("points")


def data_of(link: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    return told


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_the_bg_stats_link_keeps_clear_of_every_known_trap(app: Flask, slug: str, name: str) -> None:
    phone = brought_in(app, file_of(slug, name))
    told_in = [phone.call("GET", "/result", **{"Accept-Language": language}) for language in SPOKEN]
    links = [answer.json["link"] for answer in told_in]
    assert len(set(links)) == 1
    assert links[0].startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert len(links[0]) < 2000
    told = data_of(links[0])
    assert told["sourceName"] == bgstats.SOURCE
    assert told["playDate"] == "2026-05-28 20:26:40"
    assert type(told["game"]["highestWins"]) is type(told["game"]["noPoints"]) is bool
    assert type(told["game"].get("bggId", 1)) is int
    for seat, player in enumerate(told["players"]):
        assert type(player["startPlayer"]) is type(player["winner"]) is bool
        points = plays(slug)[name]["end"].get("points")
        assert points is None or player["score"] == points[seat]
    assert sum(player["startPlayer"] for player in told["players"]) == 1
    places = plays(slug)[name]["end"]["places"]
    assert [player["winner"] for player in told["players"]] == [place == 1 for place in places]


def test_a_play_took_from_its_first_move_to_its_last_if_anybody_timed_it(app: Flask) -> None:
    def minutes(told: dict[str, Any]) -> int | None:
        link: str = brought_in(app, told).call("GET", "/result").json["link"]
        return data_of(link).get("durationMin")

    def later(kind: str, of: int = 0, **data: str) -> dict[str, Any]:
        return {**log[0], "kind": kind, "move": None, "data": data, "of": of, "at": 1_780_300_000}

    told = file_of("giza", "last_tile")
    log, last = told["log"], len(told["log"])
    jump = [{**line, "at": line["at"] + 86_400 * 90 * (line["at"] > log[1]["at"])} for line in log]
    back = [{**line, "at": 2**31 - line["at"]} for line in log]
    for more in ([], [later("note", text="Well played.")], [later("undo", last), later("redo", last)]):
        assert minutes({**told, "log": [*log, *more]}) == last - 1
    for untimed in ({**told, "log": jump}, {**told, "log": back}, file_of("giza", "tally_tie")):
        assert minutes(untimed) is None


@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [("Asia/Tokyo", "29", "05:26+09:00"), ("America/New_York", "28", "16:26-04:00")],
)
def test_the_day_is_the_readers(app: Flask, zone: str, day: str, hour: str) -> None:
    phone = brought_in(app, file_of("giza", "last_tile"))
    phone.client.set_cookie("zone", zone)
    assert f"Giza · 2026-05-{day}\n" in phone.see("/summary.txt").text
    assert f" · {day} May 2026<" in phone.see("/result.svg").text
    assert f",2026-05-{day} {hour}," in phone.see("/play.csv").text
    assert hour[:5] in phone.see("/log").text
    by_api = phone.call("GET", "/result", **{"Accept-Language": "fr"}).json["csv"]
    assert by_api.startswith("play,game,date,")
    assert ",2026-05-28 20:26," in by_api


@pytest.mark.parametrize("zone", ["", "undefined", "Europe", "../../etc/passwd", "a" * 300, "\N{SNOWMAN}"])
def test_a_phone_of_no_known_zone_reads_the_servers_day(app: Flask, zone: str) -> None:
    phone = brought_in(app, file_of("giza", "last_tile"))
    phone.client.set_cookie("zone", zone)
    here = datetime.fromtimestamp(1_780_000_000).astimezone()
    assert here.isoformat(" ", "minutes") in phone.see("/play.csv").text


def test_the_ends_of_the_calendar_have_a_day(app: Flask) -> None:
    for zone, moment in (("America/New_York", "0001-01-01"), ("Asia/Tokyo", "9999-12-31")):
        phone = brought_in(app, {**file_of("giza", "last_tile", 0), "opened_at": f"{moment}T23:00:00Z"})
        phone.client.set_cookie("zone", zone)
        assert phone.see("/share").status_code == 200


def test_six_long_names_fit_into_the_link(app: Flask) -> None:
    told = file_of("deadline", "six_seats")
    told["seats"] = [f"{n}Ÿéïô {'Å' * 30}" for n in range(6)]
    phone = brought_in(app, told)
    page = phone.see("/share").text
    found = next(part for part in page.split('"') if part.startswith(bgstats.ADDRESS))
    assert len(found) < 2000
    assert len({player["name"] for player in data_of(found)["players"]}) == 6


@pytest.mark.parametrize(("language", "mark"), [("en", ","), ("de", ";"), ("fr", ";"), ("ar", ",")])
def test_the_rows_hold_every_number_and_no_formula_and_open_in_a_spreadsheet(
    app: Flask, language: str, mark: str
) -> None:
    told = file_of("giza", "three_pyramids")
    told["seats"] = [f"{sign}Zoë(A1;A2,A3)" for sign in "=+-@"]
    phone = brought_in(app, told)
    text = phone.see("/play.csv", **{"Accept-Language": language}).text
    assert text.startswith(f"\ufeffplay{mark}game{mark}")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=mark))
    assert list(dict.fromkeys(row["name"] for row in rows)) == [f"'{n}" for n in told["seats"]]
    points = plays("giza")["three_pyramids"]["end"]["points"]
    assert [int(row["points"]) for row in rows if row["category"] == "total"] == points
    for seat, total in enumerate(points, 1):
        mine = [row for row in rows if row["seat"] == str(seat) and row["category"] != "total"]
        assert sum(int(row["points"]) for row in mine) == total


def test_the_text_tells_the_tie_break(app: Flask) -> None:
    phone = brought_in(app, file_of("giza", "tally_tie"))
    text = phone.see("/summary.txt").text
    assert "1. Ana: 10" in text
    assert "How the tie was broken" in text


def test_hidden_things_do_not_leave_before_the_end(app: Flask) -> None:
    phone = brought_in(app, file_of("giza", "three_pyramids", 10))
    rows = list(csv.DictReader(io.StringIO(phone.see("/play.csv").text)))
    assert {row["name"] for row in rows if row["category"] != "total"} == {"Ana"}
    assert all(not row["points"] for row in rows if row["seat"] != "1")
    others = json.loads(phone.see("/play.bgsplay").data)["players"][1:]
    assert [player.get("score") for player in others] == [None] * 3


def test_an_entry_that_no_longer_stands_is_told_not_refused(app: Flask) -> None:
    told = file_of("giza", "last_tile")
    told["log"][1]["data"]["move"] = {"tile": "+9", "board": 0, "site": 0}
    phone = brought_in(app, told)
    assert phone.told(phone.code)["fallen"][0]["seq"] == 2


def test_a_wrong_file_is_refused_in_one_sentence(app: Flask) -> None:
    for text in ("no JSON", "{}", "[1]", json.dumps({**file_of("giza", "last_tile"), "log": 3})):
        answer = Phone(app).client.post("/import", data={"text": text})
        assert answer.status_code == 400
        assert "This file is not a table that the app gave out, or it is damaged." in answer.text
        assert "To be given" not in answer.text


@pytest.mark.parametrize("slug", [game.meta.slug for game in ALL_GAMES])
def test_the_picture_stands_alone_and_shows_the_board_once_all_is_over(app: Flask, slug: str) -> None:
    """It is read as XML, asks for nothing outside itself, and what it takes of the sprite is there."""
    records = {n: r for n, r in plays(slug).items() if r.get("mode", "referee") == "referee"}
    name, record = next((n, r) for n, r in records.items() if "kind" not in r["log"][-1])
    has_board = (template_folder(BY_SLUG[slug]) / "result.svg").is_file()
    for stop in (len(record["log"]) - 1, None):
        phone = brought_in(app, file_of(slug, name, stop))
        picture = phone.see("/result.svg").text
        drawing = fromstring(picture)
        known = {f"#{element.get('id')}" for element in drawing.iter()}
        assert {element.get("href", "#") for element in drawing.iter()} <= known | {"#"}
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
        over = bool(phone.told(phone.code)["ending"])
        assert ('viewBox="0 0 960 600"' in picture) == (over and has_board)
