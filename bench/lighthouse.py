"""Lighthouse on a phone: ``python -m bench.lighthouse [runs] [game …]``; needs Node and the network of npm.

Every screen of every game (read off the routes, as the audit in the tests does), performance,
accessibility and best practices, the median of so many runs.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.phones import PHONE
from tests.browser.tables import open_like, play_some
from tests.long.sights.test_every_screen import screens
from tests.served import Server

KINDS = ("performance", "accessibility", "best-practices")
GOAL = (98, 100, 100)
LONGEST_MS = 12_000
"""A table's stream never ends, so its page is never quiet; everything else is there long before."""


def main(runs: int, slugs: list[str]) -> None:
    """Print a line for each screen; a star where it is below the goal."""
    if shutil.which("npx") is None or CHROMIUM is None:
        raise SystemExit("Lighthouse needs Node (npx) and Chromium; one of them is not here.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for slug in slugs:
                context = browser.new_context(viewport=PHONE, base_url=server.address)
                page = context.new_page()
                record = next(p for p in plays(slug).values() if p.get("mode", "referee") == "referee")
                code = open_like(page, slug, record)
                play_some(page, code, record["log"], 0, 9)
                secret = next(c["value"] for c in context.cookies() if c["name"] == f"t-{code}")
                paths = [f"/t/{code}", *screens(page, slug, code, "no-such-link")]
                for path in dict.fromkeys(paths):
                    if page.request.get(path).status != 200:
                        continue  # a page of another game
                    _screen(server.address, path, f"t-{code}={secret}", runs)
        finally:
            browser.close()
            server.kill()


def _screen(address: str, path: str, cookie: str, runs: int) -> None:
    taken = [_run(address + path, cookie) for _ in range(runs)]
    scores = [round(statistics.median(run[kind] for run in taken)) for kind in range(len(KINDS))]
    mark = " " if all(one >= goal for one, goal in zip(scores, GOAL, strict=True)) else "*"
    print(mark, *scores, path, flush=True)


def _run(url: str, cookie: str, attempts: int = 3) -> list[float]:
    """The scores of one run; Chromium is given another try where it did not answer Lighthouse."""
    try:
        return _report(url, cookie)
    except subprocess.CalledProcessError as error:
        if attempts == 1:
            raise SystemExit(error.stderr.decode()[-500:]) from error
        return _run(url, cookie, attempts - 1)


def _report(url: str, cookie: str) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        subprocess.run(
            ["npx", "--yes", "lighthouse@12", url, "--quiet", "--form-factor=mobile", "--output=json",
             f"--output-path={file}", f"--only-categories={','.join(KINDS)}",
             f"--max-wait-for-load={LONGEST_MS}",
             "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
             "--extra-headers", json.dumps({"Cookie": cookie})],
            check=True, capture_output=True, env={**os.environ, "CHROME_PATH": str(CHROMIUM)},
        )  # fmt: skip
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return [100 * (report["categories"][kind]["score"] or 0) for kind in KINDS]


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 5, given[1:] or [game.meta.slug for game in GAMES])
