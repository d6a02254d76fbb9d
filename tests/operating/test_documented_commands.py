"""Every command of the README and of the hosting pages is run by a test, as it is written."""

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
USUAL = Path(".local/share/table-companion/companion.sqlite3")
WHEEL = "tests/long/processes/installed/test_wheel.py"
ELSEWHERE = {
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
"""Commands, as patterns, and the test that runs them or what they start, or why none does."""
INLINE = re.compile(
    r"`((?:make|py|python3|uv|sudo|systemctl|loginctl|table-companion) [^`\n]+"
    r"|(?:~/companion|\.venv)/bin/[^`\n]+)`"
)


def commands(page: str) -> list[str]:
    """Return what a page tells its reader to type, in blocks and in sentences, in its order."""
    text = (ROOT / page).read_text("utf-8")
    in_blocks = "\n".join(blocks(text, "sh")).splitlines()
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    return [line.strip() for line in in_blocks if line.strip()] + INLINE.findall(prose)


def of_the_app(page: str) -> list[str]:
    """Return the commands of a page that are run here: those that end by themselves."""
    return [line for line in commands(page) if re.match(rf"{re.escape(INSTALLED)} [a-z]", line)]


@contextmanager
def user(home: Path) -> Iterator[None]:
    """Be somebody whose home folder is ``home`` and who has set nothing. This checkout's data stays."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COMPANION_DATA", "COMPANION_DATABASE", "XDG_DATA_HOME"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        elsewhere = functools.partial(move_older_data, project=home / "no project")
        patch.setattr("companion.__main__.move_older_data", elsewhere)
        yield


def run(line: str, home: Path) -> tuple[int, str]:
    """Run a command as a shell does for that user, and return its exit code and what it printed."""
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
    """A home folder in which somebody has played, with an app that found its data folder by itself."""
    with user(tmp_path), open_app({"TESTING": True, "RATELIMIT_ENABLED": False}) as app:
        migrate(app)
        assert hosting(app, "giza", ["Ana", "Bo"]).enter(kind="note", text="tea").status_code == 200
    assert count_entries(tmp_path / USUAL) == 1
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_every_documented_command_is_run_by_a_test(page: str) -> None:
    others = [line for line in commands(page) if line not in of_the_app(page)]
    assert [line for line in others if not any(re.fullmatch(known, line) for known in ELSEWHERE)] == []
    assert [test for test in ELSEWHERE.values() if "/" in test and not (ROOT / test).is_file()] == []


@pytest.mark.parametrize("page", ["docs/hosting.md", "docs/hosting.fr.md"])
def test_the_commands_of_the_app_work_on_what_was_played(page: str, home: Path) -> None:
    """In the order of the page: what is backed up is restored, and is what was played."""
    shutil.copytree(home / USUAL.parent, home / "0.1.0" / "instance")
    for line in of_the_app(page):
        code, printed = run(line.replace("OLD-FOLDER", str(home / "0.1.0")), home)
        usual = 14 if "check" in line else 0  # this test listens on the machine itself alone
        assert code == usual, (line, printed)
    copies = list(home.glob("*.sqlite3"))
    assert [count_entries(file) for file in [*copies, home / USUAL]] == [1, 1]


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    """Whether the app never ran here, or ran and nobody played."""
    for _ in range(2):
        code, printed = run(f"{INSTALLED} backup ~/monday.sqlite3", tmp_path)
        assert code == 1
        assert f"There is nothing in {tmp_path / USUAL}" in printed
        assert not list(tmp_path.glob("monday*"))


def test_an_evening_moves_to_another_computer(home: Path, tmp_path: Path) -> None:
    """By the file and the folder beside it, or by the data folder itself."""
    authority = home / USUAL.parent / "authority"
    authority.mkdir()
    (authority / "name").write_text("table-7k3q.local", "utf-8")
    assert run(f"{INSTALLED} backup ~/monday.sqlite3", home)[0] == 0
    for number, source in enumerate((home / "monday.sqlite3", home / USUAL)):
        other = tmp_path / f"another computer {number}"
        other.mkdir()
        code, printed = run(f"{INSTALLED} restore {shlex.quote(str(source))}", other)
        assert code == 0, printed
        assert count_entries(other / USUAL) == 1
        moved = other / USUAL.parent
        assert (moved / "authority" / "name").read_text("utf-8") == "table-7k3q.local"
        assert not list(moved.glob("*.before-restore*")), "there was nothing before"
