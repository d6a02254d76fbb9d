"""The page "What can I do?" and the examples of the rules agree with the rules in the code."""

import json
import random
import re
from html import unescape
from itertools import cycle
from typing import Any

from flask import Flask, render_template

from companion.engine.game import Game
from companion.engine.possible_moves import get_move_choices
from companion.games.examples import judge_example, load_examples
from companion.language.i18n import set_language_game
from companion.sentences.phrases import Phrasebook
from companion.tables.errors import Refused
from companion.tables.links import Member
from companion.web.common.errors import error_template_context
from companion.web.device.acting_for import ActingFor
from companion.web.table.help_pages import moves_context
from tests.all_games import ALL_GAMES, each_game
from tests.catalogues import ALL_LANGUAGES, SOURCE
from tests.forms import list_element_ids
from tests.language_checks import find_language_errors
from tests.people import Phone, join_table, open_as_host
from tests.positions import iterate_positions
from tests.web.test_every_position import make_table, render_page

NAMES = ["Ina", "Ben", "Cy", "Dee"]


def make_host_phone(app: Flask, game: Game[Any]) -> Phone:
    return open_as_host(app, game.meta.slug, NAMES[: max(3, game.meta.seats[0])])


@each_game
def test_every_refusal_links_to_its_rule_with_an_example(app: Flask, game: Game[Any]) -> None:
    phone, slug = make_host_phone(app, game), game.meta.slug
    for name in load_examples(slug):
        verdict = judge_example(slug, name)
        if verdict.refusal is None:
            continue
        with app.test_request_context():
            set_language_game(slug)
            phrases = Phrasebook(verdict.replay.game, load_examples(slug)[name].names)
            context = error_template_context(Refused(verdict.refusal, 0), phrases)
            answer = render_template("error.html", table=phone, **context)
        link = re.findall(rf'href="/t/{phone.code}(/rules/[^"]+)"', answer)
        assert len(link) == 1, name
        page = phone.get_page(unescape(link[0])).text
        assert f"<h1>{phrases.rule(verdict.refusal.rule)[0]}</h1>" in page
        figure = page[page.index("<figure") : page.index("</figure>")]
        code = verdict.refusal.code
        examples = [n for n in load_examples(slug) if load_examples(slug)[n].refused == code]
        assert any(get_example_refusal_text(slug, n) in unescape(figure) for n in examples), name


def get_example_refusal_text(slug: str, name: str) -> str:
    verdict = judge_example(slug, name)
    assert verdict.refusal is not None
    phrases = Phrasebook(verdict.replay.game, load_examples(slug)[name].names)
    return phrases.message(verdict.refusal.code, verdict.refusal.values)


@each_game
def test_every_example_board_has_no_controls(app: Flask, game: Game[Any]) -> None:
    phone, slug = make_host_phone(app, game), game.meta.slug
    for (name, example), language in zip(load_examples(slug).items(), cycle(ALL_LANGUAGES), strict=False):
        verdict = judge_example(slug, name)
        path = f"/rules/{verdict.section}?example={name}"
        page = phone.get_page(path, **{"Accept-Language": language}).text
        assert language == SOURCE or find_language_errors(page, language) == [], name
        ids = list_element_ids(page)
        figure = page[page.index("<figure") : page.index("</figure>")]
        if example.mode == "tally":
            assert '<table class="filled' in figure, name
            continue
        assert 'class="static-board" inert' in figure, name
        assert not re.findall(r" (?:name|hx-\w+|command\w*)=|<script", figure), name
        assert all(one.startswith("still-") for one in list_element_ids(figure)), name
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', figure)) <= set(ids), name
        assert verdict.refusal is None or " data-last" not in figure, name
        marked = "refused-here" in figure
        board = {f"still-{place}" for place in (verdict.refusal.at if verdict.refusal else ())}
        assert marked == bool(board & set(list_element_ids(figure))), name


def test_nobody_in_an_example_has_the_name_of_a_player(app: Flask) -> None:
    figures = []
    for names in (["Ina", "Ben"], ["Ana", "bo"]):
        page = open_as_host(app, "giza", names).get_page("/rules/sphinx").text
        figures.append(page[page.index("<figure") : page.index("</figure>")])
    assert ["Kim" in figure for figure in figures] == [False, True]
    assert "Ana" in figures[0]
    assert "Ana" not in figures[1]


@each_game
def test_possible_moves_are_listed_and_their_targets_are_on_the_board(app: Flask, game: Game[Any]) -> None:
    for position in iterate_positions(game, random.Random(11), 5):
        if game.ending(position.state) is not None:
            continue
        table, seat = make_table(game, position), game.awaiting(position.state).seats[0]
        member, acting_for = Member(0, "host", seat, 0), ActingFor(seat, everybody=True)
        with app.test_request_context():
            set_language_game(table.slug)
            page = render_template("moves.html", **moves_context(table, member, acting_for))
        ids = set(list_element_ids(render_page(app, table, seat, seat)))
        for kind in get_move_choices(game, position.state, seat):
            name = kind.kind.__name__
            label = game.words.moves[name]
            assert label in unescape(page)
            assert (f'id="kind-{name}"' in page) == bool(kind.moves)
        all_steps = re.findall(r"data-shows='([^']*)'", page)
        assert len(all_steps) == page.count("data-shows")
        for shows in all_steps:
            steps = json.loads(unescape(shows))
            assert steps
            lit = {place for step in steps if "refused" not in step for place in step["at"]}
            assert lit <= ids


def test_out_of_turn_all_kinds_share_one_reason(app: Flask) -> None:
    phone = make_host_phone(app, ALL_GAMES[0])
    page = join_table(app, phone.code, 1).get_page("/moves").text
    assert page.count(f"It is not {NAMES[1]}’s turn: the table is waiting for {NAMES[0]}.") == 1
    assert "data-shows" not in page
    assert "data-shows" in phone.get_page("/moves").text


def test_a_stopped_table_shows_the_invalid_entry(app: Flask) -> None:
    phone = make_host_phone(app, ALL_GAMES[0])
    phone.enter_for("all")
    for seat, tile in ((0, "+5"), (1, "-4"), (2, "+3")):
        assert phone.enter(seat=seat, tile=tile, **{"move board site": "Play 0 0"}).status_code == 200
    changed = phone.enter(kind="amend", of=1, seat=0, tile="+1", **{"move board site": "Play 0 0"})
    assert changed.status_code == 200
    page = phone.get_page("/moves").text
    assert "Entry 2 no longer works" in page
    assert "data-shows" not in page
