"""Requests all pages of the offline app, so that ``make offline`` can bundle the modules they import."""

from collections.abc import Callable
from functools import partial

from companion.games import GAMES
from companion.games.seeds import load_plays
from companion.language.i18n import LANGUAGES
from companion.offline.app import Bridge, BridgeResponse, open_offline_app

ORIGIN = "https://pocket.test"
TABLE_PAGE_PATHS = (
    "", "/log", "/scores", "/rules", "/rules/turn", "/moves", "/set-up", "/menu", "/seats", "/share",
    "/file",
)  # fmt: skip
"""The pages of a table, as paths that follow the table's URL."""


class _PlaceholderAssetUrls(dict[str, str]):
    """A mapping from asset names to URLs that has a made-up URL for every name."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return "0"


def crawl() -> None:
    """Request all pages of the offline app in every language, so that they import all modules they need.

    The pages include a table of each game, and the errors that follow invalid moves.
    """
    texts: dict[str, str] = {}
    for language in LANGUAGES:
        request = partial(_send_request, open_offline_app(texts, _PlaceholderAssetUrls()), texts, language)
        request("/pocket/language", f"language={language}")
        for page in ("", "history", "remove", "calculators", "plays", "nowhere"):
            request(f"/pocket/{page}")
        for game in GAMES:
            _crawl_game(game.meta.slug, request)


def _crawl_game(slug: str, request: Callable[..., BridgeResponse]) -> None:
    request(f"/pocket/open/{slug}", "mode=tally&seats=3&host=Ada&start=1")
    response = request(f"/pocket/open/{slug}", "seats=3&host=Ada&start=1")
    table_url = dict(response.headers)["Location"]
    request(f"/pocket/open/{slug}")
    play = f"/pocket/watch/{slug}/{next(iter(load_plays(slug)))}"
    request(f"{play}?step=1")
    request(play, "step=1")
    for page in TABLE_PAGE_PATHS:
        request(table_url + page)
    for form in ("kind=move&key=a&seat=0&move=None", "kind=note&key=b&text=Here", "kind=count&key=c"):
        request(f"{table_url}/enter", form)
    request(table_url)


def _send_request(
    bridge: Bridge, texts: dict[str, str], language: str, path: str, form: str = ""
) -> BridgeResponse:
    headers = {"Accept-Language": language, "Content-Type": "application/x-www-form-urlencoded"}
    response = bridge.answer("POST" if form else "GET", ORIGIN + path, headers, form.encode())
    if response.status >= 500:
        raise RuntimeError(path)
    for name, text in response.changes:
        if text is not None:
            texts[name] = text
    return response
