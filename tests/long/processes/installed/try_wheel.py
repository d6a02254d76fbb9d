"""Installs a wheel and plays a table, on any system: ``python try_wheel.py dist/….whl``."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

START_TIMEOUT_SECONDS = 60.0
YEAR_CACHE_HEADER = "max-age=31536000"


def main(wheel: Path) -> None:
    """Install the wheel, and play, back up and restore a table. Raise an error if a step fails."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary_folder:
        folder = Path(temporary_folder)
        installed = InstalledWheel(wheel, folder)
        copy = folder / "copy.sqlite3"
        with installed.serve() as address:
            check_built_files(address)
            code, secret, before = play_table(address)
            installed.run("backup", str(copy))
            play_table(address)
        installed.run("restore", str(copy))
        with installed.serve() as address:
            assert get_scores(address, code, secret) == before, "the restored table differs"
    python = sys.version.split()[0]
    print(f"{wheel.name} serves, plays, backs up and restores on {sys.platform}, Python {python}.")


class InstalledWheel:
    """A wheel in a virtual environment of its own. Its commands find no other programs."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        venv.create(folder / "environment", with_pip=True)
        programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
        ending = ".exe" if os.name == "nt" else ""
        self.command = str(programs / f"table-companion{ending}")
        self.environment = {
            **os.environ,
            "PATH": str(programs),
            "COMPANION_DATA": str(folder / "data"),
            "COMPANION_HOST": "127.0.0.1",
        }
        pip = [str(programs / f"python{ending}"), "-m", "pip", "install", "--quiet", "--only-binary=:all:"]
        subprocess.run([*pip, str(wheel.resolve())], env=self.environment, check=True)
        self.run("--version")

    def run(self, *arguments: str) -> None:
        subprocess.run([self.command, *arguments], env=self.environment, check=True)

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Run the app's server during the block, and yield its address."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        process = subprocess.Popen([self.command, "--port", str(port)], env=self.environment)
        try:
            deadline = time.monotonic() + START_TIMEOUT_SECONDS
            while not is_running(address):
                assert process.poll() is None, "the server ended"
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait()


def is_running(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/healthz", timeout=5).close()
    except OSError:
        return False
    return True


def check_built_files(address: str) -> None:
    """Assert that the home page loads built scripts and styles, which browsers may cache for a year."""
    with urllib.request.urlopen(f"{address}/") as answer:
        page = answer.read().decode()
    files = re.findall(r'(?:src|href)="(/static/(?:chunks|js|css)/[^"]+)"', page)
    assert any(name.startswith("/static/chunks/") for name in files), f"not built: {files}"
    for name in files:
        with urllib.request.urlopen(f"{address}{name}") as answer:
            assert answer.read()
            assert YEAR_CACHE_HEADER in answer.headers["Cache-Control"], name


def play_table(address: str) -> tuple[str, str, Any]:
    """Make 20 legal moves at a new table. Return (code, secret, scores)."""
    table = send_request(f"{address}/api/v1/tables", {"game": "giza", "seats": ["Ana", "Bo"]})
    code, secret = table["code"], table["secret"]
    url = f"{address}/api/v1/tables/{code}"
    for number in range(20):
        seat = send_request(url, secret=secret)["awaiting"]["seats"][0]
        moves = send_request(f"{url}/legal?seat={seat}", secret=secret)["moves"]
        entry = {"seat": seat, **moves[number % len(moves)], "key": f"try-{number:06d}"}
        send_request(f"{url}/entries", entry, secret)
    return code, secret, get_scores(address, code, secret)


def get_scores(address: str, code: str, secret: str) -> Any:
    return send_request(f"{address}/api/v1/tables/{code}/scores", secret=secret)


def send_request(url: str, body: Any = None, secret: str = "") -> Any:
    """Send a request to the API and return the JSON. Raise HTTPError for an error status."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
