"""The programs on the hosts: proxy, app processes and databases, with the settings in ``deploy/``."""

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
from tests.long.processes.players import REQUEST_TIMEOUT
from tests.waiting import WAIT_SECONDS, wait_until

DEPLOY = ROOT / "deploy"
SITE = "table.local"
ADDRESS = f"https://{SITE}"
PASSWORD = "a/b@c: d"
"""A password with characters that have a meaning in URLs."""
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
    """A program on a host, which can be stopped, killed and started again."""

    def __init__(self, network: Network, host: str, folder: Path) -> None:
        self.network, self.host, self.folder = network, host, folder / host
        self.folder.mkdir(mode=0o755)
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, command: list[str], **environment: str) -> None:
        """Start the program. Its output goes to the file ``log``."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.network.command_on(self.host, *command), cwd=ROOT, stdout=log, stderr=log,
                env={**os.environ, **environment}, start_new_session=True,
            )  # fmt: skip

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program if it runs, and wait until it ends."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number)
            self.process.wait(WAIT_SECONDS)

    def stop(self) -> None:
        """Stop the program as an operator does."""
        self.signal(signal.SIGTERM)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)


class App(Program):
    """One app process, with the settings of the compose file."""

    def start(self, **environment: str) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD, "utf-8")
        settings = {
            name: fill_in(value, COMPANION_SITE=SITE, COMPANION_SECRET="of the test")
            for name, value in service(self.host)["environment"].items()
        }
        settings |= {
            "COMPANION_DATABASE_PASSWORD_FILE": str(password),
            "COMPANION_DATA": str(self.folder / "data"),
            "COMPANION_RATE_LIMITS": "0",  # all phones of the test have one address
        }
        self.run([sys.executable, "-m", "companion"], **(settings | environment))
        wait_until(self.is_ready, f"{self.host} is ready")

    def is_ready(self) -> bool:
        url = f"http://{self.host}:8000/readyz"
        script = f"import urllib.request as u; u.urlopen('{url}', timeout={REQUEST_TIMEOUT})"
        command = self.network.command_on("proxy", sys.executable, "-c", script)
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Proxy(Program):
    """Caddy with the configuration in ``deploy/``."""

    def start(self) -> None:
        """Start Caddy and wait for the certificate of its CA."""
        home = str(self.folder)
        self.run(
            ["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
            COMPANION_SITE=SITE, COMPANION_PAGES=str(DEPLOY), HOME=home, XDG_DATA_HOME=home,
            XDG_CONFIG_HOME=home,
        )  # fmt: skip
        wait_until(self.ca_certificate.exists, "the proxy has its CA")

    @property
    def ca_certificate(self) -> Path:
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"


class Database(Program):
    """PostgreSQL on a host of its own, with the options in the compose file."""

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
        """Create an empty database with a password, open to the other hosts, as the image does."""
        self.run_shell('echo "$PGPASSWORD" > "$DUMPS/password"\n'
                'initdb -A scram-sha-256 -U companion --pwfile "$DUMPS/password"\n'
                'echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"')  # fmt: skip
        self.start()
        self.run_shell("createdb companion")

    def start(self) -> None:
        assert BINARIES is not None
        _, *options = service("database")["command"]
        options += ["-c", "listen_addresses=*", "-k", str(self.folder)]
        postgres = [*AS_POSTGRES, str(BINARIES / "postgres")]
        self.run([*postgres, "-D", self.settings["PGDATA"], *options])
        wait_until(lambda: self.run_shell("pg_isready", check=False) == 0, f"{self.host} answers")

    def stop(self) -> None:
        """Stop PostgreSQL with its fast shutdown."""
        self.signal(signal.SIGINT)

    def run_shell(self, lines: str, check: bool = True) -> int:
        path = f"{BINARIES}{os.pathsep}{os.environ['PATH']}"
        command = self.network.command_on(self.host, *AS_POSTGRES, "sh", "-e", "-c", lines)
        with (self.folder / "log").open("ab") as log:
            return subprocess.run(
                command, check=check, cwd=self.folder, stdout=log, stderr=log,
                env={**os.environ, **self.settings, "PATH": path},
            ).returncode  # fmt: skip


def fill_in(value: str, **variables: str) -> str:
    """Return a value of the compose file with its variables replaced, by these or by its defaults."""
    return re.sub(
        r"\$\{(\w+)(?::([-?])([^}]*))?\}",
        lambda match: variables.get(match[1], match[3] if match[2] == "-" else ""),
        value,
    )
