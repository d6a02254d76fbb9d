"""A walk through the pages, for what is imported on the way; ``make offline`` takes that along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games import GAMES
from companion.games.seeds import plays
from companion.language.i18n import LANGUAGES
from companion.offline.app import open_offline_app
from companion.offline.bridge import Bridge, BridgeResponse

HOST = "https://pocket.test"
PAGES = (
    "", "/log", "/scores", "/rules", "/rules/turn", "/moves", "/set-up", "/menu", "/seats", "/share",
    "/file",
)  # fmt: skip
"""Of a table."""


class _AnyAssets(dict[str, str]):
    """Every file's."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return "0"


def crawl() -> None:
    """Open each game in every language, look at every page of a table, and enter something wrong."""
    texts: dict[str, str] = {}
    for language in LANGUAGES:
        ask = partial(_ask, open_offline_app(texts, _AnyAssets()), texts, language)
        ask("/pocket/language", f"language={language}")
        for page in ("", "history", "remove", "calculators", "plays", "nowhere"):
            ask(f"/pocket/{page}")
        for game in GAMES:
            _crawl_game(game.meta.slug, ask)


def _crawl_game(slug: str, ask: Callable[..., BridgeResponse]) -> None:
    ask(f"/pocket/open/{slug}", "mode=tally&seats=3&host=Ada&start=1")
    opened = ask(f"/pocket/open/{slug}", "seats=3&host=Ada&start=1")
    table = dict(opened.headers)["Location"]
    ask(f"/pocket/open/{slug}")
    recorded = f"/pocket/watch/{slug}/{next(iter(plays(slug)))}"
    ask(f"{recorded}?step=1")
    ask(recorded, "step=1")
    for page in PAGES:
        ask(table + page)
    for form in ("kind=move&key=a&seat=0&move=None", "kind=note&key=b&text=Here", "kind=count&key=c"):
        ask(f"{table}/enter", form)
    ask(table)


def _ask(bridge: Bridge, texts: dict[str, str], language: str, path: str, form: str = "") -> BridgeResponse:
    headers = {"Accept-Language": language, "Content-Type": "application/x-www-form-urlencoded"}
    answer = bridge.answer("POST" if form else "GET", HOST + path, headers, form.encode())
    if answer.status >= 500:
        raise RuntimeError(path)
    for name, text in answer.changes:
        if text is not None:
            texts[name] = text
    return answer
