"""If a phone has lost its seat, its entry is refused, with all entries queued after it."""

from typing import Any

from flask import Flask

from tests.javascript import SCRIPTS, call_once
from tests.people import Phone, hosting


def refusal_of(phone: Phone) -> tuple[int, bool]:
    """Return the status of an entry, and whether the response says that the seat is lost."""
    answer = phone.enter(kind="note", text="hello")
    return answer.status_code, "X-Gone" in answer.headers


def test_the_response_tells_a_phone_that_it_has_lost_its_seat(app: Flask) -> None:
    ana, bo, screen = hosting(app, "giza", ["Ana", "Bo"]), Phone(app), Phone(app)
    bo.sit(ana.code, 1)
    screen.watch(ana.code)
    assert refusal_of(screen) == (403, False)
    ana.client.post(f"/t/{ana.code}/seats/1/free")
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    stranger, lost = Phone(app, ana.code), Phone(app, "ZZZZZZ")
    assert [refusal_of(phone) for phone in (bo, screen, stranger)] == [(403, True)] * 3
    assert refusal_of(lost) == (404, True)


def outbox_after_refusal(*taps: dict[str, object], function: str) -> list[Any]:
    """Return what the outbox lists after all entries of a table were refused."""
    outbox = (SCRIPTS / "outbox.js").as_uri()
    adding = "".join(f"outbox.add({tap});" for tap in map(to_javascript, taps))
    before = (
        "Object.defineProperty(globalThis, 'localStorage', { value: undefined });"
        f"const outbox = await import('{outbox}'); {adding}"
        "outbox.holdBatch('ABCDEF', ''); outbox.refuseAll('ABCDEF', 'no longer here');"
    )
    return list(call_once("outbox.js", function, "ABCDEF", before=before))


def to_javascript(tap: dict[str, object]) -> str:
    return (
        "{" + ", ".join(f"{name}: {value!r}".replace("True", "true") for name, value in tap.items()) + "}"
    )


def test_all_queued_entries_are_refused_and_their_undos_dropped() -> None:
    url = "/t/ABCDEF/enter"
    taps: list[dict[str, object]] = [
        {"key": "first", "url": url, "body": "", "say": "+4", "run": True},
        {"key": "second", "url": url, "body": "", "say": "+3", "run": True},
        {"key": "third", "url": url, "body": "of=1", "say": "undo", "undoes": "second"},
    ]
    assert outbox_after_refusal(*taps, function="waiting") == []
    refused = outbox_after_refusal(*taps, function="refused")
    assert [(tap["say"], tap["answer"]) for tap in refused] == [
        ("+4", "no longer here"),
        ("+3", "no longer here"),
    ]
    assert not any(tap["run"] or tap.get("shown") for tap in refused)
