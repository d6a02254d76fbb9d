"""Every command in the README and the hosting pages is run by a test."""

import functools
import io
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.server.app import migrate
from companion.server.data_folder import move_older_data
from tests import ROOT
from tests.app_server import find_free_port
from tests.conftest import open_app
from tests.operating.test_backups import count_entries
from tests.people import hosting
from tests.test_docs import blocks

PAGES = ("README.md", "README.fr.md", "docs/hosting.md", "docs/hosting.fr.md")
INSTALLED = "~/companion/bin/table-companion"
DATABASE = Path(".local/share/table-companion/companion.sqlite3")
WHEEL = "tests/long/processes/installed/test_wheel.py"
TESTED_BY = {
    r"make run": WHEEL,
    r"sudo apt-get (update|.*python3-venv)|python3 -m venv .*|~/companion/bin/pip( install .*)?": WHEEL,
    rf"{re.escape(INSTALLED)}( --port \d+)?": WHEEL,
    r"make offline": "tests/long/processes/installed/release.py",
    r"make site": "tests/long/phone/test_static_site.py",
    r"make test": ".ci/run",
    r"systemctl .*|loginctl .*": "tests/long/processes/test_documented_steps.py",
    r"COMPANION_ADDRESS=\S* COMPANION_HTTPS=proxy .*": "tests/long/processes/operating/test_operating.py",
    r"tailscale .*": "needs an account",
    r"docker (build|run|logs|stop|start|rm) .*": "tests/operating/test_container.py",
    r"py -m .*": "needs Windows",
    r"sudo apt-get .*python3.11-venv": "needs Ubuntu 22.04",
    r"uv python install .*|python3 --version": "is not ours",
}
"""Patterns of commands, with the test that covers them or the reason why none does."""
INLINE = re.compile(
    r"`((?:make|py|python3|uv|sudo|systemctl|loginctl|table-companion) [^`\n]+"
    r"|(?:~/companion|\.venv)/bin/[^`\n]+)`"
)


def commands(page: str) -> list[str]:
    """Return the commands of a page, those in blocks first."""
    text = (ROOT / page).read_text("utf-8")
    in_blocks = "\n".join(blocks(text, "sh")).splitlines()
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    return [line.strip() for line in in_blocks if line.strip()] + INLINE.findall(prose)


def app_commands(page: str) -> list[str]:
    """Return the commands of the installed app that this module runs."""
    return [line for line in commands(page) if re.match(rf"{re.escape(INSTALLED)} [a-z]", line)]


@contextmanager
def user(home: Path) -> Iterator[None]:
    """Set the environment of a user without settings. Data of this checkout is not moved."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COMPANION_DATA", "COMPANION_DATABASE", "XDG_DATA_HOME"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        move_data = functools.partial(move_older_data, project=home / "no project")
        patch.setattr("companion.__main__.move_older_data", move_data)
        yield


def run(line: str, home: Path) -> tuple[int, str]:
    """Run a command as the user's shell does. Return its exit code and its output."""
    printed = io.StringIO()
    with (
        user(home), redirect_stdout(printed), redirect_stderr(printed),
        pytest.MonkeyPatch.context() as patch,
    ):  # fmt: skip
        patch.setenv("COMPANION_HOST", "127.0.0.1")
        patch.setenv("COMPANION_PORT", str(find_free_port()))
        patch.setattr("sys.argv", [os.path.expanduser(word) for word in shlex.split(line)])
        try:
            main()
        except SystemExit as end:
            if isinstance(end.code, int):
                return end.code, printed.getvalue()
            return 1, f"{printed.getvalue()}{end.code}"
    return 0, printed.getvalue()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder whose data folder contains one table with one entry."""
    with user(tmp_path), open_app({"TESTING": True, "RATELIMIT_ENABLED": False}) as app:
        migrate(app)
        assert hosting(app, "giza", ["Ana", "Bo"]).enter(kind="note", text="tea").status_code == 200
    assert count_entries(tmp_path / DATABASE) == 1
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_every_documented_command_is_run_by_a_test(page: str) -> None:
    others = [line for line in commands(page) if line not in app_commands(page)]
    assert [line for line in others if not any(re.fullmatch(pattern, line) for pattern in TESTED_BY)] == []
    assert [test for test in TESTED_BY.values() if "/" in test and not (ROOT / test).is_file()] == []


@pytest.mark.parametrize("page", ["docs/hosting.md", "docs/hosting.fr.md"])
def test_the_documented_commands_of_the_app_work(page: str, home: Path) -> None:
    """The commands run in the order of the page, on a database with one entry."""
    shutil.copytree(home / DATABASE.parent, home / "0.1.0" / "instance")
    for line in app_commands(page):
        code, printed = run(line.replace("OLD-FOLDER", str(home / "0.1.0")), home)
        expected_code = 14 if "check" in line else 0  # this test listens on loopback only
        assert code == expected_code, (line, printed)
    copies = list(home.glob("*.sqlite3"))
    assert [count_entries(file) for file in [*copies, home / DATABASE]] == [1, 1]


def test_a_backup_of_an_empty_database_is_refused(tmp_path: Path) -> None:
    """The first run has no database, the second an empty one."""
    for _ in range(2):
        code, printed = run(f"{INSTALLED} backup ~/monday.sqlite3", tmp_path)
        assert code == 1
        assert f"There is nothing in {tmp_path / DATABASE}" in printed
        assert not list(tmp_path.glob("monday*"))


def test_a_backup_moves_to_another_computer_with_its_ca(home: Path, tmp_path: Path) -> None:
    """The source is a backup with the folder beside it, or the data folder itself."""
    ca_folder = home / DATABASE.parent / "authority"
    ca_folder.mkdir()
    (ca_folder / "name").write_text("table-7k3q.local", "utf-8")
    assert run(f"{INSTALLED} backup ~/monday.sqlite3", home)[0] == 0
    for number, source in enumerate((home / "monday.sqlite3", home / DATABASE)):
        other = tmp_path / f"another computer {number}"
        other.mkdir()
        code, printed = run(f"{INSTALLED} restore {shlex.quote(str(source))}", other)
        assert code == 0, printed
        assert count_entries(other / DATABASE) == 1
        moved = other / DATABASE.parent
        assert (moved / "authority" / "name").read_text("utf-8") == "table-7k3q.local"
        assert not list(moved.glob("*.before-restore*")), "nothing was replaced"
