"""Exports to other apps, and the export and import of a whole table."""

import csv
import io
import json
import tomllib
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import fromstring

import pytest
from flask import Flask

from companion.engine.replay import replay_log
from companion.exports.result import CREATE_PLAY_URL, SOURCE_NAME
from companion.games import GAMES_BY_SLUG
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays
from tests.all_games import each_slug, get_template_folder
from tests.catalogues import ALL_LANGUAGES
from tests.people import Phone
from tests.recorded_plays import ENTRY_KEYS, ONE_PLAY_PER_MODE, list_referee_plays


def make_table_file(slug: str, name: str, stop: int | None = None) -> dict[str, Any]:
    record = load_plays(slug)[name]
    log: list[dict[str, Any]] = []
    for line in record["log"][:stop]:
        data: dict[str, Any] = {k: line[k] for k in ("option", "value", "text", "allowed") if k in line}
        if "move" in line:
            data["move"] = {k: v for k, v in line.items() if k not in ENTRY_KEYS}
        log.append({"kind": line.get("kind", "move"), "seat": line.get("seat", -1),
                    "move": line.get("move"), "data": data, "of": line.get("of", 0), "by": 0,
                    "at": 1_780_000_000 + 60 * len(log)})  # fmt: skip
    return {"format": "pharaoh-table-companion/table", "format_version": 1, "game": slug,
            "mode": record.get("mode", "referee"), "rules_version": 1, "seats": list(record["seats"]),
            "first": record.get("first", 0), "options": record.get("options", {}),
            "opened_at": "2026-05-28T20:00:00Z", "log": log}  # fmt: skip


def import_file(app: Flask, file: dict[str, Any], claim: str = "") -> Phone:
    """Import a file on a new phone, and return it. Imports with the same claim get the same link."""
    phone = Phone(app)
    phone.follow(phone.client.post("/import", data={"text": json.dumps(file), "claim": claim}))
    return phone


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_exports_of_an_imported_table_give_the_same_file_state_and_end(
    app: Flask, other_app: Flask, slug: str, name: str
) -> None:
    one = import_file(app, make_table_file(slug, name))
    first = one.get_page("/table.json")
    assert first.status_code == 200, first.text
    other = import_file(other_app, json.loads(first.data))
    assert other.get_page("/table.json").data == first.data
    state, other_state = one.get_table_json(one.code), other.get_table_json(other.code)
    assert state["view"] == other_state["view"]
    play = parse_recorded_play(tomllib.loads(one.get_page("/play.toml").text))
    playing = replay_log(play.game, play.setup, play.log)
    assert playing.invalid is None
    ending = playing.game.ending(playing.state)
    assert ending is not None
    end = load_plays(slug)[name]["end"]
    assert ending.code == state["ending"]["code"] == play.end["ending"] == end["ending"]
    assert play.end.get("points") == end.get("points")


def parse_bgstats_link(link: str) -> dict[str, Any]:
    play: dict[str, Any] = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    return play


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_the_bg_stats_link_has_the_types_that_the_app_requires(app: Flask, slug: str, name: str) -> None:
    phone = import_file(app, make_table_file(slug, name))
    phone.client.set_cookie("zone", "Asia/Tokyo")  # the app expects UTC
    answers = [phone.call("GET", "/result", **{"Accept-Language": language}) for language in ALL_LANGUAGES]
    links = [answer.json["link"] for answer in answers]
    assert len(set(links)) == 1
    assert links[0].startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert len(links[0]) < 2000
    play = parse_bgstats_link(links[0])
    assert play["sourceName"] == SOURCE_NAME
    assert play["playDate"] == "2026-05-28 20:26:40"
    assert type(play["game"]["highestWins"]) is type(play["game"]["noPoints"]) is bool
    assert type(play["game"].get("bggId", 1)) is int
    for seat, player in enumerate(play["players"]):
        assert type(player["startPlayer"]) is type(player["winner"]) is bool
        points = load_plays(slug)[name]["end"].get("points")
        assert points is None or player["score"] == points[seat]
    assert sum(player["startPlayer"] for player in play["players"]) == 1
    places = load_plays(slug)[name]["end"]["places"]
    assert [player["winner"] for player in play["players"]] == [place == 1 for place in places]


def test_the_bg_stats_link_shortens_long_names(app: Flask) -> None:
    file = make_table_file("deadline", "six_seats")
    file["seats"] = [f"{n}Ÿéïô {'Å' * 30}" for n in range(6)]
    phone = import_file(app, file)
    page = phone.get_page("/share").text
    link = next(part for part in page.split('"') if part.startswith(CREATE_PLAY_URL))
    assert len(link) < 2000
    assert len({player["name"] for player in parse_bgstats_link(link)["players"]}) == 6


def test_the_csv_contains_every_number_and_no_formula(app: Flask) -> None:
    file = make_table_file("giza", "three_pyramids")
    file["seats"] = [f"{sign}SUM(A1)" for sign in "=+-@"]
    phone = import_file(app, file)
    rows = list(csv.DictReader(io.StringIO(phone.get_page("/play.csv").text)))
    assert list(dict.fromkeys(row["name"] for row in rows)) == [f"'{n}" for n in file["seats"]]
    points = load_plays("giza")["three_pyramids"]["end"]["points"]
    assert [int(row["points"]) for row in rows if row["category"] == "total"] == points
    for seat, total in enumerate(points, 1):
        own_rows = [row for row in rows if row["seat"] == str(seat) and row["category"] != "total"]
        assert sum(int(row["points"]) for row in own_rows) == total


