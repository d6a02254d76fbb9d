"""Request helpers: the table and member behind a request, cookies, and parsing of form values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

from flask import Response, current_app, g, make_response, redirect, request, session

from companion.engine.json_data import parse_whole_number
from companion.games import BY_SLUG
from companion.language.i18n import set_language_game
from companion.sentences.phrases import Phrasebook
from companion.services import tables
from companion.tables.errors import Forbidden
from companion.tables.links import ENDED_LINK_CODES, Access, Member, normalize_code
from companion.tables.state import TableState

YEAR_SECONDS = 365 * 24 * 3600
PAGES_BY_TARGET = {
    "div#page": re.compile(r"/(?!(pocket/)?(t|trust|watch)\b|e/[^/]+/letter)"),
    "div#drawer-page": re.compile(r"/t/[^/]+/."),
}
"""By what is swapped (``HX-Target``): the addresses of the pages that fit. A table is loaded whole.

Links follow the same rule (``PAGES_IN`` in ``static/js/navigation.js``)."""
_LOCAL_PATH = re.compile(r"/(?!/)[^\\\x00-\x1f\x7f]*")


def table_and_member(code: str) -> tuple[TableState, Member | None]:
    """Return the table with this code and the member whose secret is in the request's cookie, or None.

    Answers that follow speak of the table.
    """
    access = access_from_cookie(code)
    table = g.table = tables().load_for(access)
    set_language_game(table.slug)
    g.was, g.member = access.former_role, access.member
    return table, access.member


def access_from_cookie(code: str) -> Access:
    """What the request's cookie gives access to at the table with this code. Raises NotFound."""
    return tables().access(code, secret_of(normalize_code(code)))


def secret_of(code: str) -> str | None:
    """The secret that the device has for the table with this code; None where it has none."""
    return request.cookies.get(cookie_name(code))


def require_member(code: str) -> tuple[TableState, Member]:
    """Return the table and the member; raises Forbidden where the request carries no link to it."""
    table, member = table_and_member(code)
    if member is None:
        raise Forbidden(ENDED_LINK_CODES.get(g.was, "table.not_here"))
    return table, member


def strip_link_punctuation(_endpoint: str | None, of_the_path: dict[str, str] | None) -> None:
    """Take from the secret in a path the full stop or bracket that a chat took for a part of the link."""
    values = of_the_path or {}
    for name in {"secret", "group", "edition"} & set(values):
        values[name] = values[name].rstrip(".,;:!?)]}>»”’\"'")


def cookie_name(code: str) -> str:
    """The name of the cookie that keeps a table's secret on a device."""
    return f"t-{code}"


def set_secret_cookie(response: Response, code: str, secret: str) -> Response:
    """Leave a table's secret on the device."""
    return set_device_cookie(response, cookie_name(code), secret)


LEGACY_COOKIES: Mapping[str, tuple[str, ...]] = {
    "groups": ("companion-groups", "groups"), "editions": ("companion-editions", "editions"),
    "lang": ("companion-lang", "lang"), "name": ("own-name",), "trial": ("trial",), "host": ("house",),
}  # fmt: skip
"""By the key in the session: the cookies that a text was in before 0.2. To be read until December 2027."""


def read_session(key: str) -> str:
    """What the device remembers in its session, or still in a cookie of before; empty for nothing."""
    text = session.get(key)
    return (
        next(filter(None, map(request.cookies.get, LEGACY_COOKIES[key])), "") if text is None else str(text)
    )


def remember(key: str, value: object) -> None:
    """Have the device remember something for a year; no cookie is written where it does already."""
    if session.get(key) != value:
        session.permanent, session[key] = True, value


def set_device_cookie(response: Response, name: str, text: str) -> Response:
    """Leave a text about a table on the device for a year, where no script and no other site reads it."""
    response.set_cookie(
        name, text, max_age=YEAR_SECONDS, httponly=True, samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )  # fmt: skip
    return response


def delete_table_cookies(response: Response, code: str) -> Response:
    """Have the device forget all that was left on it for a table."""
    for name in request.cookies:
        if name.endswith(f"-{code}"):
            delete_device_cookie(response, name)
    return response


def delete_device_cookie(response: Response, name: str) -> Response:
    """Have the device forget a text that was left on it."""
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.delete_cookie(name, httponly=True, samesite="Lax", secure=secure)
    return response


def parse_int(text: str | None, default: int) -> int:
    """A whole number; ``default`` for any other text."""
    number = parse_whole_number(text or "")
    return default if number is None else number


def parse_seat(text: str | None, seats: int) -> int | None:
    """The seat a stranger sent as text, or None where the table has no such seat."""
    seat = parse_int(text, -1)
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


def is_htmx() -> bool:
    """Whether htmx asks for a part of the page rather than a whole one."""
    return "HX-Request" in request.headers


def wants_full_page() -> bool:
    """Whether the answer may be shown as a page: a browser asks for it, or htmx takes its part of one."""
    return not is_htmx() or request.headers.get("HX-Request-Type") == "full"


def local_path(text: str) -> str:
    """The text if every browser takes it for a path of this site, else ``/``.

    Browsers read a backslash as a slash and drop tabs and line ends before they read an address.

    >>> local_path("/t/ABCDEF"), local_path("//other.example")
    ('/t/ABCDEF', '/')
    """
    return text if _LOCAL_PATH.fullmatch(text) else "/"


def see_other(address: str) -> Response:
    """Lead the browser on to a page of ours, as a GET whatever was asked."""
    return make_response(redirect(quote(address, safe="/?=&%"), 303))


def redirect_htmx(response: Response) -> Response:
    """Where htmx swaps a part of a page, a redirect leads on in it if that fits, else to a new page."""
    address = response.location
    if address is None or not is_htmx():
        return response
    fitting = PAGES_BY_TARGET.get(request.headers.get("HX-Target", ""))
    if not (fitting and fitting.match(address)):
        del response.headers["Location"]
        response.headers["HX-Redirect"] = address
        response.status_code, response.data = 204, b""
    return response


def attachment(content: str | bytes, kind: str, name: str) -> Response:
    """A file of a MIME type, to be kept under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=headers)


def no_content_or_redirect(address: str, *happens: str) -> Response:
    """For a page that hears by its stream what was changed, and is told what else ``happens`` on it; one
    without scripts is led on.
    """
    response = make_response("", 204) if is_htmx() else see_other(address)
    if happens:
        response.headers["HX-Trigger"] = ", ".join(happens)
    return response


def game_phrases(slug: str) -> Phrasebook:
    """Return the phrasebook of a game without a table."""
    return Phrasebook(BY_SLUG[slug])
