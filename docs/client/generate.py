"""Writes ``companion_client.py`` from the OpenAPI document on standard input: ``make client``."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

HEAD = '''"""A client of the table companion, generated from its OpenAPI document. Standard library only."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any


class Refused(Exception):  # noqa: N818
    """An answer that is not a yes: ``error`` has kind, code, message, section and place."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.status, self.error = status, error


class Companion:
    """One server; with a secret, one link to one table."""

    def __init__(self, address: str, secret: str = "", language: str = "en") -> None:
        self.address, self.secret, self.language = address.rstrip("/"), secret, language

    def _ask(self, method: str, path: str, query: dict[str, Any], body: Any = None) -> Any:
        known = {name: value for name, value in query.items() if value is not None}
        url = self.address + path + ("?" + urllib.parse.urlencode(known) if known else "")
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": self.language}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.load(error)["error"]) from error
'''


def generated(document: dict[str, Any]) -> str:
    """The module as text: one method for each operation."""
    methods = [
        _method(path, verb.upper(), told)
        for path, verbs in document["paths"].items()
        if path.startswith("/api/")
        for verb, told in verbs.items()
    ]
    return HEAD + "".join(methods)


def _method(path: str, verb: str, told: dict[str, Any]) -> str:
    inside = re.findall(r"{(\w+)}", path)
    queries = [part["name"] for part in told.get("parameters", ()) if part["in"] == "query"]
    needs = [f"{name}: object" for name in inside]
    body = ["body: dict[str, Any]"] if "requestBody" in told else []
    options = [f"{name}: object = None" for name in queries]
    signature = ", ".join(["self", *needs, *body, *options])
    query = ", ".join(f'"{name}": {name}' for name in queries)
    rest = ", body" if body else ""
    prefix = "f" if inside else ""
    return (
        f"\n    def {told['operationId']}({signature}) -> Any:\n"
        f'        """{told["summary"]}"""\n'
        f'        return self._ask("{verb}", {prefix}"{path}", {{{query}}}{rest})\n'
    )


if __name__ == "__main__":
    print(generated(json.load(sys.stdin)), end="")
