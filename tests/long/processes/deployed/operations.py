"""Runs the app on the hosts of ``deploy/``, while a simulated operator does everything in
``docs/operating.md``.

The proxy, two app processes, a database and its standby run in network namespaces, which requires root.
This script itself runs in the namespace of the phones.
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
from tests.long.processes.deployed.programs import DATABASE_URL, SITE_ADDRESS, AppProcess, Database, Proxy
from tests.long.processes.players import (
    StreamListener,
    call_api,
    enter_until_answered,
    open_catan_table,
    read_log_numbers,
)
from tests.waiting import WAIT_SECONDS, wait_until

HOST_NAMES = ("proxy", "app1", "app2", "database", "standby", "phones")
TABLE_COUNT = 3
_COMMAND_BLOCK_PATTERN = re.compile(r"<!-- on the (database|standby): ([a-z ]+) -->\n```sh\n(.*?)```", re.S)


def read_documented_commands(host: str, task: str) -> str:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    [lines] = [
        lines
        for block_host, block_task, lines in _COMMAND_BLOCK_PATTERN.findall(text)
        if (block_host, block_task) == (host, task)
    ]
    return str(lines)


def is_reached() -> bool:
    """Return whether the proxy answers with a response of the app."""
    try:
        return bool(call_api(SITE_ADDRESS, "/games")[0] == 200)
    except OSError:
        return False


SEAT_COUNT = 3
ENTRY_INTERVAL_SECONDS = 0.5
"""Seconds between two entries of a table."""


class PlayedTable:
    """A table at which a thread makes entries until it is stopped. It keeps all responses."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._code, self._secret = open_catan_table(address, SEAT_COUNT)
        self._phones = [StreamListener(address, self._code) for _ in range(2)]
        self._stopped = threading.Event()
        self._player = threading.Thread(target=self._play, daemon=True)
        self._sent: list[int] = []
        self._player.start()

    def _play(self) -> None:
        for seat, move, data in _iterate_moves():
            self._sent.append(
                enter_until_answered([self._address], self._code, self._secret, seat, move, data)
            )
            if self._stopped.wait(ENTRY_INTERVAL_SECONDS):
                return

    def wait_for_new_entry(self) -> None:
        """Wait until both phones have received an entry that was made after this call."""
        before = len(self._sent)
        wait_until(lambda: len(self._sent) > before + 1, "an entry")
        for phone in self._phones:
            phone.wait_for(self._sent[-1])

    def stop(self) -> int:
        """Stop the thread and check that no entry is lost or doubled. Return the number of entries."""
        self._stopped.set()
        self._player.join(WAIT_SECONDS)
        assert not self._player.is_alive()
        log = self.log()
        assert log == list(range(1, len(log) + 1))
        assert self._sent == log
        for phone in self._phones:
            phone.wait_for(len(log))
        return len(log)

    def enter(self) -> None:
        enter_until_answered([self._address], self._code, self._secret, 0, "Income", {"gold": 1})

    def log(self) -> list[int]:
        return read_log_numbers(self._address, self._code, self._secret)


def _iterate_moves() -> Iterator[tuple[int, str, dict[str, int]]]:
    order = range(SEAT_COUNT)
    for seat in (*order, *reversed(order), *order):
        yield seat, "Found", {}
    yield 0, "Roll", {"total": 6}
    for number in itertools.count():
        yield number % SEAT_COUNT, "Income", {"gold": 1}


class Deployment:
    def __init__(self, network: Network, folder: Path, stack: ExitStack) -> None:
        self.network = network
        self.database, self.standby = (Database(network, host, folder) for host in ("database", "standby"))
        self.apps = [AppProcess(network, host, folder) for host in ("app1", "app2")]
        proxy = Proxy(network, "proxy", folder)
        for program in (self.database, self.standby, *self.apps, proxy):
            stack.callback(program.kill)
        self.database.create()
        self.start_apps()
        proxy.start()
        os.environ["SSL_CERT_FILE"] = str(proxy.ca_certificate)
        wait_until(is_reached, "the proxy's certificate")
        self.tables = [PlayedTable(SITE_ADDRESS) for _ in range(TABLE_COUNT)]

    def start_apps(self) -> None:
        for app in self.apps:
            app.start(COMPANION_DATABASE=DATABASE_URL)

    def check_tables(self, after: str) -> None:
        print(after, flush=True)
        for table in self.tables:
            table.wait_for_new_entry()

    def upgrade(self) -> None:
        """Replace one app process after the other by another release."""
        for app in self.apps:
            app.stop()
            app.start(COMPANION_DATABASE=DATABASE_URL, COMPANION_RELEASE="the next")

    def kill(self) -> None:
        for app in self.apps:
            app.kill()
            self.check_tables(f"{app.host} killed")
            app.start(COMPANION_DATABASE=DATABASE_URL)

    def promote(self) -> None:
        """Create a standby, disconnect the database, and make the standby the database."""
        self.database.run_shell(read_documented_commands("database", "let a standby copy"))
        self.standby.run_shell(read_documented_commands("standby", "copy the database"))
        self.standby.start()
        self.database.run_shell(
            read_documented_commands("database", "wait for the standby with each entry")
        )
        follow_command = read_documented_commands("database", "see that it follows")
        wait_until(lambda: self.database.run_shell(follow_command, check=False) == 0, "the standby")
        self.check_tables("standby made")
        self.network.disconnect("database")
        self.database.kill()
        self.standby.run_shell(read_documented_commands("standby", "take its place"))

    def restore(self) -> None:
        """Dump the database, make an entry, and restore the dump. Assert that the entry is gone."""
        before = [table.stop() for table in self.tables]
        self.standby.run_shell(read_documented_commands("database", "back up"))
        self.tables[0].enter()
        for app in self.apps:
            app.stop()
        self.standby.run_shell(read_documented_commands("database", "restore"))
        self.start_apps()
        assert [len(table.log()) for table in self.tables] == before


def main(name: str) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # the user of PostgreSQL must be able to enter it
        deployment = Deployment(Network(name, HOST_NAMES), folder, stack)
        deployment.check_tables("begun")
        deployment.upgrade()
        deployment.check_tables("upgraded")
        deployment.kill()
        deployment.promote()
        deployment.check_tables("promoted")
        deployment.restore()


if __name__ == "__main__":
    main(sys.argv[1])
