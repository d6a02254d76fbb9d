"""The page of Cheops (1998): its buttons are exactly the legal moves."""

import json
import re
from html import unescape

import pytest
from flask import Flask

from companion.engine.possible_moves import list_legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.moves import Place, Take
from companion.games.cheops_treasure.parts import load_demo_edition
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays
from tests.all_games import few_or_many
from tests.exports.test_exports import import_file, make_table_file
from tests.forms import TEMPLATE_PATTERN
from tests.people import Phone, join_table, open_as_host
from tests.positions import Position
from tests.recorded_plays import list_referee_plays, replay_states
from tests.web.test_every_position import make_table, render_page


@pytest.fixture
def ana(app: Flask) -> Phone:
    phone = open_as_host(app, "cheops_treasure", ["Ana", "Bo"])
    edition = load_demo_edition()
    edition["tablets"] = {**edition["tablets"], edition["drawn"]["blue"]: "25 5 20 0 15"}
    del edition["eyes"]
    phone.enter(kind="setting", option="edition", json=json.dumps(edition))
    return phone


def finish_count(phone: Phone) -> None:
    phone.enter_for("all")
    phone.enter(kind="count")
    for seat in range(2):
        assert phone.enter(seat=seat, move="Sheet", money="5").status_code == 200
    assert phone.enter(seat=0, move="Close").status_code == 200


def start_turn(phone: Phone, seat: int, column: int, pawn: str, *then: str) -> None:
    """Place this pawn in a column of the bottom row. Then tap the buttons with these values."""
    place = {"move row column": f"Place 1 {column}", "pawn": pawn}
    assert phone.enter(seat=seat, **place).status_code == 200
    for button in then:
        tap_button(phone, seat, button)


def tap_button(phone: Phone, seat: int, value: str) -> None:
    phone.enter_for(seat)
    page = unescape(phone.get_board_html())
    name = re.findall(rf'<button[^>]* name="([^"]+)" value="{re.escape(value)}"', page)[0]
    answer = phone.enter(seat=seat, **{name: value})
    assert answer.status_code == 200, answer.text


def find_buttons(page: str, begins: str) -> dict[str, tuple[str, str]]:
    """Return {value: (attributes, text)} of the buttons whose value begins with this text."""
    page = TEMPLATE_PATTERN.sub("", page)
    matches = re.findall(rf'<button([^>]*) value="({begins}[^"]*)"([^>]*)>(.*?)</button>', page)
    return {
        value: (before + after, re.sub(r"<[^>]*>", "", text).strip())
        for before, value, after, text in matches
    }


