"""Tables in mid-evening: one phone of each enters, two listen, all through the proxy."""

import itertools
import threading
from collections.abc import Iterator

from tests.long.processes.players import Listener, enter, opened, whole_log
from tests.waiting import PATIENCE, until

SEATS = 3
THINK = 0.5
"""Seconds between two entries of a table."""


class Table:
    """A table that plays on by itself until it is told to stop; it knows what it was answered."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._code, self._secret = opened(address, SEATS)
        self._phones = [Listener(address, self._code) for _ in range(2)]
        self._stopped = threading.Event()
        self._player = threading.Thread(target=self._play, daemon=True)
        self._sent: list[int] = []
        self._player.start()

    def _play(self) -> None:
        for seat, move, data in _moves():
            self._sent.append(enter([self._address], self._code, self._secret, seat, move, data))
            if self._stopped.wait(THINK):
                return

    def plays_on(self) -> None:
        """Wait until both phones hear of an entry that is made from now on."""
        before = len(self._sent)
        until(lambda: len(self._sent) > before + 1, "an entry")
        for phone in self._phones:
            phone.wait_for(self._sent[-1])

    def stop(self) -> int:
        """Nothing that was acknowledged is lost, nothing stands there twice; how many entries there are."""
        self._stopped.set()
        self._player.join(PATIENCE)
        assert not self._player.is_alive()
        logged = self.log()
        assert logged == list(range(1, len(logged) + 1))
        assert self._sent == logged
        for phone in self._phones:
            phone.wait_for(len(logged))
        return len(logged)

    def enter(self) -> None:
        """One more entry, of somebody who plays no more."""
        enter([self._address], self._code, self._secret, 0, "Income", {"gold": 1})

    def log(self) -> list[int]:
        """The numbers of its entries."""
        return whole_log(self._address, self._code, self._secret)


def _moves() -> Iterator[tuple[int, str, dict[str, int]]]:
    order = range(SEATS)
    for seat in (*order, *reversed(order), *order):
        yield seat, "Found", {}
    yield 0, "Roll", {"total": 6}
    for number in itertools.count():
        yield number % SEATS, "Income", {"gold": 1}
