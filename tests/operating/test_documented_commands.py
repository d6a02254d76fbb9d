"""The commands of the app in the hosting pages work as documented."""

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
from companion.lan.data_folder import move_older_data
from companion.server.app import migrate
from tests import ROOT
from tests.app_server import find_free_port
from tests.conftest import open_app
from tests.operating.test_backups import count_entries
from tests.people import open_as_host

INSTALLED_COMMAND = "~/companion/bin/table-companion"
DATABASE_PATH = Path(".local/share/table-companion/companion.sqlite3")


@contextmanager
def set_user_environment(home: Path) -> Iterator[None]:
    """Set the environment variables of a user with this home folder and no settings, during the block."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COMPANION_DATA", "COMPANION_DATABASE", "XDG_DATA_HOME"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        move_data = functools.partial(move_older_data, project=home / "no project")
        patch.setattr("companion.__main__.move_older_data", move_data)
        yield


def run_command(line: str, home: Path) -> tuple[int, str]:
    """Run a command line as the user's shell does. Return (exit code, output)."""
    printed = io.StringIO()
    with (
        set_user_environment(home), redirect_stdout(printed), redirect_stderr(printed),
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
def home_folder(tmp_path: Path) -> Path:
    """Return a home folder with a data folder that contains one table with one entry."""
    with set_user_environment(tmp_path), open_app({"TESTING": True, "RATELIMIT_ENABLED": False}) as app:
        migrate(app)
        assert open_as_host(app, "giza", ["Ana", "Bo"]).enter(kind="note", text="tea").status_code == 200
    assert count_entries(tmp_path / DATABASE_PATH) == 1
    return tmp_path


@pytest.mark.parametrize("page", ["docs/hosting.md", "docs/hosting.fr.md"])
def test_the_documented_commands_of_the_app_work(page: str, home_folder: Path) -> None:
    shutil.copytree(home_folder / DATABASE_PATH.parent, home_folder / "0.1.0" / "instance")
    pattern = re.compile(rf"(?m)(?:^ *|`)({re.escape(INSTALLED_COMMAND)} [a-z][^`\n]*)")
    for line in pattern.findall((ROOT / page).read_text("utf-8")):
        code, printed = run_command(line.replace("OLD-FOLDER", str(home_folder / "0.1.0")), home_folder)
        expected_code = 14 if "check" in line else 0  # this test listens on loopback only
        assert code == expected_code, (line, printed)
    copies = list(home_folder.glob("*.sqlite3"))
    assert [count_entries(file) for file in [*copies, home_folder / DATABASE_PATH]] == [1, 1]


def test_a_backup_of_an_empty_database_is_refused(tmp_path: Path) -> None:
    for _ in range(2):
        code, printed = run_command(f"{INSTALLED_COMMAND} backup ~/monday.sqlite3", tmp_path)
        assert code == 1
        assert f"There is nothing in {tmp_path / DATABASE_PATH}" in printed
        assert not list(tmp_path.glob("monday*"))


def test_a_backup_moves_to_another_computer_with_its_ca(home_folder: Path, tmp_path: Path) -> None:
    ca_folder = home_folder / DATABASE_PATH.parent / "authority"
    ca_folder.mkdir()
    (ca_folder / "name").write_text("table-7k3q.local", "utf-8")
    assert run_command(f"{INSTALLED_COMMAND} backup ~/monday.sqlite3", home_folder)[0] == 0
    for number, source in enumerate((home_folder / "monday.sqlite3", home_folder / DATABASE_PATH)):
        other = tmp_path / f"another computer {number}"
        other.mkdir()
        code, printed = run_command(f"{INSTALLED_COMMAND} restore {shlex.quote(str(source))}", other)
        assert code == 0, printed
        assert count_entries(other / DATABASE_PATH) == 1
        moved = other / DATABASE_PATH.parent
        assert (moved / "authority" / "name").read_text("utf-8") == "table-7k3q.local"
        assert not list(moved.glob("*.before-restore*")), "nothing was replaced"


@pytest.mark.parametrize("days", ["-5", "0", "999999", "9" * 30, "0365000000", "many"])
def test_expire_refuses_a_number_of_days_that_would_delete_new_tables_or_has_no_date(
    days: str, home_folder: Path
) -> None:
    code, printed = run_command(f"{INSTALLED_COMMAND} expire --days {days}", home_folder)
    assert (code, "from 1 to 36500" in printed) == (2, True)
    assert count_entries(home_folder / DATABASE_PATH) == 1


def test_a_backup_does_not_replace_the_database_itself(home_folder: Path) -> None:
    """A running server would go on writing to the replaced file, and damage the new one."""
    database = home_folder / DATABASE_PATH
    (home_folder / "link.sqlite3").symlink_to(database)
    before = database.stat().st_ino
    for file in (f"~/{DATABASE_PATH}", "~/link.sqlite3"):
        code, printed = run_command(f"{INSTALLED_COMMAND} backup {file}", home_folder)
        assert (code, "the database itself" in printed) == (1, True)
    assert database.stat().st_ino == before
