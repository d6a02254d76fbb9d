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
    texts: dict[str, str] = {}
    for language in LANGUAGES:
        pocket = open_pocket(texts, _Stamps())
        _ask(pocket, texts, "POST", "/pocket/language", language, f"language={language}".encode())
        for path in (
            "/pocket/",
            "/pocket/history",
            "/pocket/remove",
            "/pocket/calculators",
            "/pocket/plays",
            "/nowhere",
        ):
            _ask(pocket, texts, "GET", path, language)
        for game in GAMES:
            for path in _pages(pocket, texts, game.meta.slug, language):
                _ask(pocket, texts, "GET", path, language)


def _pages(pocket: Bridge, texts: dict[str, str], slug: str, language: str) -> Iterator[str]:
    form = b"mode=tally&seats=3&host=Ada&start=1"
    _ask(pocket, texts, "POST", f"/pocket/open/{slug}", language, form)
    opened = _ask(pocket, texts, "POST", f"/pocket/open/{slug}", language, b"seats=3&host=Ada&start=1")
    table = dict(opened.headers)["Location"]
    yield f"/pocket/open/{slug}"
    recorded = f"/pocket/watch/{slug}/{next(iter(plays(slug)))}"
    yield f"{recorded}?step=1"
    _ask(pocket, texts, "POST", recorded, language, b"step=1")
    for page in PAGES:
        yield table + page
    for form in (
        b"kind=move&key=a&seat=0&move=None",
        b"kind=note&key=b&text=Here",
        b"kind=count&key=c",
    ):
        _ask(pocket, texts, "POST", f"{table}/enter", language, form)
    yield table


def _ask(
    pocket: Bridge, texts: dict[str, str], method: str, path: str, language: str, body: bytes = b""
) -> Answer:
    headers = {"Accept-Language": language, "Content-Type": "application/x-www-form-urlencoded"}
    answer = pocket.answer(method, HOST + path, headers, body)
    if answer.status >= 500:
        raise RuntimeError(path)
    for name, text in answer.kept:
        if text is not None:
            texts[name] = text
    return answer
