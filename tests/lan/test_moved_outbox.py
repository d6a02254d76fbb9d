"""``parseTransfer`` accepts only valid entries, when a page takes queued entries to another address."""

import json
from typing import Any

import pytest

from tests.javascript import call_function

ENTRY_KEY = "k1e2y3k1e2y3k1e2y3k1e2y3"
QUEUED_ENTRY: dict[str, Any] = {
    "table": "ABCDEF", "n": 1764350000000, "key": ENTRY_KEY, "url": "/t/ABCDEF/enter",
    "body": f"kind=note&text=tea&key={ENTRY_KEY}&seen=3.abc", "say": "tea", "game": "Giza", "at": "site-0",
    "from": "/t/ABCDEF", "then": "/t/ABCDEF", "away": True, "run": True, "taken": False, "undoes": "x" * 24,
}  # fmt: skip
QUEUED_NAME, REFUSED_NAME = (
    f"tap-ABCDEF-001764350000000-{ENTRY_KEY}",
    f"refused-ABCDEF-001764350000000-{ENTRY_KEY}",
)
NON_TEXTS: tuple[Any, ...] = (None, 1, True, [], ["ABCDEF"], {}, {"toString": "x"})
INVALID_FIELDS: dict[str, tuple[Any, ...]] = {
    "table": (*NON_TEXTS, "", "OTHERS", "abcdef", "A/../B", "ABCDEFGHI"),
    "url": (
        *NON_TEXTS, "", "/t/OTHERS/enter", "/t/ABCDEF/leave", "/t/ABCDEF/seats/1/free", "/host/stop",
        "/import", "/t/ABCDEF/enter/../leave", "/t/ABCDEF/enter?x", "//e.example/t/ABCDEF/enter",
        "t/ABCDEF/enter", "https://e.example/t/ABCDEF/enter", "/t/ABCDEF/enter#", "/t/ABCDEF/ask",
    ),
    "n": (None, "1", -1, 1.5, 1e300, True, [1]),
    "key": (*NON_TEXTS, "", "other", "<b>", "x" * 65),
    "body": (*NON_TEXTS, "", "kind=note", "key=other"),
}  # fmt: skip
DROPPED_FIELDS: dict[str, tuple[Any, ...]] = {
    "say": NON_TEXTS, "game": NON_TEXTS, "at": NON_TEXTS, "from": NON_TEXTS,
    "then": (*NON_TEXTS, "javascript:alert(1)", "//e.example", "/t/OTHERS", "/host"),
    "away": (None, 1, "true"), "run": (None, 1, []), "taken": (None, {}), "shown": (0, "x"),
    "undoes": (*NON_TEXTS, "<b>"), "answer": ("<b>", 1), "laid": ("<img src=x>", 1), "more": (1, "x"),
    "__proto__": ({"laid": "<b>"},), "constructor": ("x",),
}  # fmt: skip


def parse_transfer(*pairs: Any, table: str | None = "ABCDEF") -> Any:
    return call_function("origin_transfer.js", "parseTransfer", [[json.dumps(pairs), table]])[0]


@pytest.mark.parametrize("table", ["ABCDEF", None], ids=["to its table", "to the same host"])
@pytest.mark.parametrize("url", ["/t/ABCDEF/enter", "/t/ABCDEF/lobby/enter"])
def test_a_valid_entry_is_accepted_unchanged(url: str, table: str | None) -> None:
    entry = {**QUEUED_ENTRY, "url": url}
    assert parse_transfer([QUEUED_NAME, json.dumps(entry)], table=table) == [["tap", entry]]
    refused = {**entry, "shown": True}
    assert parse_transfer([REFUSED_NAME, json.dumps(refused)], table=table) == [["refused", refused]]


def test_an_invalid_entry_is_rejected() -> None:
    broken = [
        {**QUEUED_ENTRY, field: value} for field, values in INVALID_FIELDS.items() for value in values
    ]
    broken += [
        {name: value for name, value in QUEUED_ENTRY.items() if name != field} for field in INVALID_FIELDS
    ]
    texts = [json.dumps(entry) for entry in broken] + ["", "null", "1", "[]", "{", '"x"']
    calls = [[json.dumps([[QUEUED_NAME, text]]), table] for text in texts for table in ("ABCDEF", None)]
    assert [
        entries for entries in call_function("origin_transfer.js", "parseTransfer", calls) if entries
    ] == []


def test_with_a_table_only_its_own_entries_are_accepted() -> None:
    other = {**QUEUED_ENTRY, "table": "OTHERS", "url": "/t/OTHERS/enter", "then": "/t/OTHERS"}
    assert parse_transfer([QUEUED_NAME, json.dumps(other)]) == []
    assert parse_transfer([QUEUED_NAME, json.dumps(other)], table=None) == [["tap", other]]


def test_fields_of_a_wrong_type_or_with_html_are_dropped() -> None:
    for field, values in DROPPED_FIELDS.items():
        rest = {name: value for name, value in QUEUED_ENTRY.items() if name != field}
        pairs = [[QUEUED_NAME, json.dumps({**rest, field: value})] for value in values]
        assert parse_transfer(*pairs) == [["tap", rest]] * len(pairs), field


@pytest.mark.parametrize(
    "name", ["tap", "held-ABCDEF", "ticket", "left-out-ABCDEF", "", 1, None, [], "x-tap-"]
)
def test_only_names_of_queued_entries_are_accepted(name: Any) -> None:
    assert parse_transfer([name, json.dumps(QUEUED_ENTRY)]) == []


def test_a_fragment_without_a_list_has_no_entries() -> None:
    texts = [None, "", "{", "null", "1", '"tap-"', "{}", "[null]", "[[]]", '[["tap-"]]', "undefined"]
    results = call_function("origin_transfer.js", "parseTransfer", [[text, "ABCDEF"] for text in texts])
    assert results == [[]] * len(texts)
