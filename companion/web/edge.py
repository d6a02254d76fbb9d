"""The edge of the pages: who is asking, answers that are not a yes, and what every answer carries."""

from __future__ import annotations

import secrets
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    make_response,
    render_template,
    request,
)
from sqlalchemy.exc import DBAPIError, TimeoutError
from werkzeug.exceptions import HTTPException

from companion.engine.game import Game
from companion.games import BY_SLUG, game_of
from companion.limits import knock
from companion.tables.answers import Answer, Busy, Differs, Malformed, Missing, NotYours, Refused
from companion.tables.desk import Desk
from companion.tables.held import Held
from companion.tables.links import GONE, Who, plain_code, visit
from companion.tables.reading import ending
from companion.tables.speech import Speaker
from companion.words import LANGUAGES, NAMES, choose_language, speak_of

bp = Blueprint("edge", __name__)
YEAR = 365 * 24 * 3600
OURS = "X-Companion"
"""On every answer: phones believe no other, as anything may answer on a network that asks for a login."""
NOW = "X-Now"
"""Names, beside a refusal, the part as it is: a phone that shows an older one looks again at once."""
KEY = "\ue000"
"""Stands in a drawn form for its key; each form gets its own on the way out, so drawings can be kept."""
MARKS = ("▲", "●", "■", "◆", "★", "✚", "▼", "⬟")
"""A symbol for each seat, so that no colour stands alone."""


def desk() -> Desk:
    """The tables this process holds."""
    found: Desk = current_app.extensions["desk"]
    return found


def visited(code: str) -> tuple[Held, Who | None]:
    """The table with this code as it is now, and who asks by the secret that this device keeps for it.

    Answers that follow speak of the table. A stranger is counted, so is a code of no table.
    """
    try:
        come = visit(code, request.cookies.get(cookie_of(plain_code(code))))
    except Missing:
        knock(code)
        raise
    held = g.held = desk().visited(come)
    speak_of(held.slug)
    g.was = come.was
    if come.who is None:
        knock(come.code)
    return held, come.who


def at_table(code: str) -> tuple[Held, Who]:
    """The table and who asks; NotYours for a device that has no link to it."""
    held, who = visited(code)
    if who is None:
        raise NotYours(GONE.get(g.was, "table.not_here"))
    return held, who


def cookie_of(code: str) -> str:
    """The name of the cookie that keeps a table's secret on a device."""
    return f"t-{code}"


def keep_secret(response: Response, code: str, secret: str) -> Response:
    """Leave a table's secret on the device."""
    response.set_cookie(
        cookie_of(code), secret, max_age=YEAR, httponly=True, samesite="Lax",
        secure=current_app.config["SECURE_COOKIES"],
    )  # fmt: skip
    return response


def whole(text: str | None, otherwise: int) -> int:
    """A whole number a stranger sent as text; ``otherwise`` where it is none or has over 9 digits."""
    if text is None or len(text) > 9:
        return otherwise
    try:
        return int(text)
    except ValueError:
        return otherwise


def seat_among(text: str | None, seats: int) -> int | None:
    """The seat a stranger sent as text, or None where the table has no such seat."""
    seat = whole(text, -1)
    return seat if 0 <= seat < seats else None


def device_name() -> str:
    """What kind of device asks, in a word for the log."""
    agent = request.user_agent.string
    for mark, name in (
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
    ):  # fmt: skip
        if mark in agent:
            return name
    return ""


def fragment_wanted() -> bool:
    """Whether htmx asks for a part of the page rather than a whole one."""
    return "HX-Request" in request.headers


def speaker_of(held: Held) -> Speaker:
    """Speaks of this table."""
    return Speaker(held.playing.game, held.names)


def speaker_for(slug: str, mode: str, names: tuple[str, ...] = ()) -> Speaker:
    """Speaks of a game without a table."""
    game: Game[Any] = game_of(slug, mode)
    return Speaker(game, names)


@bp.before_app_request
def _same_site() -> None:
    """Cross-site request forgery: cookies are SameSite, and a foreign Origin is turned away."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith("/api/"):
        return
    origin = request.headers.get("Origin")
    if origin and origin != "null":
        if _host_of(origin) != request.host:
            raise NotYours("table.other_site")
    elif request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise NotYours("table.other_site")


def _host_of(origin: str) -> str | None:
    """The host that a header names, with its port; None where it is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


