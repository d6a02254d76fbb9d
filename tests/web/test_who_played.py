"""Who sits where in a count, and whose phone it is that counts."""

import pytest
from flask import Flask

from tests.people import Phone


@pytest.fixture
def bo(app: Flask) -> Phone:
    phone = Phone(app)
    phone.client.post("/open/giza", data={"host": "Bo", "seats": "2", "start": "1"})
    return phone


def counted(phone: Phone, *names: str) -> dict[str, object]:
    form = {"mode": "tally", "start": "1", "name": list(names)}
    answer = phone.client.post("/open/giza", data=form)
    phone.code = answer.headers["Location"].rsplit("/", 1)[1]
    told: dict[str, object] = phone.told(phone.code)
    return told


def test_whoever_counts_sits_at_their_own_seat(bo: Phone) -> None:
    assert counted(bo, "Ana", "Bo", "")["you"] == {"role": "host", "seat": 1}


def test_whoever_counts_for_others_sits_at_none(bo: Phone) -> None:
    assert counted(bo, "Ana", "Di")["you"] == {"role": "host", "seat": None}
