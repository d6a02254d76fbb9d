"""The programs on the hosts (proxy, app processes, databases) with the settings in ``deploy/``."""

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
from tests.long.postgres import AS_POSTGRES_COMMAND, BINARIES_FOLDER
from tests.long.processes.deployed.network import Network
from tests.long.processes.players import REQUEST_TIMEOUT_SECONDS
from tests.waiting import WAIT_SECONDS, wait_until

DEPLOY_FOLDER = ROOT / "deploy"
SITE_NAME = "table.local"
SITE_ADDRESS = f"https://{SITE_NAME}"
PASSWORD = "a/b@c: d"
"""A password with characters that have a meaning in URLs."""
DATABASE_URL = (
    "postgresql+psycopg://companion@/companion"
    "?host=database:5432&host=standby:5432&target_session_attrs=read-write"
)


def get_service(name: str) -> dict[str, Any]:
    services: dict[str, dict[str, Any]] = yaml.safe_load(
        (DEPLOY_FOLDER / "compose.yaml").read_text("utf-8")
    )["services"]
    return services[name]


class Program:
    """A program on a host. Tests can stop, kill and start it."""

    def __init__(self, network: Network, host: str, folder: Path) -> None:
        self.network, self.host, self.folder = network, host, folder / host
        self.folder.mkdir(mode=0o755)
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, command: list[str], **environment: str) -> None:
        """Start this command on the host. The program's output goes to the file ``log``."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.network.make_command(self.host, *command), cwd=ROOT, stdout=log, stderr=log,
                env={**os.environ, **environment}, start_new_session=True,
            )  # fmt: skip

    def signal(self, number: signal.Signals) -> None:
        """Send this signal to the program if it runs, and wait until it ends."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number)
            self.process.wait(WAIT_SECONDS)

    def stop(self) -> None:
        """Stop the program with the signal that an operator would use."""
        self.signal(signal.SIGTERM)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)


class AppProcess(Program):
    """One process of the app, with the settings in the compose file."""

    def start(self, **environment: str) -> None:
        password = self.folder / "password"
        password.write_text(PASSWORD, "utf-8")
        settings = {
            name: fill_in_variables(value, COMPANION_SITE=SITE_NAME, COMPANION_SECRET="of the test")
            for name, value in get_service(self.host)["environment"].items()
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
        script = f"import urllib.request as u; u.urlopen('{url}', timeout={REQUEST_TIMEOUT_SECONDS})"
        command = self.network.make_command("proxy", sys.executable, "-c", script)
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Proxy(Program):
    """Caddy with the configuration in ``deploy/``."""

    def start(self) -> None:
        """Start Caddy, and wait until it has written the certificate of its CA."""
        home = str(self.folder)
        self.run(
            ["caddy", "run", "--config", str(DEPLOY_FOLDER / "Caddyfile"), "--adapter", "caddyfile"],
            COMPANION_SITE=SITE_NAME, COMPANION_PAGES=str(DEPLOY_FOLDER), HOME=home, XDG_DATA_HOME=home,
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
        if AS_POSTGRES_COMMAND:
            shutil.chown(self.folder, "postgres")
        self.settings = {
            "PGDATA": str(self.folder / "data"), "PGUSER": "companion", "PGDATABASE": "companion",
            "PGPASSWORD": PASSWORD, "PGHOST": str(self.folder), "STANDBY_PASSWORD": "of the standby",
            "DUMPS": str(self.folder),
        }  # fmt: skip

    def create(self) -> None:
        """Create an empty database with a password that other hosts can reach, as the container image
        does.
        """
        self.run_shell('echo "$PGPASSWORD" > "$DUMPS/password"\n'
                'initdb -A scram-sha-256 -U companion --pwfile "$DUMPS/password"\n'
                'echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"')  # fmt: skip
        self.start()
        self.run_shell("createdb companion")

    def start(self) -> None:
        assert BINARIES_FOLDER is not None
        _, *options = get_service("database")["command"]
        options += ["-c", "listen_addresses=*", "-k", str(self.folder)]
        postgres = [*AS_POSTGRES_COMMAND, str(BINARIES_FOLDER / "postgres")]
        self.run([*postgres, "-D", self.settings["PGDATA"], *options])
        wait_until(lambda: self.run_shell("pg_isready", check=False) == 0, f"{self.host} answers")

    def stop(self) -> None:
        """Stop PostgreSQL by a fast shutdown."""
        self.signal(signal.SIGINT)

    def run_shell(self, lines: str, check: bool = True) -> int:
        path = f"{BINARIES_FOLDER}{os.pathsep}{os.environ['PATH']}"
        command = self.network.make_command(self.host, *AS_POSTGRES_COMMAND, "sh", "-e", "-c", lines)
        with (self.folder / "log").open("ab") as log:
            return subprocess.run(
                command, check=check, cwd=self.folder, stdout=log, stderr=log,
                env={**os.environ, **self.settings, "PATH": path},
            ).returncode  # fmt: skip


def fill_in_variables(value: str, **variables: str) -> str:
    """Return a value of the compose file, in which these values or the defaults replace the variables."""
    return re.sub(
        r"\$\{(\w+)(?::([-?])([^}]*))?\}",
        lambda match: variables.get(match[1], match[3] if match[2] == "-" else ""),
        value,
    )
