"""Tables in mid-evening: one phone of each enters, two listen, all through the proxy."""

from __future__ import annotations

import http.client
import itertools
import threading
import time
from collections.abc import Iterator

from tests.long.processes.players import Listener, ask, enter, opened, whole_log

SEATS = 3


class Table:
    """A table that plays on by itself until it is told to stop; it knows what it was answered."""

    def __init__(self, address: str, think: float) -> None:
        self._address, self._think = address, think
        self._code, self._secret = opened(address, SEATS)
        self._phones = [Listener(address, self._code) for _ in range(2)]
        self._stopped = threading.Event()
        self._player = threading.Thread(target=self._play, daemon=True)
        self.sent: dict[int, float] = {}
        """When each entry that was acknowledged was first sent."""

    def start(self, after: float) -> None:
        """Play on from so many seconds from now."""
        self._stopped.wait(after)
        self._player.start()

    def _play(self) -> None:
        for seat, move, data in _moves():
            began = time.monotonic()
            self.sent[enter([self._address], self._code, self._secret, seat, move, data)] = began
            if self._stopped.wait(self._think):
                return

    def delays(self, since: float) -> list[float]:
        """Seconds from each tap since then until both phones showed it."""
        return [
            max(phone.heard[seq] for phone in self._phones) - began
            for seq, began in list(self.sent.items())
            if began >= since and all(seq in phone.heard for phone in self._phones)
        ]

    def next_on_both(self, patience: float = 30) -> float:
        """Tap now, and count the seconds until both phones show it."""
        began = time.monotonic()
        body = {"kind": "note", "text": "Now!", "key": f"now-{self._code}-{began}"}
        while True:
            try:
                status, answer = ask(
                    self._address, f"/tables/{self._code}/entries", body, self._secret
                )
                if status == 201:
                    break
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(0.05)
        self.sent[answer["seq"]] = began
        for phone in self._phones:
            assert phone.wait_for(answer["seq"], patience), "a phone heard nothing"
        return max(_first(phone, answer["seq"]) for phone in self._phones) - began

    def stop(self) -> None:
        """Let it end its entry."""
        self._stopped.set()
        self._player.join(60)
        assert not self._player.is_alive()

    def entries(self) -> int:
        """How many entries its log has."""
        return len(whole_log(self._address, self._code, self._secret))

    def check(self) -> int:
        """Nothing that was acknowledged is lost, nothing stands there twice; how many there are."""
        logged = whole_log(self._address, self._code, self._secret)
        assert logged == list(range(1, len(logged) + 1)), logged
        assert sorted(self.sent) == logged, (sorted(self.sent), logged)
        last = len(logged)
        assert all(phone.wait_for(last) for phone in self._phones), "a phone was left behind"
        return last


def _first(phone: Listener, version: int) -> float:
    """When a phone first showed this version or a later one."""
    return min(at for heard, at in list(phone.heard.items()) if heard >= version)


def _moves() -> Iterator[tuple[int, str, dict[str, int]]]:
    order = range(SEATS)
    for seat in (*order, *reversed(order), *order):
        yield seat, "Found", {}
    yield 0, "Roll", {"total": 6}
    for number in itertools.count():
        yield number % SEATS, "Income", {"gold": 1}
