"""Sheets counted by the API, at whatever number of players it was."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

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
