"""An entry for a table at which its phone no longer sits is refused, with all that waited behind it."""

from typing import Any

from flask import Flask

from tests.javascript import SCRIPTS, call_once
from tests.people import Phone, hosting


def how_refused(phone: Phone) -> tuple[int, bool]:
    """The status of an entry, and whether the phone is told that it is no longer at the table."""
    answer = phone.enter(kind="note", text="hello")
    return answer.status_code, "X-Gone" in answer.headers


def test_the_answer_says_whether_the_phone_is_no_longer_at_the_table(app: Flask) -> None:
    ana, bo, screen = hosting(app, "giza", ["Ana", "Bo"]), Phone(app), Phone(app)
    bo.sit(ana.code, 1)
    screen.watch(ana.code)
    assert how_refused(screen) == (403, False)
    ana.client.post(f"/t/{ana.code}/seats/1/free")
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    stranger, lost = Phone(app, ana.code), Phone(app, "ZZZZZZ")
    assert [how_refused(phone) for phone in (bo, screen, stranger)] == [(403, True)] * 3
    assert how_refused(lost) == (404, True)


def left_after(*taps: dict[str, object], function: str) -> list[Any]:
    """What the outbox lists once all that waited at a table was refused."""
    outbox = (SCRIPTS / "outbox.js").as_uri()
    adding = "".join(f"outbox.add({tap});" for tap in map(as_script, taps))
    before = (
        "Object.defineProperty(globalThis, 'localStorage', { value: undefined });"
        f"const outbox = await import('{outbox}'); {adding}"
        "outbox.holdBatch('ABCDEF', ''); outbox.refuseAll('ABCDEF', 'no longer here');"
    )
    return list(call_once("outbox.js", function, "ABCDEF", before=before))


def as_script(tap: dict[str, object]) -> str:
    return (
        "{" + ", ".join(f"{name}: {value!r}".replace("True", "true") for name, value in tap.items()) + "}"
    )


def test_all_that_waits_is_refused_and_an_undo_of_it_needs_no_telling() -> None:
    url = "/t/ABCDEF/enter"
    taps: list[dict[str, object]] = [
        {"key": "first", "url": url, "body": "", "say": "+4", "run": True},
        {"key": "second", "url": url, "body": "", "say": "+3", "run": True},
        {"key": "third", "url": url, "body": "of=1", "say": "undo", "undoes": "second"},
    ]
    assert left_after(*taps, function="waiting") == []
    refused = left_after(*taps, function="refused")
    assert [(tap["say"], tap["answer"]) for tap in refused] == [
        ("+4", "no longer here"),
        ("+3", "no longer here"),
    ]
    assert not any(tap["run"] or tap.get("shown") for tap in refused)
