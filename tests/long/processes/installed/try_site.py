"""Loads each page and file of the static site, on any system: ``python try_site.py build/site``."""

import re
import sys
import threading
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

STATIC_URL_PATTERN = re.compile(r"/static/[\w./-]+\.\w+(?:\?v=\w+)?")

SNAPSHOT_URL_PREFIX = "/static/pocket/image-"
"""Prefix of the URLs of memory snapshots, which only the worker's cache has."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def main(folder: Path) -> None:
    """Load each page and file of the site in this folder. Raise an error if one is missing or empty."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    pages = ["/", *(f"/{page.parent.name}/" for page in folder.glob("??/index.html"))]
    files = {
        name for page in pages for name in STATIC_URL_PATTERN.findall(load_url(address + page).decode())
    }
    for worker in ("/sw.js", "/pocket-sw.js"):
        files |= set(STATIC_URL_PATTERN.findall(load_url(address + worker).decode()))
    files = {name for name in files if not name.startswith(SNAPSHOT_URL_PREFIX)}
    empty = [name for name in sorted(files) if not load_url(address + name)]
    assert len(pages) > 1, "no language has a page"
    assert files, "the pages name no files"
    assert not empty, f"empty: {empty}"
    server.shutdown()
    print(f"{folder}: {len(pages)} pages and {len(files)} files are served on {sys.platform}.")


def load_url(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
