"""A Giza table through its forms, as four phones send them."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.games import BY_SLUG
from tests.people import Phone


@pytest.fixture
def ana(app: Flask) -> Phone:
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo", "Cy", "Di"], demolish_others_sphinx="1")
    phone.enter_for("all")
    return phone


def seated(app: Flask, ana: Phone, seat: int) -> Phone:
    phone = Phone(app)
    assert phone.sit(ana.code, seat).status_code == 303
    phone.enter_for("all")
    return phone


def test_a_tile_goes_from_one_phone_to_the_others_board(app: Flask, ana: Phone) -> None:
    bo = seated(app, ana, 1)
    answer = ana.enter(seat=0, tile="+5", **{"move board site": "Play 1 0"})
    assert answer.status_code == 200
    assert "+5, 1 deep" in bo.board()
    assert "Play a tile" in bo.board()


def test_a_refusal_says_the_thing_the_rule_and_the_place(ana: Phone) -> None:
    ana.enter(seat=0, tile="+2", **{"move board site": "Play 0 0"})
    answer = ana.enter(seat=1, tile="-4", **{"move board site": "Play 0 0"})
    assert answer.status_code == 422
    assert "−4 is not smaller than +2" in answer.text
    assert f'href="/t/{ana.code}/rules/stone?example=giza.stone_not_smaller"' in answer.text
    assert 'data-at="site-0-0"' in answer.text
    assert "Allow anyway" in answer.text


def test_without_javascript_the_form_leads_back_to_the_table(ana: Phone) -> None:
    form = {"key": "plain-0001", "seat": "0", "tile": "+5", "move board site": "Play 0 0"}
    answer = ana.client.post(f"/t/{ana.code}/enter", data=form)
    assert answer.status_code == 303
    refused = ana.client.post(f"/t/{ana.code}/enter", data={**form, "key": "plain-0002"})
    assert refused.status_code == 422
    assert "<!doctype html>" in refused.text


def test_legal_spots_are_those_of_the_check(ana: Phone) -> None:
    ana.enter(seat=0, tile="+2", **{"move board site": "Play 0 0"})
    board = ana.board()
    lights = dict(re.findall(r'value="([^"]+)" data-lights="([^"]*)"', board))
    assert "site-0-0" in lights["-1"].split()
    assert "site-0-0" not in lights["+2"].split()
    assert lights["t2"] == "site-0-0"
    assert lights["body"] == ""


def test_undo_of_an_entry_that_is_no_longer_the_last_is_refused(ana: Phone) -> None:
    ana.enter(seat=0, tile="+2", **{"move board site": "Play 0 0"})
    ana.enter(seat=1, tile="+2", **{"move board site": "Play 1 0"})
    assert ana.enter(kind="undo", of=1).status_code == 422
    assert ana.enter(kind="undo", of=2).status_code == 200
    assert "Bo plays a tile" in ana.board()
    assert ana.enter(kind="redo", of=2).status_code == 200
    assert "Cy plays a tile" in ana.board()


def test_what_lies_buried_stays_with_its_owner(app: Flask, ana: Phone) -> None:
    bo = seated(app, ana, 1)
    ana.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
    bo.enter(seat=1, tile="-3", **{"move board site": "Play 0 0"})
    assert "+5</span>" in ana.board()
    for path in ("", "/log", "/scores"):
        seen = bo.see(path).text
        own_palette = re.sub(r'(?s)<fieldset class="palette.*?</fieldset>', "", seen)
        assert "+5" not in own_palette, path
    assert "a buried tile" in bo.see("/log").text


def test_the_sphinx_waits_for_its_points(ana: Phone) -> None:
    ana.enter(seat=0, tile="base", **{"move board site": "Play 0 3"})
    assert "?" in ana.see("/scores").text
    box = {f"value.points.{i}": n for i, n in enumerate(("−4", "5", "9"))}
    box |= {f"value.each.{i}": "2" for i in range(3)}
    box |= {f"value.treasures.{i}": str(n) for i, n in enumerate((2, 3, 4, 5))}
    answer = ana.enter(kind="setting", option="edition", **box)
    assert answer.status_code == 200, answer.text
    assert re.search(r"Sphinx</span><b>−4</b>", ana.see("/scores").text)
    wrong = ana.enter(kind="setting", option="edition", **{**box, "value.points.0": "4"})
    assert wrong.status_code == 422
    assert "below zero" in wrong.text


def test_every_page_of_a_table_opens(app: Flask, ana: Phone) -> None:
    ana.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"})
    for path in ("", "/log", "/scores", "/rules", "/box", "/seats", "/change/1", "/summary.txt"):
        assert ana.see(path).status_code == 200, path
    stranger = Phone(app, ana.code)
    for path in ("/log", "/scores", "/rules", "/box", "/seats", "/change/1", "/summary.txt"):
        assert stranger.see(path).status_code == 403, path
    assert stranger.see().status_code == 303


def test_a_dead_phones_seat_is_taken_over(app: Flask, ana: Phone) -> None:
    bo = seated(app, ana, 1)
    page = ana.client.post(f"/t/{ana.code}/seats/1/invite").text
    link = re.search(r'href="[^"]*(/i/[^"]+)"', page)
    assert link
    new = Phone(app, ana.code)
    assert new.client.get(link[1]).status_code == 200
    assert new.client.post(link[1]).status_code == 303
    assert new.see().status_code == 200
    assert bo.see("/log").status_code == 403
    assert new.client.post(link[1]).status_code == 404


def test_only_the_host_gives_away_other_seats(app: Flask, ana: Phone) -> None:
    bo = seated(app, ana, 1)
    assert bo.client.post(f"/t/{ana.code}/seats/2/invite").status_code == 403
    assert bo.client.post(f"/t/{ana.code}/seats/1/invite").status_code == 200


def test_a_table_screen_shows_everything_public_and_the_qr(app: Flask, ana: Phone) -> None:
    page = ana.client.post(f"/t/{ana.code}/seats/viewer").text
    link = re.search(r'href="[^"]*(/w/[^"]+)"', page)
    assert link
    screen = Phone(app, ana.code)
    assert screen.client.get(link[1]).status_code == 303
    shown = screen.see().text
    assert "qr corner" in shown
    assert "/enter" not in shown
    assert screen.enter(seat=0, tile="+5", **{"move board site": "Play 0 0"}).status_code == 403
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    assert screen.see("/log").status_code == 403


def test_a_foreign_site_enters_nothing(ana: Phone) -> None:
    form = {"key": "foreign-1", "seat": "0", "tile": "+5", "move board site": "Play 0 0"}
    address = f"/t/{ana.code}/enter"
    answer = ana.client.post(address, data=form, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    answer = ana.client.post(address, data=form, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert ana.version() == 0


def test_a_tally_breaks_the_tie_by_treasures(app: Flask) -> None:
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo"], mode="tally")
    half = {"stacks.0[]": "+5 t5 -1", "stacks.1[]": "+1"}
    assert phone.enter(seat=0, move="Sheet", **half).status_code == 422
    sums = {"sums.0": "10", "sums.1": "0", "sums.2": "0", "sums.3": "0", "treasures": "4"}
    phone.enter(seat=0, move="Sheet", **{f"stacks.{i}[]": s for i, s in enumerate(STACKS)})
    assert phone.enter(seat=1, move="Sheet", **sums).status_code == 200
    phone.enter(seat=0, move="Close")
    done = phone.board()
    assert "You win, Ana!" in done
    assert "Ana has 5 treasure points and Bo has 4 treasure points." in done


STACKS = ("+5 t5 -1", "+1", "", "")


def test_a_calculator_is_a_count(app: Flask) -> None:
    answer = Phone(app).client.get("/calculator/giza")
    assert answer.headers["Location"].endswith("/open/giza?mode=tally")


def test_french_is_spoken_where_the_browser_asks(ana: Phone) -> None:
    assert 'lang="fr"' in ana.see(**{"Accept-Language": "fr"}).text
    ana.client.post("/language", data={"language": "fr", "back": "/"})
    assert 'lang="fr"' in ana.see().text


def test_nothing_typed_breaks_a_page(ana: Phone) -> None:
    for form in (
        {}, {"key": "x" * 9}, {"key": "k" * 12, "move": "Nope"}, {"key": "k" * 12, "move": "Play"},
        {"key": "k" * 12, "move board site": "Play 9999999999999999 x", "tile": "+5", "seat": "0"},
        {"key": "k" * 12, "move board site": "Play 5 3", "tile": "zzz", "seat": "99"},
        {"key": "k" * 12, "kind": "amend", "of": "-1"}, {"key": "k" * 12, "kind": "bogus"},
        {"key": "k" * 12, "kind": "setting", "option": "edition", "json": "[" * 5000},
        {"key": "k" * 12, "kind": "setting", "option": "edition", "value.a.b.c.d.e.f.g": "1"},
        {"key": "k" * 12, "kind": "setting", "option": "nope"}, {"a.b": "1", "a": "2"},
    ):  # fmt: skip
        answer = ana.enter(**{"key": "k" * 12, **form})
        assert 400 <= answer.status_code < 500, (form, answer.status_code)
    assert ana.version() == 0


def test_the_way_to_the_rule_leads_to_a_section_that_is_there(app: Flask) -> None:
    """Undo of nothing is about the log; every table explains it."""
    for slug in BY_SLUG:
        phone = Phone(app)
        phone.open(slug, ["Ana", "Bo", "Cy"])
        answer = phone.enter(kind="undo")
        assert answer.status_code == 422
        assert f'href="/t/{phone.code}/rules/log?example=table.nothing_to_undo"' in answer.text
        assert "Rule: The log<" in answer.text
        assert "none is lost" in phone.see("/rules/log").text


def test_a_name_not_given_is_in_the_openers_language(app: Flask) -> None:
    phone = Phone(app)
    phone.client.set_cookie("lang", "fr")
    phone.open("giza", ["Ana", ""])
    assert "Joueur 2" in phone.board()


def test_a_field_left_out_is_named_in_words(app: Flask) -> None:
    phone = Phone(app)
    phone.open("cheops_dice", ["Ana", "Bo"], sheets="practice_1")
    answer = phone.client.post(f"/t/{phone.code}/ask", data={"seat": "0", "move": "Build"})
    assert answer.status_code == 400
    assert "To be given, or put right: the boxes to tick." in answer.text


def test_a_refusal_names_the_move_as_its_button_does(app: Flask) -> None:
    phone = Phone(app)
    phone.client.set_cookie("lang", "fr")
    phone.open("deadline", ["Ana", "Bo"])
    told = phone.enter(seat=0, move="Declare").text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Pas maintenant : « Annoncer le tombeau ». Attendu : " in told


def test_a_board_that_is_not_there_is_named_by_its_number(ana: Phone) -> None:
    answer = ana.enter(move="Play", seat="0", tile="+1", board="5", site="0")
    assert "There is no board number 6 at this table." in answer.text


def test_the_log_says_what_a_build_cost(app: Flask) -> None:
    phone = Phone(app)
    phone.open("cheops_dice", ["Ana", "Bo"])
    dice = "red orange yellow"
    phone.enter(seat=0, move="Roll", **{"dice[]": dice})
    phone.enter(seat=0, move="Build", **{"boxes[]": "pyramid-1-1"})
    assert "Ana ticked pyramid 1-1; paid with " in phone.see("/log").text
    assert "; paid with <" not in phone.see("/log").text
    phone.enter(kind="undo")
    assert re.search(r"Ana ticked pyramid 1-1\s*<", phone.see("/log").text)


def test_what_is_entered_out_of_turn_can_be_entered_for_whose_turn_it_is(ana: Phone) -> None:
    refused = ana.enter(**{"tile": "+2", "move board site seat": "Play 1 0 1"}).text
    assert "Enter it for Ana" in refused
    assert 'name="move board site seat" value="Play 1 0 0"' in refused
