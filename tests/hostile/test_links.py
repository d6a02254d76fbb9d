"""An old link, or a link opened on the wrong phone or twice, takes nothing away from anybody."""

import re
from datetime import timedelta

import pytest
from flask import Flask

from companion.store.models import Link, db
from companion.tables import seating
from tests.people import Phone, join_table, open_as_host


@pytest.fixture
def host(app: Flask) -> Phone:
    return open_as_host(app, "giza", ["Ana", "Bo", "Cy"])


@pytest.fixture
def bo(app: Flask, host: Phone) -> Phone:
    return join_table(app, host.code, 1)


def get_role(phone: Phone) -> tuple[str, int | None]:
    """Return (role, seat) of the phone at its table. The seat is None for viewers."""
    you = phone.get_table_json(phone.code)["you"]
    return you["role"], you["seat"]


def test_a_viewer_link_takes_nothing_from_a_seated_phone(app: Flask, host: Phone, bo: Phone) -> None:
    link = host.make_viewer_link()
    for phone in (host, bo):
        before = get_role(phone)
        answer = phone.client.get(link)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{host.code}")
        assert "Set-Cookie" not in answer.headers
        assert get_role(phone) == before
    screen = Phone(app, host.code)
    screen.client.get(link)
    assert get_role(screen) == ("viewer", None)


def test_an_old_join_page_takes_nothing_from_a_seated_phone(app: Flask, host: Phone, bo: Phone) -> None:
    for seat in ("2", "watch"):
        answer = bo.client.post(f"/j/{host.code}", data={"seat": seat, "name": "Bob"})
        assert answer.headers["Location"] == f"/t/{host.code}"
    assert get_role(bo) == ("seat", 1)
    assert join_table(app, host.code, 2)


def test_a_viewer_can_take_a_seat(app: Flask, host: Phone) -> None:
    screen = join_table(app, host.code)
    assert "Which seat is yours?" in screen.client.get(f"/j/{host.code}").text
    screen.sit(host.code, 1)
    assert get_role(screen) == ("seat", 1)


def test_an_invitation_never_takes_hosting_from_its_phone(host: Phone, bo: Phone) -> None:
    link = host.make_invitation(1)
    for form in ({}, {"give_up": "1"}):
        assert host.client.post(link, data=form).headers["Location"] == f"/t/{host.code}"
    assert get_role(host) == ("host", 0)


def test_a_phone_changes_seats_only_if_it_gives_up_its_own(app: Flask, host: Phone, bo: Phone) -> None:
    link = host.make_invitation(2)
    bo.client.post(link)
    assert get_role(bo) == ("seat", 1)
    assert "gives it up" in bo.client.get(link).text
    bo.client.post(link, data={"give_up": "1"})
    assert get_role(bo) == ("seat", 2)
    assert get_role(host) == ("host", 0)
    assert join_table(app, host.code, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_taking_over_a_seat_ends_its_older_invitations(
    app: Flask, host: Phone, bo: Phone, seat: int
) -> None:
    old = (host if seat == 0 else bo).make_invitation(seat)
    new = host.make_invitation(seat)
    dee = Phone(app, host.code)
    assert dee.client.post(new).status_code == 303
    assert get_role(dee) == ("host" if seat == 0 else "seat", seat)
    assert Phone(app).client.post(old).status_code == 404
    assert get_role(dee)[1] == seat


def test_a_seat_keeps_only_its_newest_invitations(app: Flask, host: Phone) -> None:
    oldest, *newer = (host.make_invitation(1) for _ in range(seating.MAX_INVITATIONS + 1))
    guest = Phone(app, host.code)
    assert guest.client.get(oldest).status_code == 404
    assert {guest.client.get(link).status_code for link in newer} == {200}
    assert host.make_invitation(0)
    assert guest.client.post(newer[0]).status_code == 303


def test_an_invitation_expires_after_a_day(app: Flask, host: Phone) -> None:
    link = host.make_invitation(1)
    with app.app_context():
        for row in db.session.query(Link).filter(Link.role == "invite"):
            row.made_at -= seating.INVITATION_LIFETIME + timedelta(seconds=5)
        db.session.commit()
    assert Phone(app).client.get(link).status_code == 404
    assert Phone(app).client.post(link).status_code == 404


def test_a_phone_whose_seat_was_taken_over_shows_how_to_return(app: Flask, host: Phone, bo: Phone) -> None:
    Phone(app).client.post(host.make_invitation(1))
    for answer in (
        bo.get_page(),
        bo.get_page(**{"HX-Request": "true"}),
        bo.get_page("/log"),
        bo.enter(kind="undo"),
    ):
        assert answer.status_code == 403
        assert "lost its seat" in answer.text
    assert bo.client.get(f"/j/{host.code}").status_code == 200


def test_the_page_with_the_qr_code_shows_that_it_was_used(app: Flask, host: Phone) -> None:
    page = host.client.post(f"/t/{host.code}/seats/1/invite").text
    [look] = re.findall(r'hx-get="([^"]+/invitations/[^"]+)"', page)
    link = re.findall(r'href="[^"]*(/i/[^"]+)"', page)[0]
    assert host.client.get(look).status_code == 204
    Phone(app).client.post(link)
    assert "Bo’s seat has moved to the new phone" in host.client.get(look).text


def try_to_enter(phone: Phone) -> tuple[int, bool]:
    """Enter a note. Return (status, whether the response says that the phone has lost its seat)."""
    answer = phone.enter(kind="note", text="hello")
    return answer.status_code, "X-Gone" in answer.headers


def test_the_response_tells_a_phone_that_it_has_lost_its_seat(app: Flask, ana: Phone) -> None:
    bo, screen = join_table(app, ana.code, 1), join_table(app, ana.code)
    assert try_to_enter(screen) == (403, False)
    ana.client.post(f"/t/{ana.code}/seats/1/free")
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    stranger, lost = Phone(app, ana.code), Phone(app, "ZZZZZZ")
    assert [try_to_enter(phone) for phone in (bo, screen, stranger)] == [(403, True)] * 3
    assert try_to_enter(lost) == (404, True)
