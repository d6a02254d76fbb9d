"""A walk through the pages, for what is imported on the way; ``make pocket`` takes that along."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import GAMES
from companion.games.seeds import plays
from companion.language.i18n import LANGUAGES
from companion.pocket.app import open_pocket
from companion.pocket.bridge import Answer, Bridge

HOST = "https://pocket.test"
PAGES = (
    "", "/log", "/scores", "/rules", "/rules/turn", "/moves", "/set-up", "/menu", "/seats", "/share",
    "/file",
)  # fmt: skip
"""Of a table."""


class _Stamps(dict[str, str]):
    """Every file's."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return "0"


def walk() -> None:
    """Open each game in every language, look at every page of a table, and enter something wrong."""
    kept: dict[str, str] = {}
    for language in LANGUAGES:
        pocket = open_pocket(kept, _Stamps())
        _ask(pocket, kept, "POST", "/pocket/language", language, f"language={language}".encode())
        for path in (
            "/pocket/",
            "/pocket/history",
            "/pocket/remove",
            "/pocket/calculators",
            "/pocket/plays",
            "/nowhere",
        ):
            _ask(pocket, kept, "GET", path, language)
        for game in GAMES:
            for path in _pages(pocket, kept, game.meta.slug, language):
                _ask(pocket, kept, "GET", path, language)


def _pages(pocket: Bridge, kept: dict[str, str], slug: str, language: str) -> Iterator[str]:
    form = b"mode=tally&seats=3&host=Ada&start=1"
    _ask(pocket, kept, "POST", f"/pocket/open/{slug}", language, form)
    opened = _ask(pocket, kept, "POST", f"/pocket/open/{slug}", language, b"seats=3&host=Ada&start=1")
    table = dict(opened.headers)["Location"]
    yield f"/pocket/open/{slug}"
    recorded = f"/pocket/watch/{slug}/{next(iter(plays(slug)))}"
    yield f"{recorded}?step=1"
    _ask(pocket, kept, "POST", recorded, language, b"step=1")
    for page in PAGES:
        yield table + page
    for form in (
        b"kind=move&key=a&seat=0&move=None",
        b"kind=note&key=b&text=Here",
        b"kind=count&key=c",
    ):
        _ask(pocket, kept, "POST", f"{table}/enter", language, form)
    yield table


def _ask(
    pocket: Bridge, kept: dict[str, str], method: str, path: str, language: str, body: bytes = b""
) -> Answer:
    headers = {"Accept-Language": language, "Content-Type": "application/x-www-form-urlencoded"}
    told = pocket.answer(method, HOST + path, headers, body)
    if told.status >= 500:
        raise RuntimeError(path)
    for name, text in told.kept:
        if text is not None:
            kept[name] = text
    return told