SATURDAY, DAY = 1_795_311_000, 86400
"""20:30 on 21 November 2026 in New York, in seconds since 1970."""
ADDED_ENTRY_DATA = {"note": {"text": "A good one"}, "undo": {}, "redo": {}}


def import_play_with_times(app: Flask, *moments: int, later: tuple[str, ...] = ()) -> Phone:
    """Import a Giza play, and return a phone at its table.

    Entries of the kinds ``later`` are added at its end. ``moments`` has the time of each entry, in seconds
    after ``SATURDAY``.
    """
    file = make_table_file("giza", "three_pyramids")
    added_entries = [
        {**file["log"][0], "kind": kind, "move": None, "data": ADDED_ENTRY_DATA[kind]} for kind in later
    ]
    file["log"] += added_entries
    for line, at in zip(file["log"], moments, strict=True):
        line["at"] = SATURDAY + at
    return import_file(app, file)


AGE_MINUTES = tuple(range(0, 26 * 60, 60))


def test_exports_use_the_time_zone_of_the_phone(app: Flask) -> None:
    phone = import_play_with_times(app, *AGE_MINUTES)
    phone.client.set_cookie("zone", "America/New_York")
    text = phone.get_page("/summary.txt").text
    assert "Giza · 2026-11-21\n" in text
    assert "\nAna wins.\nCy’s three pyramids are finished.\n" in text
    assert "was in the lead for" in text
    assert "21 November 2026" in phone.get_page("/result.svg").text
    row = next(csv.DictReader(io.StringIO(phone.get_page("/play.csv").text)))
    assert (row["date"], row["zone"]) == ("2026-11-21 20:30", "UTC-05:00")
    for unknown in ("Mars/Olympus", "../../etc/passwd", "a" * 3000):
        phone.client.set_cookie("zone", unknown)
        assert phone.get_page("/summary.txt").status_code == 200


@pytest.mark.parametrize(
    ("moments", "later", "minutes", "day"),
    [
        (AGE_MINUTES, (), 25, "2026-11-22"),
        ((*AGE_MINUTES, 3 * DAY), ("note",), 25, "2026-11-22"),
        ((*AGE_MINUTES, 3 * DAY, 3 * DAY), ("undo", "redo"), 25, "2026-11-22"),
        ((*AGE_MINUTES[:9], *(90 * DAY + at for at in AGE_MINUTES[9:])), (), None, "2027-02-20"),
        ((0,) * 26, (), None, "2026-11-22"),
    ],
)
def test_the_duration_ends_with_the_last_move_or_is_unknown(
    app: Flask, moments: tuple[int, ...], later: tuple[str, ...], minutes: int | None, day: str
) -> None:
    play = parse_bgstats_link(
        import_play_with_times(app, *moments, later=later).call("GET", "/result").json["link"]
    )
    assert (play.get("durationMin"), play["playDate"][:10]) == (minutes, day)


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("de", ";"), ("fr", ";")])
def test_the_csv_separator_depends_on_the_readers_language(
    app: Flask, language: str, separator: str
) -> None:
    phone = import_file(app, make_table_file("giza", "three_pyramids"))
    header = "\N{BYTE ORDER MARK}play,game,date".replace(",", separator)
    assert phone.get_page("/play.csv", **{"Accept-Language": language}).text.startswith(header)


def test_the_text_export_explains_the_tie_break(app: Flask) -> None:
    phone = import_file(app, make_table_file("giza", "tally_tie"))
    text = phone.get_page("/summary.txt").text
    assert "1. Ana: 10" in text
    assert "How the tie was broken" in text


def test_an_invalid_file_is_refused_with_one_message(app: Flask) -> None:
    for text in ("no JSON", "{}", "[1]", json.dumps({**make_table_file("giza", "last_tile"), "log": 3})):
        answer = Phone(app).client.post("/import", data={"text": text})
        assert answer.status_code == 400
        assert "This file is not a table saved by the app, or it is damaged." in answer.text
        assert "Missing or wrong" not in answer.text


@each_slug
def test_the_svg_result_is_self_contained_and_shows_the_board_after_the_end(app: Flask, slug: str) -> None:
    """The SVG is valid XML without external references, and each id that it refers to exists."""
    name, record = next((n, r) for n, r in list_referee_plays(slug).items() if "kind" not in r["log"][-1])
    has_board = (get_template_folder(GAMES_BY_SLUG[slug]) / "result.svg").is_file()
    for stop in (len(record["log"]) - 1, None):
        phone = import_file(app, make_table_file(slug, name, stop))
        picture = phone.get_page("/result.svg").text
        drawing = fromstring(picture)
        ids = {f"#{element.get('id')}" for element in drawing.iter()}
        assert {element.get("href", "#") for element in drawing.iter()} <= ids | {"#"}
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
        is_over = bool(phone.get_table_json(phone.code)["ending"])
        assert ('viewBox="0 0 960 600"' in picture) == (is_over and has_board)
