"""Phones of players, which are test clients of an app."""

import itertools
import re
from collections.abc import Mapping
from typing import Any

from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_key_numbers = itertools.count(1)


class Phone:
    """A player's device, with its cookies and the code of its table."""

    def __init__(self, app: Flask, code: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.code = code

    def cookies(self) -> dict[str, str]:
        """Return the cookies that this phone sends by https: their values by name."""
        with self.client:
            self.client.get("/healthz", base_url="https://localhost")
            return dict(request.cookies)

    def open(self, slug: str, names: list[str], mode: str = "referee", **options: str) -> str:
        """Open a table on this phone, which becomes its host. Return the code."""
        form = {"mode": mode, "name": names, "start": "1", **{f"option.{k}": v for k, v in options.items()}}
        return self.open_with_form(slug, form)

    def open_with_form(self, slug: str, form: Mapping[str, object]) -> str:
        return self.follow(self.client.post(f"/open/{slug}", data=form))

    def follow(self, answer: TestResponse) -> str:
        """Store the code of the table to which this response redirects, and return it."""
        assert answer.status_code == 303, answer.text
        self.code = answer.headers["Location"].rsplit("/", 1)[1]
        return self.code

    def use_link(self, link: Any) -> str:
        """Store the secret of a link that the API returned, and return the code of its table."""
        assert link, "nothing was opened"
        self.code = str(link["code"])
        self.client.set_cookie(f"t-{self.code}", link["secret"])
        return self.code

    def sit(self, code: str, seat: int, name: str = "") -> TestResponse:
        self.code = code
        return self.client.post(f"/j/{code}", data={"seat": str(seat), "name": name})

    def watch(self, code: str) -> TestResponse:
        self.code = code
        return self.client.post(f"/j/{code}", data={"seat": "watch"})

    def enter(self, below: str = "", /, **form: object) -> TestResponse:
        """Enter a move, or another ``kind`` of entry, as the page does with htmx. Return the response.

        ``below`` is "/lobby" before the game starts, else "".
        """
        form.setdefault("key", f"key-{next(_key_numbers):08d}")
        return self.client.post(f"/t/{self.code}{below}/enter", data=form, headers={"HX-Request": "true"})

    def enter_for(self, seat: object) -> None:
        """Set the seats for which this phone enters moves: one seat, ``all``, or "" for its own."""
        answer = self.client.post(f"/t/{self.code}/for", data={"seat": str(seat)})
        assert answer.status_code == 303, answer.text

    def get_page(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(f"/t/{self.code}{path}", headers=headers)

    def get_board_html(self) -> str:
        """Return the HTML of the part of the table's page that entries change."""
        return self.get_page(**{"HX-Request": "true"}).text

    def make_authorization(self, code: str = "") -> dict[str, str]:
        """Return the authorization header with the secret that this device has for the table."""
        cookie = self.client.get_cookie(f"t-{code or self.code}")
        return {"Authorization": f"Bearer {cookie.value if cookie else ''}"}

    def get_with_link(self, path: str, **headers: str) -> TestResponse:
        """Get this path with the phone's cookies and its authorization header."""
        return self.client.get(path, headers={**self.make_authorization(), **headers})

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request to the API of the phone's table, and return the response."""
        address = f"/api/v1/tables/{self.code}{path}"
        return self.client.open(
            address, method=method, json=body, headers={**self.make_authorization(), **headers}
        )

    def get_table_json(self, code: str = "") -> Any:
        """Return the table as JSON, as the API shows it to this device."""
        return self.client.get(
            f"/api/v1/tables/{code or self.code}", headers=self.make_authorization(code)
        ).json

    def make_invitation(self, seat: int) -> str:
        return self._make_link("i", f"{seat}/invite")

    def make_viewer_link(self) -> str:
        return self._make_link("w", "viewer")

    def _make_link(self, kind: str, made_by: str) -> str:
        page = self.client.post(f"/t/{self.code}/seats/{made_by}").text
        return str(re.findall(rf'href="[^"]*(/{kind}/[^"]+)"', page)[0])

    def get_version(self) -> int:
        return int(re.findall(r'data-version="(\d+)"', self.get_board_html())[0])


def open_as_host(app: Flask, slug: str, names: list[str], mode: str = "referee", **options: str) -> Phone:
    """Return a new phone that hosts a new table, on the first seat."""
    phone = Phone(app)
    phone.open(slug, names, mode, **options)
    return phone


def join_table(app: Flask, code: str, seat: int | None = None, name: str = "") -> Phone:
    """Return a new phone that has joined a table: on this seat, or as a viewer if ``seat`` is None.

    ``name`` is the player's name; if empty, the seat gets its default name.
    """
    phone = Phone(app)
    answer = phone.watch(code) if seat is None else phone.sit(code, seat, name)
    assert answer.status_code == 303, answer.text
    return phone
