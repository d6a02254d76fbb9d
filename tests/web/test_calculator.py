"""The calculators: one seat's count without a table, at whatever number of players it was."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

DICE = {"pyramid": "8", "pyramid_boxes": "6", "floor": "4", "jokers": "3", "arch": "2"}
DEADLINE = {"numbers.0": "4", "numbers.1": "3", "numbers.2": "2", "declared": "3", "aside": "0"}


def count(app: Flask, slug: str, form: dict[str, str], **more: str) -> TestResponse:
    return app.test_client().post(f"/calculator/{slug}", data={**form, **more})


@pytest.mark.parametrize(("slug", "form"), [("cheops_dice", DICE), ("deadline", DEADLINE)])
def test_what_can_be_at_some_table_is_counted(app: Flask, slug: str, form: dict[str, str]) -> None:
    page = count(app, slug, form).text
    assert 'class="answer refused"' not in page
    assert re.search(r"Total <b>\d+</b>", page)


@pytest.mark.parametrize(("slug", "form"), [("cheops_dice", DICE), ("deadline", DEADLINE)])
def test_who_says_how_many_played_is_judged_by_it(app: Flask, slug: str, form: dict[str, str]) -> None:
    refused = count(app, slug, form, seats="2").text
    assert 'class="answer refused"' in refused
    assert '<option value="2" selected>' in refused
    assert 'class="answer refused"' not in count(app, slug, form, seats="4").text


SHEET = {"pyramid": 8, "pyramid_boxes": 6, "floor": 4, "jokers": 3}


def score(client: FlaskClient, sheets: int, **more: object) -> TestResponse:
    return client.post("/api/v1/score/cheops_dice", json={"sheets": [SHEET] * sheets, **more})


def test_the_api_counts_a_sheet_alone_as_one_of_any_table(client: FlaskClient) -> None:
    assert score(client, 1).status_code == 200
    assert score(client, 1, seats=3).status_code == 200
    refused = score(client, 1, seats=2)
    assert refused.status_code == 422
    assert "3 jokers are left over, but only 2 in play" in refused.text
    assert score(client, 2).status_code == 422
    assert score(client, 2, seats=4).status_code == 200


@pytest.mark.parametrize("seats", [1, 6])
def test_a_number_of_players_that_cannot_be_is_malformed(client: FlaskClient, seats: int) -> None:
    assert score(client, 2, seats=seats).status_code == 400
