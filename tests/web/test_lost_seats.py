"""The refusal of an entry tells a phone whether it has lost its seat."""

from flask import Flask

from tests.people import Phone, join_table


def get_refusal(phone: Phone) -> tuple[int, bool]:
    """Return (status, whether the response says that the seat is lost) of an entry from this phone."""
    answer = phone.enter(kind="note", text="hello")
    return answer.status_code, "X-Gone" in answer.headers


def test_the_response_tells_a_phone_that_it_has_lost_its_seat(app: Flask, ana: Phone) -> None:
    bo, screen = join_table(app, ana.code, 1), join_table(app, ana.code)
    assert get_refusal(screen) == (403, False)
    ana.client.post(f"/t/{ana.code}/seats/1/free")
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    stranger, lost = Phone(app, ana.code), Phone(app, "ZZZZZZ")
    assert [get_refusal(phone) for phone in (bo, screen, stranger)] == [(403, True)] * 3
    assert get_refusal(lost) == (404, True)
