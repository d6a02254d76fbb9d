"""Two app processes, operated as ``docs/operating.md`` says, and steps of other documents."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from companion.language.i18n import LANGUAGES
from tests import MAY_SKIP_NOTHING, ROOT
from tests.api.test_client import play_twelve_moves
from tests.app_server import (
    FixedResponseHandler,
    Server,
    find_free_port,
    make_caddy_command,
    serve_in_thread,
)
from tests.long.postgres import AS_POSTGRES_COMMAND, BINARIES_FOLDER, Postgres
from tests.long.processes.lan.lan_server import find_program
from tests.long.processes.players import (
    StreamListener,
    enter_until_answered,
    open_catan_table,
    play_founding,
    read_log_numbers,
)
from tests.test_docs import list_code_blocks
from tests.waiting import WAIT_SECONDS, wait_until

OPERATING_PAGE_TEXT = (ROOT / "docs" / "operating.md").read_text("utf-8")
COMMAND_BLOCKS = re.findall(
    r"<!-- on the (?:database|standby): ([a-z ]+) -->\n```sh\n(.*?)```", OPERATING_PAGE_TEXT, re.S
)
COMMAND_MARK_PATTERN = re.compile(r"<!-- (on the (database|standby): [a-z ]+|not run by a test: .+) -->")


class OperatedDatabase(Postgres):
    """A PostgreSQL server on which a test runs the commands of ``docs/operating.md``."""

    def __init__(self, database: Postgres | None = None) -> None:
        """Create a database or, if ``database`` is given, an empty folder for its standby."""
        self._primary = database or self
        self.done: list[str] = []
        super().__init__(is_empty=database is not None)

    def run_documented(self, task: str, *, check: bool = True) -> bool:
        """Run the documented commands for this task, and return whether they succeeded."""
        lines = dict(COMMAND_BLOCKS)[task].replace("-h database", f"-h 127.0.0.1 -p {self._primary.port}")
        self.done.append(task)
        return self.run_shell(lines, check=check)

    def run_shell(self, lines: str, *, check: bool = True) -> bool:
        settings = {
            "PGDATA": str(self.folder / "data"), "PGUSER": "postgres", "PGDATABASE": "companion",
            "PGHOST": str(self.folder), "PGPORT": str(self.port), "DUMPS": str(self._primary.folder),
            "STANDBY_PASSWORD": "of the standby", "PATH": f"{BINARIES_FOLDER}:{os.environ['PATH']}",
        }  # fmt: skip
        command = [*AS_POSTGRES_COMMAND, "sh", "-e", "-c", lines]
        result = subprocess.run(command, cwd=self.folder, env={**os.environ, **settings}, check=check)
        return result.returncode == 0


def test_every_documented_command_is_run_or_marked() -> None:
    lines = OPERATING_PAGE_TEXT.splitlines()
    blocks = [number for number, line in enumerate(lines) if line == "```sh"]
    assert blocks
    assert [lines[n + 1] for n in blocks if not COMMAND_MARK_PATTERN.fullmatch(lines[n - 1])] == []


@pytest.mark.usefixtures("postgres")
def test_a_table_continues_during_all_documented_operations(tmp_path: Path) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(OperatedDatabase())
        standby = stack.enter_context(OperatedDatabase(database))
        database.run_shell("createdb companion")
        hosts = "&".join(f"host=127.0.0.1:{each.port}" for each in (database, standby))
        url = f"postgresql+psycopg://postgres@/companion?{hosts}&target_session_attrs=read-write"
        servers = [stack.enter_context(Server(tmp_path, url)) for _ in range(2)]
        near, far = (server.address for server in servers)
        code, secret = open_catan_table(near)
        listener = StreamListener(far, code)
        entered = play_founding(near, code, secret)

        def check_table() -> int:
            number = enter_until_answered([near, far], code, secret, 0, "Income", {"gold": 1})
            listener.wait_for(number)
            assert read_log_numbers(far, code, secret) == list(range(1, number + 1))
            return number

        for how in (signal.SIGTERM, signal.SIGKILL):
            for server in servers:
                os.killpg(server.process.pid, how)
                server.process.wait(WAIT_SECONDS)
                server.start(COMPANION_RELEASE="the next")
                assert check_table() == (entered := entered + 1)
        database.run_documented("let a standby copy")
        standby.run_documented("copy the database")
        standby.start()
        database.run_documented("wait for the standby with each entry")
        wait_until(lambda: database.run_documented("see that it follows", check=False), "the standby")
        assert check_table() == entered + 1
        database.kill()
        standby.run_documented("take its place")
        assert check_table() == entered + 2
        standby.run_documented("back up")
        assert check_table() == entered + 3
        for server in servers:
            server.kill()
        standby.run_documented("restore")
        for server in servers:
            server.start()
        assert read_log_numbers(near, code, secret) == list(range(1, entered + 3))
        assert {*database.done, *standby.done} == dict(COMMAND_BLOCKS).keys()


TABLE_CODES = [f"TABL{number:02}" for number in range(12)]
PATH_TEMPLATES = ("/t/{}", "/t/{}/stream?shown=1", "/t/{}/enter", "/j/{}", "/api/v1/tables/{}/entries")
APP_HOSTS = "app1:8000", "app2:8000"
WriteSettings = Callable[[Path, int, Sequence[int]], list[str]]
"""Writes a proxy's settings into a folder, for a port and those of two servers; returns the command."""


