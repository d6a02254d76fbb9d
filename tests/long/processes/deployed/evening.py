"""``make deploy-test``: an evening on the hosts of ``deploy/``, with all that an operator does to them.

Proxy, two app processes, a database and its standby stand on hosts of their own (network namespaces, so it
needs root); the phones, too. The operator types what ``docs/operating.md`` says, read from there.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import ROOT
from tests.long.processes.deployed.network import Network, network
from tests.long.processes.deployed.programs import (
    ADDRESS,
    BOTH_DATABASES,
    SITE,
    App,
    Database,
    Proxy,
    until,
)
from tests.long.processes.deployed.tables import Table

HOSTS = ("proxy", "app1", "app2", "database", "standby", "phones")
SOON = 3.0
"""Seconds within which an entry is on both phones when one process is killed."""
_BLOCK = re.compile(r"<!-- on the (database|standby): ([a-z ]+) -->\n```sh\n(.*?)```", re.S)


def typed(host: str, what: str) -> str:
    """The lines that ``docs/operating.md`` gives for it."""
    text = (ROOT / "docs" / "operating.md").read_text()
    blocks: dict[tuple[str, str], str] = {
        (where, does): lines for where, does, lines in _BLOCK.findall(text)
    }
    return blocks[host, what]


class Evening:
    """All hosts, running, and the tables that play there."""

    def __init__(self, cables: Network, folder: Path, ends: ExitStack) -> None:
        self.network = cables
        self.database, self.standby = (
            Database(cables, host, folder) for host in ("database", "standby")
        )
        self.apps = [App(cables, host, folder) for host in ("app1", "app2")]
        self.proxy = Proxy(cables, "proxy", folder)
        for program in (self.database, self.standby, *self.apps, self.proxy):
            ends.callback(program.kill)
        self.tables: list[Table] = []
        self._phase = 0.0

    def begin(self, tables: int, think: float) -> None:
        """Start everything, trust the proxy's authority, and open the tables."""
        self.database.create()
        for app in self.apps:
            app.start(COMPANION_DATABASE=BOTH_DATABASES)
        self.proxy.start()
        os.environ["SSL_CERT_FILE"] = str(self.proxy.authority)
        self.tables = [Table(ADDRESS, think) for _ in range(tables)]
        for table in self.tables:
            table.start(think / tables)
        self._phase = time.monotonic()

    def tell(self, what: str, figure: str = "") -> None:
        """One line of figures of what happened since the last one."""
        delays = sorted(delay for table in self.tables for delay in table.delays(self._phase))
        assert delays, f"nobody entered anything: {what}"
        parts = [f"{name} {delays[int(share * (len(delays) - 1))]:.2f} s"
                 for name, share in (("p50", 0.5), ("p95", 0.95), ("slowest", 1))]  # fmt: skip
        print(
            f"{what}: {figure}{len(delays)} entries, on both phones {', '.join(parts)}", flush=True
        )
        self._phase = time.monotonic()

    def upgrade(self) -> None:
        """One process after the other is stopped and begun anew, as another release."""
        for app in self.apps:
            app.stop()
            app.start(COMPANION_DATABASE=BOTH_DATABASES, COMPANION_RELEASE="the next")
        self.tell("upgrade, one process after the other")

    def kill_a_process(self, app: App) -> None:
        """Signal 9; a tap on that moment is soon on both phones of its table."""
        app.kill()
        took = max(table.next_on_both() for table in self.tables[:2])
        assert took <= SOON, took
        time.sleep(1)
        self.tell(f"{app.host} killed", f"the next entry on both phones after {took:.2f} s; ")
        app.start(COMPANION_DATABASE=BOTH_DATABASES)

    def promote(self) -> None:
        """A standby is made; the host of the database goes away; the standby takes its place."""
        self.database.sh(typed("database", "let a standby copy"))
        self.standby.sh(typed("standby", "copy the database"))
        self.standby.start()
        self.database.sh(typed("database", "wait for the standby with each entry"))
        until(
            lambda: self.database.sh(typed("database", "see that it follows"), check=False) == 0,
            "the standby follows",
        )  # fmt: skip
        self.tell("standby made")
        time.sleep(2)
        self.tell("each entry on both databases")
        self.network.cut_off("database")
        self.database.kill()
        gone = time.monotonic()
        self.standby.sh(typed("standby", "take its place"))
        took = self.tables[0].next_on_both()
        silent = time.monotonic() - gone
        time.sleep(2)
        self.tell(
            "standby promoted",
            f"the next entry on both phones {took:.1f} s after, {silent:.1f} s after the host went; ",
        )

    def restore(self) -> None:
        """A dump, more entries, and the dump put back: the tables stand as they stood then."""
        for table in self.tables:
            table.stop()
        before = [table.check() for table in self.tables]
        self.standby.sh(typed("database", "back up"))
        self.tables[0].next_on_both()
        for app in self.apps:
            app.stop()
        self.standby.sh(typed("database", "restore"))
        for app in self.apps:
            app.start(COMPANION_DATABASE=BOTH_DATABASES)
        assert [table.entries() for table in self.tables] == before
        print(
            f"dump put back: {sum(before)} entries at {len(before)} tables, as they stood",
            flush=True,
        )


def main() -> None:
    """Build the hosts, and begin anew as the phones' host."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.processes.deployed.evening")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument(
        "--think", type=float, default=4.0, help="seconds between entries of a table"
    )
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--within", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.within:
        play(Network(given.within, HOSTS), given)
        return
    with network(f"deployed{os.getpid()}", HOSTS, {SITE: "proxy"}) as cables:
        again = [
            sys.executable,
            "-m",
            "tests.long.processes.deployed.evening",
            *sys.argv[1:],
            "--within",
            cables.name,
        ]
        sys.exit(subprocess.run(cables.on("phones", *again), cwd=ROOT, check=False).returncode)


def play(cables: Network, given: argparse.Namespace) -> None:
    """The evening, as it is seen from the phones."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # the database's user goes through it
        evening = Evening(cables, folder, ends)
        evening.begin(given.tables, given.think)
        time.sleep(5)
        evening.tell(f"{given.tables} tables, {2 * given.tables} streams")
        evening.upgrade()
        for turn in range(given.kills):
            evening.kill_a_process(evening.apps[turn % 2])
        evening.promote()
        evening.restore()


if __name__ == "__main__":
    main()
