"""A newer pocket comes while a table of the older one is played: it waits, and is then there as a whole."""

import hashlib
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from companion.server.app import create_app, migrate
from tests.browser.arriving import arrive
from tests.browser.hands.giza import lay
from tests.long.phone.pocketed import has_pocket, kill, running, taken_along
from tests.pocket.conftest import BUILT
from tests.served import free_port
from tests.waiting import until

COMING = "navigator.serviceWorker.getRegistration().then(there => Boolean(there.waiting))"
TAKEN = "caches.open('pocket').then(cache => cache.keys()).then(all => all.map(one => one.url))"


@contextmanager
def served(folder: Path, pack: Path, port: int) -> Iterator[None]:
    app = create_app({"POCKET": str(pack), "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/kept.sqlite3"})
    migrate(app)
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield
    server.shutdown()
    thread.join()
    server.server_close()


def newer(folder: Path) -> Path:
    pack = folder / "newer"
    shutil.copytree(BUILT, pack)
    manifest = json.loads((pack / "manifest.json").read_text())
    worker = manifest["files"]["worker.mjs"]
    content = (pack / worker["name"]).read_text() + "\nself.isNewer = true;\n"
    worker["name"] = f"worker-{hashlib.sha256(content.encode()).hexdigest()[:16]}.mjs"
    (pack / worker["name"]).write_text(content)
    (pack / "manifest.json").write_text(json.dumps(manifest))
    return pack


def workers(page: Page) -> set[str]:
    return {url.rsplit("/", 1)[1] for url in page.evaluate(TAKEN) if "/worker-" in url}


def test_a_newer_pocket_waits_until_it_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    has_pocket()
    port, pack = free_port(), newer(tmp_path)
    with ExitStack() as stack:
        with served(tmp_path, BUILT, port):
            ana = stack.enter_context(taken_along(browser, f"http://127.0.0.1:{port}"))
            table = running(ana)
            lay(ana, "+2", "0-0", 1)
            older = workers(ana.page)
        with served(tmp_path, pack, port):
            ana.page.reload()
            until(lambda: ana.page.evaluate(COMING), "the newer pocket")
        lay(ana, "-1", "1-0", 2)
        kill(ana)
        ana.page.reload()
        arrive(ana.page, 2)
        expect(ana.page.locator("#fresh")).to_be_hidden()
        assert older < workers(ana.page)
        ana.page.goto("/")
        with ana.page.expect_navigation():
            ana.tap("#fresh button")
        expect(ana.page.locator("#fresh")).to_be_hidden()
        assert workers(ana.page).isdisjoint(older)
        ana.page.goto(table)
        arrive(ana.page, 2)
        lay(ana, "+3", "0-1", 3)
        assert ana.page.context.service_workers[-1].evaluate("self.isNewer")
