"""What an address may bring into a phone's outbox, and what the outbox sends."""

import json
from typing import Any

import pytest

from tests import ROOT
from tests.javascript import call

KEY = "k1e2y3k1e2y3k1e2y3k1e2y3"
ENTRY: dict[str, Any] = {
    "table": "ABCDEF", "n": 1764350000000, "key": KEY, "url": "/t/ABCDEF/enter",
    "body": f"kind=note&text=tea&key={KEY}&seen=3.abc", "say": "tea", "game": "Giza", "at": "site-0",
    "from": "/t/ABCDEF", "then": "/t/ABCDEF", "away": True, "run": True, "taken": False, "undoes": "x" * 24,
}  # fmt: skip
WAITS, REFUSED = f"tap-ABCDEF-001764350000000-{KEY}", f"refused-ABCDEF-001764350000000-{KEY}"
NO_TEXT: tuple[Any, ...] = (None, 1, True, [], ["ABCDEF"], {}, {"toString": "x"})
WRONG: dict[str, tuple[Any, ...]] = {
    "table": (*NO_TEXT, "", "OTHERS", "abcdef", "A/../B", "ABCDEFGHI"),
    "url": (
        *NO_TEXT, "", "/t/OTHERS/enter", "/t/ABCDEF/leave", "/t/ABCDEF/seats/1/free", "/host/stop",
        "/import", "/t/ABCDEF/enter/../leave", "/t/ABCDEF/enter?x", "//e.example/t/ABCDEF/enter",
        "t/ABCDEF/enter", "https://e.example/t/ABCDEF/enter", "/t/ABCDEF/enter#", "/t/ABCDEF/ask",
    ),
    "n": (None, "1", -1, 1.5, 1e300, True, [1]),
    "key": (*NO_TEXT, "", "other", "<b>", "x" * 65),
    "body": (*NO_TEXT, "", "kind=note", "key=other"),
}  # fmt: skip
LEFT_OUT: dict[str, tuple[Any, ...]] = {
    "say": NO_TEXT, "game": NO_TEXT, "at": NO_TEXT, "from": NO_TEXT,
    "then": (*NO_TEXT, "javascript:alert(1)", "//e.example", "/t/OTHERS", "/host"),
    "away": (None, 1, "true"), "run": (None, 1, []), "taken": (None, {}), "shown": (0, "x"),
    "undoes": (*NO_TEXT, "<b>"), "answer": ("<b>", 1), "laid": ("<img src=x>", 1), "more": (1, "x"),
    "__proto__": ({"laid": "<b>"},), "constructor": ("x",),
}  # fmt: skip


def brought(*pairs: Any, table: str | None = "ABCDEF") -> Any:
    return call("origin_transfer.js", "parseTransfer", [[json.dumps(pairs), table]])[0]


@pytest.mark.parametrize("table", ["ABCDEF", None], ids=["to its table", "to the same host"])
@pytest.mark.parametrize("url", ["/t/ABCDEF/enter", "/t/ABCDEF/lobby/enter"])
def test_a_good_entry_comes_whole(url: str, table: str | None) -> None:
    entry = {**ENTRY, "url": url}
    assert brought([WAITS, json.dumps(entry)], table=table) == [["tap", entry]]
    refused = {**entry, "shown": True}
    assert brought([REFUSED, json.dumps(refused)], table=table) == [["refused", refused]]


def test_what_is_not_for_its_own_table_or_cannot_be_read_does_not_come() -> None:
    """Whatever it is called, and also where entries of any table may come."""
    broken = [{**ENTRY, field: value} for field, values in WRONG.items() for value in values]
    broken += [{name: value for name, value in ENTRY.items() if name != field} for field in WRONG]
    texts = [json.dumps(entry) for entry in broken] + ["", "null", "1", "[]", "{", '"x"']
    calls = [[json.dumps([[WAITS, text]]), table] for text in texts for table in ("ABCDEF", None)]
    assert [found for found in call("origin_transfer.js", "parseTransfer", calls) if found] == []


def test_the_entries_of_another_table_stay_away() -> None:
    other = {**ENTRY, "table": "OTHERS", "url": "/t/OTHERS/enter", "then": "/t/OTHERS"}
    assert brought([WAITS, json.dumps(other)]) == []
    assert brought([WAITS, json.dumps(other)], table=None) == [["tap", other]]


def test_no_field_of_another_kind_and_no_html_comes() -> None:
    for field, values in LEFT_OUT.items():
        rest = {name: value for name, value in ENTRY.items() if name != field}
        pairs = [[WAITS, json.dumps({**rest, field: value})] for value in values]
        assert brought(*pairs) == [["tap", rest]] * len(pairs), field


@pytest.mark.parametrize(
    "name", ["tap", "held-ABCDEF", "ticket", "left-out-ABCDEF", "", 1, None, [], "x-tap-"]
)
def test_nothing_but_entries_comes(name: Any) -> None:
    assert brought([name, json.dumps(ENTRY)]) == []


def test_an_address_that_brings_no_list_brings_nothing() -> None:
    texts = [None, "", "{", "null", "1", '"tap-"', "{}", "[null]", "[[]]", '[["tap-"]]', "undefined"]
    assert call("origin_transfer.js", "parseTransfer", [[text, "ABCDEF"] for text in texts]) == [[]] * len(
        texts
    )


def test_no_entry_is_posted_before_its_address_was_checked() -> None:
    sender = (ROOT / "static" / "js" / "sender.js").read_text(encoding="utf-8")
    assert sender.count("await posted(") == 1
    assert sender.index("hasValidUrl") < sender.index("await posted(")