@bp.after_app_request
def _keys(response: Response) -> Response:
    """Give each form its key, by which an entry is known that is sent twice; the script makes its own."""
    if response.mimetype == "text/html" and not response.is_streamed and not fragment_wanted():
        first, *rest = response.get_data().split(KEY.encode())
        if rest:
            key = secrets.token_urlsafe(9).encode()
            numbered = (b"%s.%d%s" % (key, n, text) for n, text in enumerate(rest))
            response.set_data(first + b"".join(numbered))
    return response


@bp.after_app_request
def _headers(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers[OURS] = "1"
    if not fragment_wanted():
        for name, value in _OF_PAGES:
            response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.add("Vary", "Cookie, Accept-Language, HX-Request")
    return response


_OF_PAGES = (
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
"""What a browser asks of a page; a part of one lives under the page's own."""


@bp.app_errorhandler(Answer)
def _told(answer: Answer) -> Response:
    """One HTML partial for every answer that is not a yes, alone or in a page."""
    g.answer = answer
    held: Held | None = g.get("held")
    speaker = speaker_of(held) if held else Speaker(BY_SLUG.get(g.get("game_spoken_of", "")))
    context = answer_context(answer, speaker)
    template = "answer.html" if fragment_wanted() else "answer_page.html"
    door = bool(context["gone"] and held and ending(held) is None)
    page = render_template(template, held=held, door=door, **context)
    response = make_response(page, answer.status)
    response.headers["X-Answer"] = answer.kind
    if "now" in g:
        response.headers[NOW] = g.now()
    return response


@bp.app_errorhandler(DBAPIError)
@bp.app_errorhandler(TimeoutError)
def _away(error: DBAPIError | TimeoutError) -> Response:
    """The database is away for a moment: the phone keeps the entry and asks again."""
    current_app.logger.warning("database: %s", type(getattr(error, "orig", error)).__name__)
    return _told(Busy("table.busy"))


def http_page(error: HTTPException) -> Response:
    """Unknown addresses, wrong methods and too large forms get the same page as other answers."""
    if error.code == 400:
        return _told(Malformed({"form": [""]}))
    told = {404: "no_such_page", 405: "method", 408: "too_slow", 413: "too_large", 429: "too_many"}
    answer = Missing(f"table.{told.get(error.code or 500, 'fault')}")
    answer.status = error.code or 500
    response = _told(answer)
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def answer_context(answer: Answer, speaker: Speaker) -> dict[str, Any]:
    """What the partial needs: the sentence, the section, the place, whether it can be allowed."""
    refusal = answer.refusal if isinstance(answer, Refused) else None
    return {
        "kind": answer.kind,
        "sentence": speaker.code(answer.code, answer.values),
        "rule": speaker.rule(refusal.rule)[0] if refusal else "",
        "section": refusal.rule if refusal else "",
        "at": refusal.at if refusal else (),
        "overridable": bool(refusal and refusal.overridable),
        "differs": answer.seq if isinstance(answer, Differs) else 0,
        "posted": _posted() if answer.status != 413 else [],
        "ruling_key": KEY,
        "gone": answer.code in GONE.values(),
    }


def _posted() -> list[tuple[str, str]]:
    return [(name, value) for name in request.form for value in request.form.getlist(name)]


@bp.app_context_processor
def _everywhere() -> dict[str, Any]:
    return {
        "languages": NAMES,
        "language": choose_language(),
        "new_key": lambda: KEY,
        "marks": MARKS,
        "asset": asset,
        "all_languages": LANGUAGES,
    }


def asset(name: str) -> str:
    """The address of a static file, changed whenever the file is."""
    stamps: dict[str, str] = current_app.extensions.setdefault("asset_stamps", {})
    if name not in stamps or current_app.debug:
        content = (Path(str(current_app.static_folder)) / name).read_bytes()
        stamps[name] = sha256(content).hexdigest()[:10]
    return f"/static/{name}?v={stamps[name]}"