def test_only_a_seat_itself_reads_its_points_and_money(app: Flask, ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Take blue keep", "Draw")
    bo = join_table(app, ana.code, 1)
    points = [
        re.findall(r'(?s)<b id="points-of-0".*?>(.*?)</b>', one.get_board_html()) for one in (ana, bo)
    ]
    assert points == [["25"], ["25+"]]
    screen = join_table(app, ana.code)
    assert ['class="purse"' in phone.get_board_html() for phone in (ana, bo, screen)] == [True, True, False]


def test_the_market_of_the_demo_edition_has_its_name(ana: Phone, app: Flask) -> None:
    plain = open_as_host(app, "cheops_treasure", ["Ana", "Bo"])
    assert ["Demo market" in phone.get_board_html() for phone in (ana, plain)] == [True, False]


def test_law_7_is_put_where_it_was_tapped(ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Take blue sell", "Draw")
    start_turn(ana, 1, 4, "A", "Take blue sell", "Draw")
    start_turn(ana, 0, 7, "B", "Reveal 7")
    shown = {value: text for value, (_, text) in find_buttons(ana.get_board_html(), "PutOn blue").items()}
    assert shown == {"PutOn blue 3": "20", "PutOn blue 4": "0", "PutOn blue 5": "15"}
    red = find_buttons(ana.get_board_html(), "PutOn red")
    assert min(red) == "PutOn red 1"
    tap_button(ana, 0, "PutOn blue 3")
    assert ana.get_table_json(ana.code)["view"]["colours"]["blue"]["law_7_on"] == 2


def test_a_law_is_put_on_the_market_and_its_card_names_its_finder(ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Reveal 4")
    page = ana.get_board_html()
    assert len(re.findall(r'<button class="tablet"[^>]* value="PutUnder \w+"', page)) == 6
    assert 'id="palette"' not in page
    tap_button(ana, 0, "PutUnder red")
    tap_button(ana, 0, "Draw")
    start_turn(ana, 1, 4, "A")
    ana.enter_for(1)
    cards = find_buttons(ana.get_board_html(), "Reveal")
    assert cards["Reveal 4"][1] == "4Sell it; kept, it is worthless▲ played"
    assert "none" in cards["Reveal 4"][0]
    assert cards["Reveal 12"][1] == "12or laterTwo treasures change places"
    assert "Two treasures change places" in ana.get_page("/rules/laws").text


def test_a_seat_that_cannot_pay_for_law_9_or_a_neighbour_sees_why(app: Flask, ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Reveal 9")
    assert "none" in find_buttons(ana.get_board_html(), "Pay 1")["Pay 1"][0]
    assert "none" not in find_buttons(ana.get_board_html(), "Pay 0")["Pay 0"][0]
    phone = open_as_host(app, "cheops_treasure", ["Ana", "Bo"], save_neighbour="1")
    assert "none" in find_buttons(phone.get_board_html(), "Hire")["Hire"][0]


def test_law_10_shows_which_treasures_can_be_sold(ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Take red keep", "Draw")
    start_turn(ana, 1, 4, "A", "Reveal 5", "PutUnder red", "Draw")
    start_turn(ana, 0, 7, "B", "Take blue keep", "Draw")
    start_turn(ana, 1, 9, "B", "Take green keep", "Draw")
    start_turn(ana, 0, 11, "C", "Reveal 10")
    buttons = find_buttons(ana.get_board_html(), "SellKept")
    assert "none" in buttons["SellKept red"][0]
    assert "none" not in buttons["SellKept blue"][0]


def test_an_invalid_number_for_law_7_is_refused_in_words(ana: Phone) -> None:
    form = {"kind": "setting", "option": "edition", "value.drawn.red": "I-a", "value.law7": "abc"}
    answer = ana.enter(**form)
    assert answer.status_code == 422
    assert "Enter a whole number for law 7" in answer.text
    assert ana.enter(**{**form, "value.law7": "−5"}).status_code == 200


def test_drawing_more_than_one_pawn_shows_a_warning(ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Take red sell", "Draw")
    start_turn(ana, 1, 4, "A", "Take red keep", "Draw A")
    start_turn(ana, 0, 7, "B", "Take red keep")
    page = ana.get_board_html()
    assert 'data-foretell="#below option:checked' in page
    move = {"seat": "0", "move": "Draw", "key": "asked-0001"}
    url, htmx = f"/t/{ana.code}/ask", {"HX-Request": "1"}
    one = ana.client.post(url, data={**move, "pawns[]": ["C", ""]}, headers=htmx).text
    two = ana.client.post(url, data={**move, "pawns[]": ["C", "D"]}, headers=htmx).text
    assert "⚠" not in one
    assert "⚠ Draw one pawn, not 2" in two


def test_a_rematch_asks_for_newly_drawn_tablets(ana: Phone) -> None:
    old = ana.get_table_json(ana.code)["options"]["edition"]
    finish_count(ana)
    ana.follow(ana.client.post(f"/t/{ana.code}/rematch"))
    new = ana.get_table_json()["options"]["edition"]
    assert old["drawn"]
    assert new == {key: value for key, value in old.items() if key != "drawn"}
    assert "Copy the six price tablets once" in ana.get_board_html()
    pictures = re.findall(r'data-known="([^"]+)"', ana.get_page("/box").text)
    assert pictures == [name for name, numbers in old["tablets"].items() if numbers]


def test_a_rematch_of_a_count_asks_for_new_numbers(app: Flask) -> None:
    phone = open_as_host(app, "cheops_treasure", ["Ana", "Bo"], mode="tally")
    phone.enter(kind="setting", option="prices", **{"value.red": "15"})
    finish_count(phone)
    phone.follow(phone.client.post(f"/t/{phone.code}/rematch"))
    assert phone.get_table_json()["options"]["prices"] is None


def test_money_from_an_assumed_price_is_marked_until_it_is_counted(ana: Phone) -> None:
    start_turn(ana, 0, 1, "A", "Reveal 1", "Draw")
    assert re.search(r'class="coin">5</b>.*?<span[^>]*>assumed<', ana.get_board_html())
    start_turn(ana, 1, 4, "A", "Take red sell", "Draw")
    ana.enter(kind="count")
    assert list_assumed_money(ana) == [False, True]
    page = ana.get_board_html()
    assert page.count("The money depends on an assumed price") == 1
    [box] = re.findall(r'<input type="checkbox" name="(assumed)" checked>', page)
    sheet = {"seat": 1, "move": "Sheet", "money": "5"}
    assert ana.enter(**sheet, **{box: "on"}).status_code == 200
    assert list_assumed_money(ana) == [False, True]
    assert ana.enter(**sheet).status_code == 200
    assert list_assumed_money(ana) == [False, False]


def list_assumed_money(phone: Phone) -> list[bool]:
    lines = [line for seat in phone.call("GET", "/scores").json["seats"] for line in seat["lines"]]
    return [line["assumed"] for line in lines if line["category"] == "money"]


def test_law_7_is_entered_by_its_place_on_the_tablet(app: Flask) -> None:
    log = import_file(app, make_table_file("cheops_treasure", "tablets_full")).get_page("/log").text
    assert ", place 3 from the top" in log


DEAL_BUTTON_PATTERN = re.compile(
    r'<button class="([^"]*)" name="[^"]*" value="Take (\w+) (\w+)"[^>]*>(.*?)</button>'
)
HIGHLIGHTS_PATTERN = re.compile(r"data-lights='([^']*)'")


@few_or_many
@pytest.mark.parametrize("name", list_referee_plays("cheops_treasure"))
def test_the_enabled_buttons_and_highlighted_spaces_are_the_legal_moves(
    app: Flask, name: str, many: bool
) -> None:
    play = parse_recorded_play(load_plays("cheops_treasure")[name])
    for state in replay_states("cheops_treasure", name)[:: 1 if many else 6]:
        if state.over or state.phase not in ("take", "turn"):
            continue
        page = render_page(app, make_table(GAME, Position(play.setup, state)), state.turn)
        legal = list_legal_moves(GAME, state, state.turn)
        deals = {(move.colour, move.deal) for move in legal if isinstance(move, Take)}
        buttons = DEAL_BUTTON_PATTERN.findall(TEMPLATE_PATTERN.sub("", page))
        texts = {(colour, deal): text for classes, colour, deal, text in buttons if "none" not in classes}
        assert texts.keys() == deals
        for move in (Take(*deal) for deal in deals):
            after = GAME.apply(state, state.turn, move)
            is_confirmed = f'commandfor="ends-Take-{move.colour}-{move.deal}">' in page
            assert is_confirmed == bool(after.over)
            if move.deal == "sell":
                paid = after.money[state.turn] - state.money[state.turn]
                assert f"+{paid}" in re.sub("<[^>]*>", "", texts[move.colour, move.deal])
        lights = json.loads(unescape("".join(HIGHLIGHTS_PATTERN.findall(page)) or "{}"))
        lit = {(pawn, spot) for pawn, spots in lights.items() for spot in spots if not pawn.endswith(" 11")}
        assert lit == {
            (move.pawn, f"space-{move.row}-{move.column}")
            for move in legal
            if isinstance(move, Place) and not move.law
        }
