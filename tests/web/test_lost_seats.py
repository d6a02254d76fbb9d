"""If a phone has lost its seat, its entry and all queued entries after it are refused."""

from typing import Any

from flask import Flask

from tests.javascript import SCRIPTS_FOLDER, call_function_once
from tests.people import Phone, open_as_host


def get_refusal(phone: Phone) -> tuple[int, bool]:
    """Return (status, whether the response says that the seat is lost) of an entry from this phone."""
    answer = phone.enter(kind="note", text="hello")
    return answer.status_code, "X-Gone" in answer.headers


def test_the_response_tells_a_phone_that_it_has_lost_its_seat(app: Flask) -> None:
    ana, bo, screen = open_as_host(app, "giza", ["Ana", "Bo"]), Phone(app), Phone(app)
    bo.sit(ana.code, 1)
    screen.watch(ana.code)
    assert get_refusal(screen) == (403, False)
    ana.client.post(f"/t/{ana.code}/seats/1/free")
    ana.client.post(f"/t/{ana.code}/seats/viewers/end")
    stranger, lost = Phone(app, ana.code), Phone(app, "ZZZZZZ")
    assert [get_refusal(phone) for phone in (bo, screen, stranger)] == [(403, True)] * 3
    assert get_refusal(lost) == (404, True)


def list_outbox_after_refusal(*taps: dict[str, object], function: str) -> list[Any]:
    """Return what this function of the outbox returns after all entries of a table were refused."""
    outbox = (SCRIPTS_FOLDER / "outbox.js").as_uri()
    adding = "".join(f"outbox.add({tap});" for tap in map(format_javascript, taps))
    before = (
        "Object.defineProperty(globalThis, 'localStorage', { value: undefined });"
        f"const outbox = await import('{outbox}'); {adding}"
        "outbox.holdBatch('ABCDEF', ''); outbox.refuseAll('ABCDEF', 'no longer here');"
    )
    return list(call_function_once("outbox.js", function, "ABCDEF", before=before))


def format_javascript(tap: dict[str, object]) -> str:
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
    assert list_outbox_after_refusal(*taps, function="waiting") == []
    refused = list_outbox_after_refusal(*taps, function="refused")
    assert [(tap["say"], tap["answer"]) for tap in refused] == [
        ("+4", "no longer here"),
        ("+3", "no longer here"),
    ]
    assert not any(tap["run"] or tap.get("shown") for tap in refused)
