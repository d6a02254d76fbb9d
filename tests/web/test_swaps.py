"""A redirect goes on where htmx swaps, if the page fits there; else it is loaded."""

import pytest
from flask import Flask

from tests.people import Phone

PAGE, DRAWER, ANSWER = "div#page", "div#drawer-page", "div#answer"


def led(phone: Phone, path: str, target: str, **form: object) -> tuple[int, str, str]:
    """How a form is answered to htmx: the status, where it goes on, and what it loads."""
    headers = {"HX-Request": "true", "HX-Target": target}
    answer = phone.client.post(path, data=form, headers=headers)
    found = answer.headers
    return answer.status_code, found.get("Location", ""), found.get("HX-Redirect", "")


@pytest.mark.parametrize("target", [PAGE, DRAWER, ANSWER, ""])
def test_a_table_is_loaded_whole(app: Flask, target: str) -> None:
    status, further, load = led(Phone(app), "/open/giza", target, name=["Ana", "Bo"])
    assert status == 204
    assert not further
    assert load.startswith("/t/")


def test_a_page_of_a_table_goes_on_in_a_drawer_alone(app: Flask) -> None:
    phone = Phone(app)
    phone.open("giza", ["Ana", "Bo"])
    path, seats = f"/t/{phone.code}/seats/1/free", f"/t/{phone.code}/seats"
    assert led(phone, path, DRAWER) == (303, seats, "")
    assert led(phone, path, PAGE) == (204, "", seats)
    assert led(phone, f"/t/{phone.code}/leave", DRAWER) == (204, "", "/")


def test_a_group_goes_on_in_the_page(app: Flask) -> None:
    status, further, _ = led(Phone(app), "/groups", PAGE, name="Thursday")
    assert status == 303
    assert further.startswith("/g/")


def test_the_cookie_of_a_new_table_comes_with_its_address(app: Flask) -> None:
    phone = Phone(app)
    code = led(phone, "/open/giza", PAGE, name=["Ana", "Bo"])[2].removeprefix("/t/")
    assert phone.client.get(f"/t/{code}").status_code == 200


def test_a_whole_page_is_protected_as_one_also_when_htmx_takes_its_part(app: Flask) -> None:
    ask = Phone(app).client.get
    part = {"HX-Request": "true", "HX-Request-Type": "partial"}
    full = {**part, "HX-Request-Type": "full"}
    assert "Content-Security-Policy" in ask("/").headers
    assert "Content-Security-Policy" in ask("/", headers=full).headers
    assert "Content-Security-Policy" not in ask("/", headers=part).headers
