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
QUEUED_NAME, REFUSED_NAME = (f"{kind}-ABCDEF-001764350000000-{ENTRY_KEY}" for kind in ("tap", "refused"))
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
    return call_function("change_address.js", "parseTransfer", [[json.dumps(pairs), table]])[0]


@pytest.mark.parametrize("table", ["ABCDEF", None], ids=["to its table", "to the same host"])
def test_a_valid_entry_is_accepted_unchanged(table: str | None) -> None:
    for url in ("/t/ABCDEF/enter", "/t/ABCDEF/lobby/enter"):
        queued = {**QUEUED_ENTRY, "url": url}
        refused = {**queued, "shown": True}
        pairs = [QUEUED_NAME, json.dumps(queued)], [REFUSED_NAME, json.dumps(refused)]
        assert parse_transfer(*pairs, table=table) == [["tap", queued], ["refused", refused]]


def make_entry_without(field: str) -> dict[str, Any]:
    return {name: value for name, value in QUEUED_ENTRY.items() if name != field}


def test_an_invalid_entry_is_rejected() -> None:
    broken = [{**QUEUED_ENTRY, name: value} for name, values in INVALID_FIELDS.items() for value in values]
    broken += map(make_entry_without, INVALID_FIELDS)
    texts = [json.dumps(entry) for entry in broken] + ["", "null", "1", "[]", "{", '"x"']
    pairs = [[QUEUED_NAME, text] for text in texts]
    assert parse_transfer(*pairs) == parse_transfer(*pairs, table=None) == []


def test_with_a_table_only_its_own_entries_are_accepted() -> None:
    other = {**QUEUED_ENTRY, "table": "OTHERS", "url": "/t/OTHERS/enter", "then": "/t/OTHERS"}
    assert parse_transfer([QUEUED_NAME, json.dumps(other)]) == []
    assert parse_transfer([QUEUED_NAME, json.dumps(other)], table=None) == [["tap", other]]


def test_fields_of_a_wrong_type_or_with_html_are_dropped() -> None:
    fields = [(name, value) for name, values in DROPPED_FIELDS.items() for value in values]
    pairs = [[QUEUED_NAME, json.dumps({**QUEUED_ENTRY, name: value})] for name, value in fields]
    assert parse_transfer(*pairs) == [["tap", make_entry_without(name)] for name, _ in fields]


def test_only_names_of_queued_entries_are_accepted() -> None:
    names: tuple[Any, ...] = ("tap", "held-ABCDEF", "ticket", "left-out-ABCDEF", "", 1, None, [], "x-tap-")
    assert parse_transfer(*([name, json.dumps(QUEUED_ENTRY)] for name in names)) == []


def test_a_fragment_without_a_list_has_no_entries() -> None:
    texts = [None, "", "{", "null", "1", '"tap-"', "{}", "[null]", "[[]]", '[["tap-"]]', "undefined"]
    results = call_function("change_address.js", "parseTransfer", [[text, "ABCDEF"] for text in texts])
    assert results == [[]] * len(texts)
