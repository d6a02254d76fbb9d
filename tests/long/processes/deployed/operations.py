"""An evening on the hosts of ``deploy/``, with all that an operator does to them.

Proxy, two app processes, a database and its standby stand on hosts of their own (network namespaces, so it
needs root); the phones, too: this is begun on theirs. The operator types what ``docs/operating.md`` says.
"""

import itertools
import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests import ROOT
from tests.long.processes.deployed.network import Network
from tests.long.processes.deployed.programs import ADDRESS, BOTH_DATABASES, App, Database, Proxy
from tests.long.processes.players import Listener, ask, enter, opened, whole_log
from tests.waiting import WAIT_SECONDS, wait_until

HOSTS = ("proxy", "app1", "app2", "database", "standby", "phones")
TABLES = 3
_BLOCK = re.compile(r"<!-- on the (database|standby): ([a-z ]+) -->\n```sh\n(.*?)```", re.S)


def typed(host: str, what: str) -> str:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    [lines] = [lines for where, does, lines in _BLOCK.findall(text) if (where, does) == (host, what)]
    return str(lines)


def is_reached() -> bool:
    """Whether the phones reach an app: the proxy answers before it has a certificate."""
    try:
        return bool(ask(ADDRESS, "/games")[0] == 200)
    except OSError:
        return False


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
        wait_until(lambda: len(self._sent) > before + 1, "an entry")
        for phone in self._phones:
            phone.wait_for(self._sent[-1])

    def stop(self) -> int:
        """Nothing that was acknowledged is lost, nothing stands there twice; how many entries there are."""
        self._stopped.set()
        self._player.join(WAIT_SECONDS)
        assert not self._player.is_alive()
        logged = self.log()
        assert logged == list(range(1, len(logged) + 1))
        assert self._sent == logged
        for phone in self._phones:
            phone.wait_for(len(logged))
        return len(logged)

    def enter(self) -> None:
        enter([self._address], self._code, self._secret, 0, "Income", {"gold": 1})

    def log(self) -> list[int]:
        return whole_log(self._address, self._code, self._secret)


def _moves() -> Iterator[tuple[int, str, dict[str, int]]]:
    order = range(SEATS)
    for seat in (*order, *reversed(order), *order):
        yield seat, "Found", {}
    yield 0, "Roll", {"total": 6}
    for number in itertools.count():
        yield number % SEATS, "Income", {"gold": 1}


class Evening:
    def __init__(self, cables: Network, folder: Path, ends: ExitStack) -> None:
        self.network = cables
        self.database, self.standby = (Database(cables, host, folder) for host in ("database", "standby"))
        self.apps = [App(cables, host, folder) for host in ("app1", "app2")]
        proxy = Proxy(cables, "proxy", folder)
        for program in (self.database, self.standby, *self.apps, proxy):
            ends.callback(program.kill)
        self.database.create()
        self.start_apps()
        proxy.start()
        os.environ["SSL_CERT_FILE"] = str(proxy.authority)
        wait_until(is_reached, "the proxy's certificate")
        self.tables = [Table(ADDRESS) for _ in range(TABLES)]

    def start_apps(self) -> None:
        for app in self.apps:
            app.start(COMPANION_DATABASE=BOTH_DATABASES)

    def goes_on(self, after: str) -> None:
        print(after, flush=True)
        for table in self.tables:
            table.plays_on()

    def upgrade(self) -> None:
        """One process after the other is stopped and begun anew, as another release."""
        for app in self.apps:
            app.stop()
            app.start(COMPANION_DATABASE=BOTH_DATABASES, COMPANION_RELEASE="the next")

    def kill(self) -> None:
        for app in self.apps:
            app.kill()
            self.goes_on(f"{app.host} killed")
            app.start(COMPANION_DATABASE=BOTH_DATABASES)

    def promote(self) -> None:
        """A standby is made; the host of the database goes away; the standby takes its place."""
        self.database.sh(typed("database", "let a standby copy"))
        self.standby.sh(typed("standby", "copy the database"))
        self.standby.start()
        self.database.sh(typed("database", "wait for the standby with each entry"))
        follows = typed("database", "see that it follows")
        wait_until(lambda: self.database.sh(follows, check=False) == 0, "the standby")
        self.goes_on("standby made")
        self.network.cut_off("database")
        self.database.kill()
        self.standby.sh(typed("standby", "take its place"))

    def restore(self) -> None:
        """A dump, one more entry, and the dump put back: the tables stand as they stood then."""
        before = [table.stop() for table in self.tables]
        self.standby.sh(typed("database", "back up"))
        self.tables[0].enter()
        for app in self.apps:
            app.stop()
        self.standby.sh(typed("database", "restore"))
        self.start_apps()
        assert [len(table.log()) for table in self.tables] == before


def main(name: str) -> None:
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # the database's user goes through it
        evening = Evening(Network(name, HOSTS), folder, ends)
        evening.goes_on("begun")
        evening.upgrade()
        evening.goes_on("upgraded")
        evening.kill()
        evening.promote()
        evening.goes_on("promoted")
        evening.restore()


if __name__ == "__main__":
    main(sys.argv[1])
