"""Every page can be rendered in every language. A wrong name in a template raises an error."""

import re
from collections.abc import Sequence
from itertools import cycle, pairwise
from typing import Any

import pytest
from flask import Flask

from companion.editions.service import check_record, create_edition, printed_option
from companion.engine.game import Game
from companion.engine.json_data import to_json
from companion.games.seeds import load_plays
from companion.tables.opening import MODES
from companion.web.table.end_fragments import CHART_HEIGHT, CHART_WIDTH, MIN_LABEL_DISTANCE, spread_labels
from tests.all_games import ALL_GAMES, each_game, get_printed_record
from tests.catalogues import ALL_LANGUAGES, SOURCE, list_translated_languages
from tests.exports.test_exports import import_file, make_table_file
from tests.language_checks import ENGLISH_PATHS, find_language_errors, get_page_language
from tests.people import Phone
from tests.recorded_plays import each_play, make_request_json, open_play, post_entry, take_sample

PAGES = ("", "log", "scores", "rules", "box", "seats", "share", "leave", "aim", "moves", "guide", "set-up")


@each_play
def test_every_page_of_a_table_renders_for_every_seat(app: Flask, slug: str, name: str, many: bool) -> None:
    record, looks = load_plays(slug)[name], 30 if many else 6
    phone, spoken = open_play(app, slug, record), list_translated_languages(slug)
    check_page(Phone(app), f"/j/{phone.code}")
    looked_at = take_sample(range(len(record["log"])), looks)
    for number, line in enumerate(record["log"]):
        post_entry(phone, make_request_json(line, number))
        if number not in looked_at:
            continue
        language = spoken[looked_at.index(number) % len(spoken)]
        for seat in range(len(record["seats"])):
            phone.enter_for(seat)
            page = phone.get_page(**{"HX-Request": "1", "Accept-Language": language})
            assert page.status_code == 200
            assert f'data-version="{number + 1}"' in page.text
            assert page.text.count(f'id="board-{seat}"') == 1
            assert find_language_errors(page.text, language, slug) == []
    for page_name, language in zip(PAGES, cycle(spoken), strict=False):
        check_page(phone, f"/t/{phone.code}/{page_name}".rstrip("/"), slug, spoken=[language])
    for number in take_sample(range(1, len(record["log"]) + 1), looks):
        if record["log"][number - 1].get("move"):
            assert phone.get_page(f"/change/{number}").status_code in (200, 404)
    for step in (0, len(record["log"]) // 2, len(record["log"])):
        assert phone.client.get(f"/watch/{slug}/{name}?step={step}").status_code == 200


@pytest.mark.parametrize(
    "ends", [[60.0] * 6, [0.0, 0.0, 1.0], [120.0, 119.0, 0.0], [10.0, 30.0, 31.0, 90.0], [5.0]]
)
def test_chart_symbols_keep_their_distance_and_order_inside_the_chart(ends: list[float]) -> None:
    placed = spread_labels(ends)
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    assert all(placed[n] - placed[m] >= MIN_LABEL_DISTANCE - 0.11 for m, n in pairwise(order))
    assert min(placed) >= 0
    assert max(placed) <= CHART_HEIGHT


def test_chart_symbols_with_enough_room_are_not_moved() -> None:
    assert spread_labels([100.0, 20.0, 60.0]) == [100.0, 20.0, 60.0]


def test_the_chart_of_deadline_includes_unannounced_tombs(app: Flask) -> None:
    page = import_file(app, make_table_file("deadline", "death")).get_board_html()
    lines = re.findall(r'<polyline points="([^"]+)"', page.partition('class="lead"')[2])
    assert len(lines) == 3
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        first_half = {down for along, down in points if along < CHART_WIDTH / 2}
        assert len(first_half) > 1


GAMES_WITH_PRINTED_NUMBERS = [
    pytest.param(game, id=game.meta.slug) for game in ALL_GAMES if get_printed_record(game)
]


def check_page(phone: Phone, path: str, slug: str = "", *, spoken: Sequence[str] = ALL_LANGUAGES) -> None:
    for language in spoken:
        page = phone.client.get(path, headers={"Accept-Language": language})
        assert page.status_code == 200, path
        spoken = get_page_language(page.text)
        assert spoken in (language, SOURCE), path
        if path not in ENGLISH_PATHS:
            assert find_language_errors(page.text, spoken, slug) == [], path


@pytest.mark.parametrize(
    "path",
    ["/", "/api/v1/", "/offline", "/import", "/history", "/plays", "/calculators", "/groups", "/boxes"],
)
def test_the_apps_pages_render(app: Flask, path: str) -> None:
    check_page(Phone(app), path)


@each_game
def test_a_games_pages_render(app: Flask, game: Game[Any]) -> None:
    phone, slug = Phone(app), game.meta.slug
    for mode in MODES:
        for seats in range(game.meta.seats[0], game.meta.seats[1] + 1):
            spoken = [ALL_LANGUAGES[number % len(ALL_LANGUAGES)] for number in (seats, seats + 2)]
            check_page(phone, f"/open/{slug}?mode={mode}&seats={seats}", slug, spoken=spoken)
    check_page(phone, f"/games/{slug}/aim", slug)
    check_page(phone, f"/watch/{slug}/{next(iter(load_plays(slug)))}?play=1", slug)
    if any(option.printed for option in game.meta.options):
        check_page(phone, f"/editions/{slug}", slug)
        check_page(phone, f"/editions/{slug}/new", slug)


@pytest.mark.parametrize("game", GAMES_WITH_PRINTED_NUMBERS)
def test_an_editions_pages_render(app: Flask, game: Game[Any]) -> None:
    phone, slug, record = Phone(app), game.meta.slug, to_json(get_printed_record(game))
    pad = printed_option(slug).pad is not None
    record = [{**sheet, "set": "Ours", "hash": ""} for sheet in record] if pad else record
    with app.app_context():
        check_record(slug, record)
        secret = create_edition(slug, "Ours", record, "Ana")
    pages = ["", "/letter", f"/check/{record[0]['letter']}"] if pad else ["", "/edit"]
    for path in pages:
        check_page(phone, f"/e/{secret}{path}", slug)
    check_page(phone, f"/editions/{slug}", slug)
    check_page(phone, f"/open/{slug}?edition={secret}", slug)
