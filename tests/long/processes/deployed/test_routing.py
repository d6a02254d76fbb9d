"""The proxy sends all requests about a table to the same app process, or to the other one if that does
not run.
"""

import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import NOTHING_SKIPPED, ROOT
from tests.app_server import FixedResponseHandler, find_free_port, make_caddy_command, serve_in_thread
from tests.waiting import WAIT_SECONDS, wait_until

TABLE_CODES = [f"TABL{number:02}" for number in range(12)]
PATH_TEMPLATES = ("/t/{}", "/t/{}/stream?shown=1", "/t/{}/enter", "/j/{}", "/api/v1/tables/{}/entries")
APP_HOSTS = "app1:8000", "app2:8000"


Program = Callable[[Path, int, Sequence[int]], list[str]]
"""Writes a proxy's settings into a folder, for a port and those of two servers; returns the command."""


def make_nginx_command(folder: Path, port: int, ports: Sequence[int]) -> list[str]:
    document = (ROOT / "docs" / "operating.md").read_text("utf-8")
    [settings] = re.findall(r"```nginx\n(.*?)```", document, re.S)
    for app, app_port in zip(APP_HOSTS, ports, strict=True):
        settings = settings.replace(app, f"127.0.0.1:{app_port}")
    file = folder / "nginx.conf"
    server = f"server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://companion; }} }}"
    main = f"daemon off; pid {folder}/pid; error_log {folder}/error; events {{}}"
    file.write_text(f"{main} http {{ access_log off; {settings} {server} }}", "utf-8")
    return ["nginx", "-c", str(file)]


PROGRAMS: dict[str, Program] = {
    "caddy": lambda folder, _, ports: make_caddy_command(folder, ports),
    "nginx": make_nginx_command,
}


def make_named_server(name: str, port: int) -> ThreadingHTTPServer:
    kind = type(name, (FixedResponseHandler,), {"page": name.encode()})
    return ThreadingHTTPServer(("127.0.0.1", port), kind)


@contextmanager
def run_proxy(name: str, folder: Path) -> Iterator[tuple[str, list[int]]]:
    """Run a proxy. Yield (its address, the ports of two servers). The servers do not run yet."""
    if shutil.which(name) is None:
        if NOTHING_SKIPPED:
            pytest.fail(f"no {name} here, and nothing may be skipped")
        pytest.skip(f"install {name} to run this")
    port, *ports = (find_free_port() for _ in range(3))
    address = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "COMPANION_SITE": address, "HOME": str(folder)}
    command = PROGRAMS[name](folder, port, ports)
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            yield address, ports
        finally:
            process.terminate()
            process.wait(WAIT_SECONDS)


def get_answering_server(address: str, path: str) -> str:
    """Return the name of the server that answers a request to this path; "" if none answers."""
    request = urllib.request.Request(address + path, headers={"X-Table": "chosen by the client"})
    with suppress(OSError), urllib.request.urlopen(request, timeout=WAIT_SECONDS) as response:
        return str(response.read().decode())
    return ""


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_requests_about_a_table_reach_one_process(name: str, tmp_path: Path) -> None:
    with run_proxy(name, tmp_path) as (address, ports), ExitStack() as first, ExitStack() as second:

        def names() -> set[str]:
            return {get_answering_server(address, f"/t/{code}") for code in TABLE_CODES}

        first.enter_context(serve_in_thread(make_named_server("one", ports[0])))
        second.enter_context(serve_in_thread(make_named_server("two", ports[1])))
        wait_until(lambda: names() == {"one", "two"}, "both servers")
        for code in TABLE_CODES:
            assert len({get_answering_server(address, path.format(code)) for path in PATH_TEMPLATES}) == 1
        first.close()
        wait_until(lambda: names() == {"two"}, "the other server")
