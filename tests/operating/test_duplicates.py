"""An older database in which one seat went to several phones: one of them keeps it, the others are told."""

from __future__ import annotations

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from companion.app import MIGRATIONS
from companion.store import Link, Table, db
from companion.tables.links import hash_secret
from tests.people import Phone


def holder(app: Flask, code: str, role: str, seat: int, secret: str) -> Phone:
    """A phone with a link as the older app made it, whoever else sat there."""
    phone = Phone(app, code)
    phone.client.set_cookie(f"t-{code}", secret)
    with app.app_context():
        table_id = db.session.scalar(select(Table.id).where(Table.code == code))
        db.session.add(Link(table_id=table_id, role=role, seat=seat, digest=hash_secret(secret)))
        db.session.commit()
    return phone


def one_keeps_the_seat(app: Flask) -> None:
    """The host keeps a seat before all others, else the phone that was first; the game goes on."""
    host = Phone(app)
    code = host.open("giza", ["Ana", "Bo", "Cy"])
    with app.app_context():
        downgrade(str(MIGRATIONS), "0005")
    beside_host = holder(app, code, "seat", 0, f"beside-host-{code}")
    first, second, third = (holder(app, code, "seat", 1, f"phone-{n}-{code}") for n in range(3))
    alone = holder(app, code, "seat", 2, f"alone-{code}")
    with app.app_context():
        db.session.remove()
        upgrade(str(MIGRATIONS))
    app.extensions["table_cache"].clear()
    for keeps, you in ((host, ("host", 0)), (first, ("seat", 1)), (alone, ("seat", 2))):
        told = keeps.told(code)["you"]
        assert (told["role"], told["seat"]) == you
        assert keeps.enter(kind="note", text="tea").status_code == 200
    for loses in (beside_host, second, third):
        answer = loses.see()
        assert answer.status_code == 403
        assert "lost its seat" in answer.text
        assert loses.enter(kind="note", text="tea").status_code == 403
    with pytest.raises(IntegrityError):
        holder(app, code, "seat", 1, f"late-{code}")


def test_of_several_phones_on_a_seat_one_keeps_it(app: Flask) -> None:
    one_keeps_the_seat(app)


def test_a_host_who_came_last_keeps_the_seat(app: Flask) -> None:
    code = Phone(app).open("giza", ["Ana", "Bo"])
    with app.app_context():
        downgrade(str(MIGRATIONS), "0005")
    guest = holder(app, code, "seat", 1, "guest")
    host = holder(app, code, "host", 1, "host-who-came-last")
    with app.app_context():
        db.session.remove()
        upgrade(str(MIGRATIONS))
    assert host.see().status_code == 200
    assert guest.see().status_code == 403
