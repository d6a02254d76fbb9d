"""Try the static site on any system: ``python try_site.py build/site``.

It serves the folder, and loads the page of each language and every file that pages and workers name. It
needs nothing but Python's own library.
"""

import re
import sys
import threading
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

NAMED = re.compile(r"/static/[\w./-]+\.\w+(?:\?v=\w+)?")

MADE_ON_THE_PHONE = "/static/pocket/image-"
"""A started Python, which the worker writes into its cache under this address."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Drop it."""


def main(folder: Path) -> None:
    """Try it; HTTPError or AssertionError if a file is missing."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    pages = ["/", *(f"/{page.parent.name}/" for page in folder.glob("??/index.html"))]
    files = {name for page in pages for name in NAMED.findall(load(address + page).decode())}
    for worker in ("/sw.js", "/pocket-sw.js"):
        files |= set(NAMED.findall(load(address + worker).decode()))
    files = {name for name in files if not name.startswith(MADE_ON_THE_PHONE)}
    empty = [name for name in sorted(files) if not load(address + name)]
    assert len(pages) > 1, "no language has a page"
    assert files, "the pages name no files"
    assert not empty, f"empty: {empty}"
    server.shutdown()
    print(f"{folder}: {len(pages)} pages and {len(files)} files are served on {sys.platform}.")


def load(url: str) -> bytes:
    """Return what is at an address."""
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
