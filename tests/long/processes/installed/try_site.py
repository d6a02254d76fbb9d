"""Checks the static site on any system: ``python try_site.py build/site``.

It serves the folder, and loads the page of each language and every file that pages and workers name. It
uses only the standard library.
"""

import re
import sys
import threading
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

STATIC_URL = re.compile(r"/static/[\w./-]+\.\w+(?:\?v=\w+)?")

CREATED_BY_WORKER = "/static/pocket/image-"
"""Prefix of the URLs of memory snapshots, which only the worker's cache has."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without logging."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def main(folder: Path) -> None:
    """Check the site. Raise HTTPError or AssertionError if a file is missing."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    pages = ["/", *(f"/{page.parent.name}/" for page in folder.glob("??/index.html"))]
    files = {name for page in pages for name in STATIC_URL.findall(load(address + page).decode())}
    for worker in ("/sw.js", "/pocket-sw.js"):
        files |= set(STATIC_URL.findall(load(address + worker).decode()))
    files = {name for name in files if not name.startswith(CREATED_BY_WORKER)}
    empty = [name for name in sorted(files) if not load(address + name)]
    assert len(pages) > 1, "no language has a page"
    assert files, "the pages name no files"
    assert not empty, f"empty: {empty}"
    server.shutdown()
    print(f"{folder}: {len(pages)} pages and {len(files)} files are served on {sys.platform}.")


def load(url: str) -> bytes:
    """Return the content at a URL."""
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
