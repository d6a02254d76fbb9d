"""The proxy of ``deploy/``, really run: while no app answers it says so, in every language, as itself."""

import os
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.i18n import LANGUAGES
from tests import NOTHING_SKIPPED, ROOT
from tests.served import free_port
from tests.waiting import PATIENCE, until

DEPLOY = ROOT / "deploy"


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[str]:
    """Caddy with the shipped settings over plain http, before apps that are not there."""
    caddy = shutil.which("caddy")
    if caddy is None:
        if NOTHING_SKIPPED:
            pytest.fail("no Caddy here, and nothing may be skipped")
        pytest.skip("no Caddy on this machine: install the package caddy to run these")
    port, gone = free_port(), free_port()
    settings = (DEPLOY / "Caddyfile").read_text()
    settings = settings.replace("app1:8000 app2:8000", f"127.0.0.1:{gone}")
    file = tmp_path / "Caddyfile"
    file.write_text(settings.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1))
    given = {
        **os.environ, "COMPANION_SITE": f"http://127.0.0.1:{port}", "COMPANION_PAGES": str(DEPLOY),
        "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path),
    }  # fmt: skip
    command = [caddy, "run", "--config", str(file), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, env=given, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_an_app_that_is_away_is_told_in_every_language(proxy: str) -> None:
    answer = asked(proxy)
    assert answer.code in (502, 503)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Companion"] is None, "no phone takes it for the app"
    told = answer.read().decode()
    assert all(f'lang="{language}"' in told for language in LANGUAGES)
    assert 'http-equiv="refresh"' in told


def test_a_browser_is_bound_to_https_for_this_name_alone() -> None:
    """What is below the name is somebody else's."""
    told = [line for line in (DEPLOY / "Caddyfile").read_text().splitlines() if "Strict-T" in line]
    assert [line.split()[1:] for line in told] == [["Strict-Transport-Security", '"max-age=31536000"']]


def asked(address: str) -> urllib.error.HTTPError:

    def refused() -> urllib.error.HTTPError | None:
        try:
            urllib.request.urlopen(f"{address}/t/ABCDEF", timeout=PATIENCE).close()
        except urllib.error.HTTPError as error:
            return error
        except OSError:
            pass
        return None

    answer = until(refused, "the proxy")
    assert answer
    return answer
