"""A link that is old, opened on the wrong phone or tapped twice takes nothing from anybody."""

import re
from datetime import timedelta

import pytest
from flask import Flask

from companion.store.models import Link, db
from companion.tables import seating
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone, hosting


@pytest.fixture
def host(app: Flask) -> Phone:
    return hosting(app, "giza", ["Ana", "Bo", "Cy"])


def sit_at(app: Flask, code: str, seat: int) -> Phone:
    phone = Phone(app)
    assert phone.sit(code, seat).status_code == 303
    return phone


def role_of(phone: Phone) -> tuple[str, int | None]:
    """Return the phone's role at its table."""
    you = phone.told(phone.code)["you"]
    return you["role"], you["seat"]


def test_a_viewer_link_takes_nothing_from_a_seated_phone(app: Flask, host: Phone) -> None:
    bo, link = sit_at(app, host.code, 1), host.watching_link()
    for phone in (host, bo):
        before = role_of(phone)
        answer = phone.client.get(link)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{host.code}")
        assert "Set-Cookie" not in answer.headers
        assert role_of(phone) == before
    screen = Phone(app, host.code)
    screen.client.get(link)
    assert role_of(screen) == ("viewer", None)


def test_an_old_join_page_takes_nothing_from_a_seated_phone(app: Flask, host: Phone) -> None:
    bo = sit_at(app, host.code, 1)
    for seat in ("2", "watch"):
        answer = bo.client.post(f"/j/{host.code}", data={"seat": seat, "name": "Bob"})
        assert answer.headers["Location"] == f"/t/{host.code}"
    assert role_of(bo) == ("seat", 1)
    assert sit_at(app, host.code, 2)


def test_a_viewer_can_take_a_seat(app: Flask, host: Phone) -> None:
    screen = Phone(app)
    screen.watch(host.code)
    assert "Which seat is yours?" in screen.client.get(f"/j/{host.code}").text
    screen.sit(host.code, 1)
    assert role_of(screen) == ("seat", 1)


def test_an_invitation_never_takes_hosting_from_its_phone(app: Flask, host: Phone) -> None:
    sit_at(app, host.code, 1)
    link = host.invitation(1)
    for form in ({}, {"give_up": "1"}):
        assert host.client.post(link, data=form).headers["Location"] == f"/t/{host.code}"
    assert role_of(host) == ("host", 0)


def test_a_phone_changes_seats_only_if_it_gives_up_its_own(app: Flask, host: Phone) -> None:
    bo, link = sit_at(app, host.code, 1), host.invitation(2)
    bo.client.post(link)
    assert role_of(bo) == ("seat", 1)
    assert "gives it up" in bo.client.get(link).text
    bo.client.post(link, data={"give_up": "1"})
    assert role_of(bo) == ("seat", 2)
    assert sit_at(app, host.code, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_taking_over_a_seat_ends_its_older_invitations(app: Flask, host: Phone, seat: int) -> None:
    bo = sit_at(app, host.code, 1)
    old = (host if seat == 0 else bo).invitation(seat)
    new = host.invitation(seat)
    dee = Phone(app, host.code)
    assert dee.client.post(new).status_code == 303
    assert role_of(dee) == ("host" if seat == 0 else "seat", seat)
    assert Phone(app).client.post(old).status_code == 404
    assert role_of(dee)[1] == seat


def test_an_invitation_expires_after_a_day(app: Flask, host: Phone) -> None:
    link = host.invitation(1)
    with app.app_context():
        for row in db.session.query(Link).filter(Link.role == "invite"):
            row.made_at -= seating.INVITATION_LIFETIME + timedelta(seconds=5)
        db.session.commit()
    assert Phone(app).client.get(link).status_code == 404
    assert Phone(app).client.post(link).status_code == 404


def test_a_phone_whose_seat_was_taken_over_shows_how_to_return(app: Flask, host: Phone) -> None:
    bo = sit_at(app, host.code, 1)
    Phone(app).client.post(host.invitation(1))
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


def test_nobody_can_join_a_finished_table(app: Flask, host: Phone) -> None:
    code = import_file(app, make_table_file("giza", "last_tile")).code
    stranger = Phone(app)
    assert stranger.client.get(f"/j/{code}").status_code == 403
    assert stranger.sit(code, 1).status_code == 403
    assert stranger.watch(code).status_code == 403
    answer = stranger.client.post(f"/api/v1/tables/{code}/seats", json={"seat": 1, "name": ""})
    assert answer.get_json()["error"]["code"] == "table.door_closed"


@pytest.mark.parametrize(
    "address", ["/t/{code}/seats/1/invitations/%00", "/i/%00", "/e/a%00", "/api/v1/tables/%00"]
)
def test_a_path_with_a_zero_byte_is_not_found(host: Phone, address: str) -> None:
    assert host.client.get(address.format(code=host.code)).status_code == 404
