"""Request helpers: table and member of a request, cookies, session, redirects and form values."""

import re
from collections.abc import Mapping
from urllib.parse import quote

from flask import Response, current_app, g, make_response, redirect, request, session

from companion.engine.json_data import parse_whole_number
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.sentences.phrases import Phrasebook
from companion.services import tables
from companion.tables.errors import Forbidden
from companion.tables.links import ENDED_LINK_CODES, Access, Member, normalize_code
from companion.tables.state import TableState
from companion.web.common.assets import YEAR_SECONDS

PATH_PATTERN_BY_TARGET = {
    "div#page": re.compile(r"/(?!(pocket/)?(t|trust|watch)\b|e/[^/]+/letter)"),
    "div#drawer-page": re.compile(r"/t/[^/]+/."),
}
"""By the element that htmx replaces (``HX-Target``): the paths of the pages that fit into it.

``PAGE_PATTERNS`` in ``static/js/navigation.js`` is the same rule for links. A table is always loaded as a
new page.
"""
_LOCAL_PATH_PATTERN = re.compile(r"/(?!/)[^\\\x00-\x1f\x7f]*")


def table_and_member(code: str) -> tuple[TableState, Member | None]:
    """Return the table with this code, and the member whose secret is in the device's cookie, or None."""
    access = access_from_cookie(code)
    table = g.table = tables().load_for(access)
    set_language_game(table.slug)
    g.was, g.member = access.former_role, access.member
    return table, access.member


def access_from_cookie(code: str) -> Access:
    """Return the access to a table that the device's cookie grants. Raise NotFound for an unknown code."""
    return tables().access(code, secret_of(normalize_code(code)))


def secret_of(code: str) -> str | None:
    """Return the secret that the device's cookie contains for the table with this code, or None."""
    return request.cookies.get(cookie_name(code))


def require_member(code: str) -> tuple[TableState, Member]:
    """Return the table and the member at it. Raise Forbidden if the device has no valid secret for it."""
    table, member = table_and_member(code)
    if member is None:
        raise Forbidden(ENDED_LINK_CODES.get(g.was, "table.not_here"))
    return table, member


def strip_link_punctuation(_endpoint: str | None, of_the_path: dict[str, str] | None) -> None:
    """Remove punctuation at the end of the secrets in a path: chat apps make it a part of the link."""
    values = of_the_path or {}
    for name in {"secret", "group", "edition"} & set(values):
        values[name] = values[name].rstrip(".,;:!?)]}>»”’\"'")


def cookie_name(code: str) -> str:
    """Return the name of the cookie that contains the secret of this table."""
    return f"t-{code}"


def set_secret_cookie(response: Response, code: str, secret: str) -> Response:
    """Store the secret of the table with this code on the device. Return the response."""
    return set_device_cookie(response, cookie_name(code), secret)


LEGACY_COOKIES: Mapping[str, tuple[str, ...]] = {
    "groups": ("companion-groups", "groups"), "editions": ("companion-editions", "editions"),
    "lang": ("companion-lang", "lang"), "name": ("own-name",), "trial": ("trial",), "host": ("house",),
}  # fmt: skip
"""By session key: the cookies that stored this value before 0.2. Read until December 2027."""


def read_session(key: str) -> str:
    """Return the session's value for ``key``, or that of an old cookie, as text; empty without either."""
    text = session.get(key)
    return (
        next(filter(None, map(request.cookies.get, LEGACY_COOKIES[key])), "") if text is None else str(text)
    )


def remember(key: str, value: object) -> None:
    """Store a value in the session for a year. An unchanged value sends no cookie."""
    if session.get(key) != value:
        session.permanent, session[key] = True, value


def set_device_cookie(response: Response, name: str, text: str) -> Response:
    """Store a text on the device for a year, in a cookie that scripts and other sites cannot read."""
    response.set_cookie(
        name, text, max_age=YEAR_SECONDS, httponly=True, samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )  # fmt: skip
    return response


def delete_table_cookies(response: Response, code: str) -> Response:
    """Delete all cookies that the device has for the table with this code. Return the response."""
    for name in request.cookies:
        if name.endswith(f"-{code}"):
            delete_device_cookie(response, name)
    return response


def delete_device_cookie(response: Response, name: str) -> Response:
    """Delete a cookie that ``set_device_cookie`` has set. Return the response."""
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.delete_cookie(name, httponly=True, samesite="Lax", secure=secure)
    return response


def parse_int(text: str | None, default: int) -> int:
    """Return the text as a whole number, or ``default`` if the text is none."""
    number = parse_whole_number(text or "")
    return default if number is None else number


def parse_seat(text: str | None, seats: int) -> int | None:
    """Return the text as a seat number, or None if the table has no such seat."""
    seat = parse_int(text, -1)
    return seat if 0 <= seat < seats else None


def device_name() -> str:
    """Return the kind of the device that sent the request, for the log; empty if unknown."""
    agent = request.user_agent.string
    for mark, name in (
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
    ):  # fmt: skip
        if mark in agent:
            return name
    return ""


def is_htmx() -> bool:
    """Return whether htmx sent the request, and not the browser itself."""
    return "HX-Request" in request.headers


def wants_full_page() -> bool:
    """Return whether the response may be a whole page: for a browser, or if htmx selects a part."""
    return not is_htmx() or request.headers.get("HX-Request-Type") == "full"


def local_path(text: str) -> str:
    """Return the text if every browser reads it as a path of this site, else ``/``.

    Browsers treat a backslash as a slash, and remove tabs and line breaks from a URL.

    >>> local_path("/t/ABCDEF"), local_path("//other.example")
    ('/t/ABCDEF', '/')
    """
    return text if _LOCAL_PATH_PATTERN.fullmatch(text) else "/"


def see_other(address: str) -> Response:
    """Return a redirect (303) to this path of the site."""
    return make_response(redirect(quote(address, safe="/?=&%"), 303))


def redirect_htmx(response: Response) -> Response:
    """Make htmx load a whole page if a redirect's page does not fit into the element to be replaced."""
    address = response.location
    if address is None or not is_htmx():
        return response
    fitting = PATH_PATTERN_BY_TARGET.get(request.headers.get("HX-Target", ""))
    if not (fitting and fitting.match(address)):
        del response.headers["Location"]
        response.headers["HX-Redirect"] = address
        response.status_code, response.data = 204, b""
    return response


def attachment(content: str | bytes, kind: str, name: str) -> Response:
    """Return a response that the browser saves as a file with this MIME type and name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=headers)


def no_content_or_redirect(address: str, *happens: str) -> Response:
    """Return a redirect to this address, or for htmx an empty response (204).

    The page gets the change from its stream. ``happens`` are events that htmx triggers on the page.
    """
    response = make_response("", 204) if is_htmx() else see_other(address)
    if happens:
        response.headers["HX-Trigger"] = ", ".join(happens)
    return response


def game_phrases(slug: str) -> Phrasebook:
    """Return the sentences of a game, without the names of a table's players."""
    return Phrasebook(GAMES_BY_SLUG[slug])
