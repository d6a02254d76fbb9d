"""A phone of the family: its cookies as a browser keeps them, and what each request of it weighs."""

from __future__ import annotations

import itertools
import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

from playwright._impl._api_structures import SetCookieParam

_keys = itertools.count(1)
Fields = Mapping[str, object] | Sequence[tuple[str, object]]


@dataclass(frozen=True)
class Answer:
    """What a phone was answered."""

    status: int
    text: str
    led_to: str
    head: int
    """Bytes of its headers."""

    @property
    def end(self) -> str:
        """The last part of the address that it leads to."""
        return self.led_to.rsplit("/", 1)[-1]


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing: where an answer leads is looked at."""

    def redirect_request(self, *_: Any) -> None:
        return None


class FamilyPhone:
    """One device with its cookies; ``heaviest`` is the most that it ever sent along, in bytes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.jar = CookieJar()
        self.heaviest = self.most_head = 0
        self.tickets: dict[str, str] = {}
        """By table, what its page would take to another address."""
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _Stay()
        )

    def ask(self, url: str, form: Fields | None = None, **headers: str) -> Answer:
        """A page, or what became of a form."""
        data = None if form is None else urlencode(form, doseq=True).encode()
        return self._sent(urllib.request.Request(url, data, headers))

    def _sent(self, request: urllib.request.Request) -> Answer:
        try:
            answer: Any = self._opener.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            text, head = answer.read().decode(), len(str(answer.headers))
        self.heaviest = max(self.heaviest, len(request.unredirected_hdrs.get("Cookie", "")))
        self.most_head = max(self.most_head, head)
        return Answer(answer.status, text, answer.headers.get("Location", ""), head)

    def look(self, address: str, code: str) -> Answer:
        """The table's page, which stays open on the phone."""
        page = self.ask(f"{address}/t/{code}")
        if found := re.search(r'data-ticket="([^"]+)"', page.text):
            self.tickets[code] = found[1]
        return page

    def enter(self, address: str, code: str, line: Mapping[str, Any]) -> Answer:
        """One line of a recorded play."""
        known = ("seat", "kind", "of", "move", "allowed")
        body = {name: line[name] for name in known if name in line}
        body["data"] = {name: value for name, value in line.items() if name not in (*known, "at")}
        body["key"] = f"year-{next(_keys):08d}"
        secret = next((c.value for c in self.jar if c.name == f"t-{code}"), "")
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
        return self._sent(
            urllib.request.Request(
                f"{address}/api/v1/tables/{code}/entries", json.dumps(body).encode(), headers
            )
        )

    def cookies(self, address: str) -> list[SetCookieParam]:
        """Those of an address, as a browser is given them."""
        return [
            {"name": cookie.name, "value": cookie.value or "", "url": address}
            for cookie in self.jar
            if f"//{cookie.domain}:" in address
        ]
