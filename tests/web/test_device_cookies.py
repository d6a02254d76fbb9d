"""Many tables on one phone: its head stays small, its groups and its language stay, no seat goes
in silence.
"""

import json

import pytest
from flask import Flask

from companion.web.device.device_tables import MOST
from tests.exports.test_exports import file_of
from tests.people import Phone


def bring_in(phone: Phone, number: int, *, ended: bool = True) -> str:
    """A count of Giza of its own, over or just begun."""
    file = file_of("giza", "tally_tie", None if ended else 2)
    told = json.dumps({**file, "birth": f"birth-of-table-{number}"})
    answer = phone.client.post("/import", data={"text": told})
    assert answer.status_code == 303, answer.text
    phone.code = answer.headers["Location"].rsplit("/", 1)[1]
    return phone.code


def cookies_of(phone: Phone) -> dict[str, str]:
    return {cookie.key: cookie.value for cookie in (phone.client._cookies or {}).values()}


def tables_on(phone: Phone) -> list[str]:
    return [name[2:] for name in cookies_of(phone) if name.startswith("t-")]


def head_of(phone: Phone) -> int:
    """Bytes of the line in which the phone sends its cookies."""
    return len("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies_of(phone).items()))


def test_what_is_over_goes_before_what_runs(app: Flask) -> None:
    phone = Phone(app)
    running = bring_in(phone, 0, ended=False)
    over = [bring_in(phone, number) for number in range(1, MOST + 1)]
    assert tables_on(phone) == [running, *over[1:]]
    assert running in phone.client.get("/").text


def test_the_oldest_of_many_running_tables_frees_its_seat_and_is_told(app: Flask) -> None:
    phone = Phone(app)
    first = phone.open("giza", ["Ana", "Bo"])
    running = [phone.open("giza", ["Ana", "Bo"]) for _ in range(MOST)]
    assert tables_on(phone) == running
    home = phone.client.get("/").text
    assert f'href="/j/{first}"' in home
    assert "Ana" in phone.client.get(f"/j/{first}").text
    assert phone.sit(first, 0).status_code == 303
    assert phone.told(first)["you"] == {"role": "host", "seat": 0}
    assert f'href="/j/{first}"' not in phone.client.get("/").text


def test_a_phone_from_before_is_rid_of_its_many_cookies_page_by_page(app: Flask) -> None:
    """It had three cookies a table; what still runs stays, and so does what it was told there."""
    phone = Phone(app)
    running = phone.open("giza", ["Ana", "Bo"])
    phone.enter_for("all")
    secrets = {running: phone.bearer()["Authorization"].removeprefix("Bearer ")}
    for number in range(1, 135):
        code = bring_in(phone, number)
        secrets[code] = phone.bearer()["Authorization"].removeprefix("Bearer ")
    for code, secret in secrets.items():
        for name, text in ((f"t-{code}", secret), (f"before-{code}", "AAAAAA")):
            phone.client.set_cookie(name, text)
    assert head_of(phone) > 8190
    for _ in range(6):
        assert phone.client.get("/").status_code == 200
    assert (len(tables_on(phone)), running in tables_on(phone)) == (MOST, True)
    assert head_of(phone) < 4000
    assert f"for-{running}" in cookies_of(phone)


@pytest.mark.parametrize("path", ["/", "/history", "/plays"])
def test_a_visit_begins_the_year_anew(app: Flask, path: str) -> None:
    phone = Phone(app)
    phone.client.post("/language", data={"language": "de"})
    phone.client.post("/groups", data={"name": "Friday"})
    phone.client.delete_cookie("companion-today")  # it is tomorrow
    lines = phone.client.get(path).headers.getlist("Set-Cookie")
    anew = {line.partition("=")[0]: line for line in lines}
    for name in ("companion-groups", "companion-lang"):
        assert "Max-Age=31536000" in anew[name]
    assert phone.client.get(path).headers.getlist("Set-Cookie") == []


def test_cookies_of_other_apps_stay_theirs_and_those_of_before_are_taken_over(app: Flask) -> None:
    phone = Phone(app)
    phone.client.post("/groups", data={"name": "Friday"})
    secret = cookies_of(phone)["companion-groups"]
    other = Phone(app)
    for name, text in (("name", "admin"), ("groups", secret), ("lang", "de")):
        other.client.set_cookie(name, text)
    page = other.client.get("/groups")
    assert "Friday" in page.text
    assert '<html lang="de"' in page.text
    left = {line.partition("=")[0] for line in page.headers.getlist("Set-Cookie")}
    assert left == {"companion-groups", "companion-lang", "companion-today"}
    assert "admin" not in other.client.get("/open/giza").text
