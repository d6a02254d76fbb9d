"""Phones of players, as test clients of an app."""

import itertools
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_keys = itertools.count(1)


class Phone:
    """One device with its cookies."""

    def __init__(self, app: Flask, code: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.code = code

    def open(self, slug: str, names: list[str], mode: str = "referee", **options: str) -> str:
        """Open a table as its host, and return its code."""
        form = {"mode": mode, "name": names, "start": "1", **{f"option.{k}": v for k, v in options.items()}}
        answer = self.client.post(f"/open/{slug}", data=form)
        assert answer.status_code == 303, answer.text
        self.code = answer.headers["Location"].rsplit("/", 1)[1]
        return self.code

    def use_link(self, made: Any) -> str:
        """Become the member of a seat link that the API returned."""
        assert made, "nothing was opened"
        self.code = str(made["code"])
        self.client.set_cookie(f"t-{self.code}", made["secret"])
        return self.code

    def sit(self, code: str, seat: int, name: str = "") -> TestResponse:
        """Take a seat on the join page."""
        self.code = code
        return self.client.post(f"/j/{code}", data={"seat": str(seat), "name": name})

    def watch(self, code: str) -> TestResponse:
        """Join as a viewer."""
        self.code = code
        return self.client.post(f"/j/{code}", data={"seat": "watch"})

    def enter(self, below: str = "", /, **form: object) -> TestResponse:
        """Enter a move, or with ``kind`` another entry, as htmx would."""
        form.setdefault("key", f"key-{next(_keys):08d}")
        return self.client.post(f"/t/{self.code}{below}/enter", data=form, headers={"HX-Request": "true"})

    def enter_for(self, seat: object) -> None:
        """Set the seats for which this phone enters moves: a number, ``all``, or empty for its own."""
        answer = self.client.post(f"/t/{self.code}/for", data={"seat": str(seat)})
        assert answer.status_code == 303, answer.text

    def get_page(self, path: str = "", **headers: str) -> TestResponse:
        """Get a page of the table."""
        return self.client.get(f"/t/{self.code}{path}", headers=headers)

    def board(self) -> str:
        """Return the changing part of the table's page."""
        return self.get_page(**{"HX-Request": "true"}).text

    def bearer(self, code: str = "") -> dict[str, str]:
        """Return the authorization header of this device's link."""
        cookie = self.client.get_cookie(f"t-{code or self.code}")
        return {"Authorization": f"Bearer {cookie.value if cookie else ''}"}

    def asked(self, path: str, **headers: str) -> TestResponse:
        """Get a path with cookies and the authorization header."""
        return self.client.get(path, headers={**self.bearer(), **headers})

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Call the API of the table."""
        address = f"/api/v1/tables/{self.code}{path}"
        return self.client.open(address, method=method, json=body, headers={**self.bearer(), **headers})

    def told(self, code: str = "") -> Any:
        """Return the table as the API shows it to this device."""
        return self.client.get(f"/api/v1/tables/{code or self.code}", headers=self.bearer(code)).json

    def invitation(self, seat: int) -> str:
        """Return the path of an invitation to a seat."""
        return self._link("i", f"{seat}/invite")

    def watching_link(self) -> str:
        """Return the path of a link for viewers."""
        return self._link("w", "viewer")

    def _link(self, kind: str, made_by: str) -> str:
        page = self.client.post(f"/t/{self.code}/seats/{made_by}").text
        return str(re.findall(rf'href="[^"]*(/{kind}/[^"]+)"', page)[0])

    def version(self) -> int:
        """Return the version that the page shows."""
        return int(re.findall(r'data-version="(\d+)"', self.board())[0])


def hosting(app: Flask, slug: str, names: list[str], mode: str = "referee", **options: str) -> Phone:
    """Return the host of a new table."""
    phone = Phone(app)
    phone.open(slug, names, mode, **options)
    return phone
