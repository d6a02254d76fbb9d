"""Writes ``build/site``, a static website that installs offline mode, for any web host with https.

It needs the results of ``make offline`` and ``hatch_build.py``. All URLs are absolute, so the site must be
at the root of a host name.
"""

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, render_template
from flask.ctx import RequestContext

from companion.language.i18n import LANGUAGES, format_decimal
from companion.offline.store import BrowserStore
from companion.web.app_factory import create_table_app
from companion.web.common.assets import asset_url, static_file_names
from companion.web.common.security import CONTENT_SECURITY_POLICY
from companion.web.device import offline_mode, pwa
from offline_bundle.build import BUILT_FOLDER
from offline_bundle.source_tree import ROOT, copy_file

SITE_FOLDER = ROOT / "build" / "site"
REDIRECTING_FOLDERS = ("", "pocket/")
"""The folders whose page redirects to the page in the reader's language."""
NOT_FOUND_FOLDER, MANIFEST_NAME = "lost/", "manifest.webmanifest"
"""The folder of the page for unknown URLs, and the file name of the web app manifest. Each language has
both."""
POLICY_NOT_IN_META = "; frame-ancestors 'none'"
"""The part of the Content-Security-Policy that browsers ignore in a ``meta`` element."""


def main(folder: Path = SITE_FOLDER, built: Path = BUILT_FOLDER) -> None:
    """Write the site into ``folder``, which is replaced. ``built`` is the folder of the offline bundle."""
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    app = create_site(built)
    for name, text in render_site_files(app):
        file = new / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with app.app_context():
        for name in static_file_names():
            copy_file(Path(str(app.static_folder)) / name, new / "static" / name)
        for entry in (offline_mode.bundle_manifest() or {})["files"].values():
            copy_file(built / entry["name"], new / "static" / "pocket" / entry["name"])
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    print(f"{folder} is ready for a static host with https.")


def create_site(built: Path) -> Flask:
    """Return the app that renders the site. Raise SystemExit if ``built`` has no offline bundle."""
    if not (built / "manifest.json").is_file():
        raise SystemExit("The offline app is missing: make offline.")
    texts: dict[str, str | None] = {}
    app = create_table_app(BrowserStore(texts.__setitem__), {"OFFLINE_BUNDLE": str(built)})
    app.jinja_env.globals["has_server"] = False
    app.jinja_env.globals["policy"] = CONTENT_SECURITY_POLICY.removesuffix(POLICY_NOT_IN_META)
    return app


def render_site_files(app: Flask) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of each file of the site that ``app`` renders."""
    sentences = {}
    for language in LANGUAGES:
        with request_in_language(app, language):
            sentences[language] = offline_mode.worker_sentences()
            yield f"{language}/index.html", render_install_page()
            yield f"{language}/{NOT_FOUND_FOLDER}index.html", render_not_found_page()
            yield f"{language}/{MANIFEST_NAME}", pwa.web_app_manifest().get_data(as_text=True)
    with request_in_language(app):
        for folder in REDIRECTING_FOLDERS:
            yield f"{folder}index.html", render_install_page(chooses_language=True)
        for name in ("404.html", f"{NOT_FOUND_FOLDER}index.html"):
            yield name, render_not_found_page(chooses_language=True)
        names = (NOT_FOUND_FOLDER, MANIFEST_NAME)
        urls = [f"/{language}/{name}" for language in LANGUAGES for name in names]
        urls.append(asset_url("js/redirect_to_language.js"))
        yield "sw.js", pwa.worker_script(f"/{NOT_FOUND_FOLDER}", urls, has_server=False)
        homes = ["/", *(f"/{language}/" for language in LANGUAGES)]
        yield "pocket-sw.js", offline_mode.worker_script(sentences, homes, has_server=False)


def render_install_page(*, chooses_language: bool = False) -> str:
    """Return the page that offers offline mode.

    ``chooses_language`` adds a script that redirects to the page in the reader's language.
    """
    bundle = offline_mode.download_context()
    size = sum(file["size"] for file in bundle["files"])  # some hosts do not compress files
    return render_template(
        "site.html", megabytes=format_decimal(size / 1e6, "0.0"), chooses_language=chooses_language,
        then="", **bundle,
    )  # fmt: skip


def render_not_found_page(*, chooses_language: bool = False) -> str:
    """Return the page for unknown URLs.

    ``chooses_language`` adds a script that redirects to the page in the reader's language.
    """
    return render_template("site_not_found.html", chooses_language=chooses_language, then=NOT_FOUND_FOLDER)


def request_in_language(app: Flask, language: str = "en") -> RequestContext:
    """Return a Flask request context for a reader with this language."""
    return app.test_request_context("/", headers={"Accept-Language": language})


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m offline_bundle.site", description=__doc__).parse_args()
    main()