def write_caddy_settings(folder: Path, _port: int, ports: Sequence[int]) -> list[str]:
    find_program("caddy")
    return make_caddy_command(folder, ports)


def write_nginx_settings(folder: Path, port: int, ports: Sequence[int]) -> list[str]:
    [settings] = re.findall(r"```nginx\n(.*?)```", OPERATING_PAGE_TEXT, re.S)
    for app, app_port in zip(APP_HOSTS, ports, strict=True):
        settings = settings.replace(app, f"127.0.0.1:{app_port}")
    file = folder / "nginx.conf"
    server = f"server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://companion; }} }}"
    main = f"daemon off; pid {folder}/pid; error_log {folder}/error; events {{}}"
    file.write_text(f"{main} http {{ access_log off; {settings} {server} }}", "utf-8")
    return [find_program("nginx"), "-c", str(file)]


@contextmanager
def run_proxy(write_settings: WriteSettings, folder: Path) -> Iterator[tuple[str, list[int]]]:
    """Run a proxy during the block, and yield (its address, the ports at which it expects two servers)."""
    port, *ports = (find_free_port() for _ in range(3))
    address = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ, "COMPANION_SITE": address, "COMPANION_PAGES": str(ROOT / "deploy"),
        "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
    }  # fmt: skip
    command = write_settings(folder, port, ports)
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            yield address, ports
        finally:
            process.terminate()
            process.wait(WAIT_SECONDS)


def get_answering_server(address: str, path: str) -> str:
    """Return the body of the response, which is the server's name; "" if no server answers."""
    request = urllib.request.Request(address + path, headers={"X-Table": "chosen by the client"})
    with suppress(OSError), urllib.request.urlopen(request, timeout=WAIT_SECONDS) as response:
        return str(response.read().decode())
    return ""


@pytest.mark.parametrize("write", [write_caddy_settings, write_nginx_settings])
def test_requests_about_a_table_reach_one_process(write: WriteSettings, tmp_path: Path) -> None:
    with run_proxy(write, tmp_path) as (address, ports), ExitStack() as first, ExitStack() as other:

        def list_answering_servers() -> set[str]:
            return {get_answering_server(address, f"/t/{code}") for code in TABLE_CODES}

        for stack, name, port in ((first, "one", ports[0]), (other, "two", ports[1])):
            handler = type(name, (FixedResponseHandler,), {"page": name.encode()})
            stack.enter_context(serve_in_thread(ThreadingHTTPServer(("127.0.0.1", port), handler)))
        wait_until(lambda: list_answering_servers() == {"one", "two"}, "both servers")
        for code in TABLE_CODES:
            assert len({get_answering_server(address, path.format(code)) for path in PATH_TEMPLATES}) == 1
        first.close()
        wait_until(lambda: list_answering_servers() == {"two"}, "the other server")


def test_the_error_page_of_the_proxy_is_in_every_language(tmp_path: Path) -> None:
    with run_proxy(write_caddy_settings, tmp_path) as (address, _):

        def find_error() -> urllib.error.HTTPError | None:
            try:
                urllib.request.urlopen(f"{address}/t/ABCDEF", timeout=WAIT_SECONDS).close()
            except OSError as error:
                return error if isinstance(error, urllib.error.HTTPError) else None
            return None

        answer = wait_until(find_error, "the proxy")
        assert answer
        assert answer.code in (502, 503)
        assert answer.headers["Content-Type"].startswith("text/html")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Companion"] is None, "phones must not take it for a response of the app"
        page = answer.read().decode()
    assert all(f'lang="{language}"' in page for language in LANGUAGES)
    assert 'http-equiv="refresh"' in page


def test_https_is_required_only_for_the_name_itself() -> None:
    config = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    headers = [line for line in config.splitlines() if "Strict-T" in line]
    assert [line.split()[1:] for line in headers] == [["Strict-Transport-Security", '"max-age=31536000"']]


def test_the_example_client_plays_a_game_over_http(own_server: Server) -> None:
    play_twelve_moves(own_server.address)


def test_the_commands_for_a_new_game_work(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--local", ROOT, clone], check=True)
    [commands] = list_code_blocks((ROOT / "docs" / "adding-a-game.md").read_text("utf-8"), "sh")
    subprocess.run(["sh", "-e", "-c", commands], cwd=clone, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/oasis"]
    result = subprocess.run(command, cwd=clone, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


@pytest.mark.skipif(
    not shutil.which("systemd-analyze") and not MAY_SKIP_NOTHING, reason="needs systemd-analyze"
)
def test_systemd_accepts_the_documented_unit(tmp_path: Path) -> None:
    program = tmp_path / "companion" / "bin" / "table-companion"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    [unit_text] = list_code_blocks((ROOT / "docs" / "hosting.md").read_text("utf-8"), "ini")
    unit = tmp_path / "table-companion.service"
    unit.write_text(unit_text, "utf-8")
    result = subprocess.run(
        ["systemd-analyze", "verify", "--user", unit], capture_output=True, text=True,
        env={**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    assert (result.returncode, unit.name in result.stderr) == (0, False), result.stderr
