"""People at a table, as the tests' browsers."""

import itertools
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_keys = itertools.count(1)


class Phone:
    """One device and its cookies."""

    def __init__(self, app: Flask, code: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.code = code

    def open(self, slug: str, names: list[str], mode: str = "referee", **options: str) -> str:
        form = {"mode": mode, "name": names, "start": "1", **{f"option.{k}": v for k, v in options.items()}}
        answer = self.client.post(f"/open/{slug}", data=form)
        assert answer.status_code == 303, answer.text
        self.code = answer.headers["Location"].rsplit("/", 1)[1]
        return self.code

    def use_link(self, made: Any) -> str:
        """Be who a link of the API is for, as it told its code and secret."""
        assert made, "nothing was opened"
        self.code = str(made["code"])
        self.client.set_cookie(f"t-{self.code}", made["secret"])
        return self.code

    def sit(self, code: str, seat: int, name: str = "") -> TestResponse:
        self.code = code
        return self.client.post(f"/j/{code}", data={"seat": str(seat), "name": name})

    def watch(self, code: str) -> TestResponse:
        self.code = code
        return self.client.post(f"/j/{code}", data={"seat": "watch"})

    def enter(self, below: str = "", /, **form: object) -> TestResponse:
        form.setdefault("key", f"key-{next(_keys):08d}")
        return self.client.post(f"/t/{self.code}{below}/enter", data=form, headers={"HX-Request": "true"})

    def enter_for(self, seat: object) -> None:
        """Tell this device to enter for another seat, for ``all``, or with nothing for its own alone."""
        answer = self.client.post(f"/t/{self.code}/for", data={"seat": str(seat)})
        assert answer.status_code == 303, answer.text

    def get_page(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(f"/t/{self.code}{path}", headers=headers)

    def board(self) -> str:
        return self.get_page(**{"HX-Request": "true"}).text

    def bearer(self, code: str = "") -> dict[str, str]:
        """This device's link to its table, or to that of a code, as the API wants it."""
        cookie = self.client.get_cookie(f"t-{code or self.code}")
        return {"Authorization": f"Bearer {cookie.value if cookie else ''}"}

    def asked(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers={**self.bearer(), **headers})

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        address = f"/api/v1/tables/{self.code}{path}"
        return self.client.open(address, method=method, json=body, headers={**self.bearer(), **headers})

    def told(self, code: str = "") -> Any:
        """Its table, or that of a code, as the API tells it to this device's seat."""
        return self.client.get(f"/api/v1/tables/{code or self.code}", headers=self.bearer(code)).json

    def invitation(self, seat: int) -> str:
        return self._link("i", f"{seat}/invite")

    def watching_link(self) -> str:
        return self._link("w", "viewer")

    def _link(self, kind: str, made_by: str) -> str:
        page = self.client.post(f"/t/{self.code}/seats/{made_by}").text
        return str(re.findall(rf'href="[^"]*(/{kind}/[^"]+)"', page)[0])

    def version(self) -> int:
        return int(re.findall(r'data-version="(\d+)"', self.board())[0])


def hosting(app: Flask, slug: str, names: list[str], mode: str = "referee", **options: str) -> Phone:
    phone = Phone(app)
    phone.open(slug, names, mode, **options)
    return phone
