"""What runs on the hosts: the proxy, the app processes and the databases, as ``deploy/`` says."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests import ROOT
from tests.long.postgres import AS_POSTGRES, BINARIES
from tests.long.processes.deployed.network import Network
from tests.long.processes.players import GIVES_UP
from tests.waiting import WAIT_SECONDS, wait_until

DEPLOY = ROOT / "deploy"
SITE = "table.local"
ADDRESS = f"https://{SITE}"
PASSWORD = "a/b@c: d"
"""With signs that mean something in a URL."""
BOTH_DATABASES = (
    "postgresql+psycopg://companion@/companion"
    "?host=database:5432&host=standby:5432&target_session_attrs=read-write"
)


def service(name: str) -> dict[str, Any]:
    services: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))[
        "services"
    ]
    return services[name]


class Program:
    """A program on a host; it can be stopped, killed and started anew."""

    def __init__(self, network: Network, host: str, folder: Path) -> None:
        self.network, self.host, self.folder = network, host, folder / host
        self.folder.mkdir(mode=0o755)
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, command: list[str], **given: str) -> None:
        """Start it. What it says is in the file ``log``."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.network.on(self.host, *command), cwd=ROOT, stdout=log, stderr=log,
                env={**os.environ, **given}, start_new_session=True,
            )  # fmt: skip

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs, and wait until it is gone."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number)
            self.process.wait(WAIT_SECONDS)

    def stop(self) -> None:
        """As whoever runs it stops it."""
        self.signal(signal.SIGTERM)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)


class App(Program):
    """One app process, with the settings of the compose file."""

    def start(self, **given: str) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD, "utf-8")
        settings = {
            name: filled_in(value, COMPANION_SITE=SITE, COMPANION_SECRET="of the test")
            for name, value in service(self.host)["environment"].items()
        }
        settings |= {
            "COMPANION_DATABASE_PASSWORD_FILE": str(password),
            "COMPANION_DATA": str(self.folder / "data"),
            "COMPANION_RATE_LIMITS": "0",  # all phones have one address here
        }
        self.run([sys.executable, "-m", "companion"], **(settings | given))
        wait_until(self.is_ready, f"{self.host} is ready")

    def is_ready(self) -> bool:
        ask = f"import urllib.request as u; u.urlopen('http://{self.host}:8000/readyz', timeout={GIVES_UP})"
        asked = self.network.on("proxy", sys.executable, "-c", ask)
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0


class Proxy(Program):
    """Caddy with the file that is shipped, as it is."""

    def start(self) -> None:
        """Start it and wait for the certificate of its own authority."""
        home = str(self.folder)
        self.run(
            ["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
            COMPANION_SITE=SITE, COMPANION_PAGES=str(DEPLOY), HOME=home, XDG_DATA_HOME=home,
            XDG_CONFIG_HOME=home,
        )  # fmt: skip
        wait_until(self.authority.exists, "the proxy has its authority")

    @property
    def authority(self) -> Path:
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"


class Database(Program):
    """PostgreSQL on a host of its own, with what the compose file gives it."""

    def __init__(self, network: Network, host: str, folder: Path) -> None:
        super().__init__(network, host, folder)
        if AS_POSTGRES:
            shutil.chown(self.folder, "postgres")
        self.settings = {
            "PGDATA": str(self.folder / "data"), "PGUSER": "companion", "PGDATABASE": "companion",
            "PGPASSWORD": PASSWORD, "PGHOST": str(self.folder), "STANDBY_PASSWORD": "of the standby",
            "DUMPS": str(self.folder),
        }  # fmt: skip

    def create(self) -> None:
        """An empty database with a password, open to the other hosts, as the image makes it."""
        self.sh('echo "$PGPASSWORD" > "$DUMPS/password"\n'
                'initdb -A scram-sha-256 -U companion --pwfile "$DUMPS/password"\n'
                'echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"')  # fmt: skip
        self.start()
        self.sh("createdb companion")

    def start(self) -> None:
        assert BINARIES is not None
        _, *options = service("database")["command"]
        options += ["-c", "listen_addresses=*", "-k", str(self.folder)]
        postgres = [*AS_POSTGRES, str(BINARIES / "postgres")]
        self.run([*postgres, "-D", self.settings["PGDATA"], *options])
        wait_until(lambda: self.sh("pg_isready", check=False) == 0, f"{self.host} answers")

    def stop(self) -> None:
        """Have it write down what it has, and end."""
        self.signal(signal.SIGINT)

    def sh(self, lines: str, check: bool = True) -> int:
        path = f"{BINARIES}{os.pathsep}{os.environ['PATH']}"
        command = self.network.on(self.host, *AS_POSTGRES, "sh", "-e", "-c", lines)
        with (self.folder / "log").open("ab") as log:
            return subprocess.run(
                command, check=check, cwd=self.folder, stdout=log, stderr=log,
                env={**os.environ, **self.settings, "PATH": path},
            ).returncode  # fmt: skip


def filled_in(value: str, **given: str) -> str:
    """A value of the compose file with its variables: given, or as it says for when they are not."""
    return re.sub(
        r"\$\{(\w+)(?::([-?])([^}]*))?\}",
        lambda found: given.get(found[1], found[3] if found[2] == "-" else ""),
        value,
    )
