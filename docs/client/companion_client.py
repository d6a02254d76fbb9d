"""A client of the table companion, for all operations of its OpenAPI document. Standard library only."""

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
        self._operations = {
            operation["operationId"]: (method.upper(), path)
            for path, operations in self._send("GET", "/api/v1/openapi.json")["paths"].items()
            for method, operation in operations.items()
        }

    def call(self, operation: str, body: Any = None, **parameters: object) -> Any:
        """Return the answer to an operation, as in ``call("list_legal_moves", code="ABCD", seat=0)``.

        ``parameters`` are those of the path and of the query. Raise Refused if the server refuses.
        """
        method, path = self._operations[operation]
        query = {name: value for name, value in parameters.items() if f"{{{name}}}" not in path}
        return self._send(method, f"{path.format(**parameters)}?{urllib.parse.urlencode(query)}", body)

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": self.language}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.load(error)["error"]) from error
