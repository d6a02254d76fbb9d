"""Request helpers: table and member of a request, cookies, session, redirects and form values."""

import io
import re
from collections.abc import Mapping
from functools import wraps
from inspect import signature
from typing import Any
from urllib.parse import quote

import segno
from flask import Blueprint, Response, current_app, g, make_response, redirect, request, session

from companion.engine.game import Meta, Option
from companion.engine.json_data import parse_whole_number
from companion.games import GAMES_BY_SLUG
from companion.language.i18n import set_language_game
from companion.sentences.phrases import Phrasebook
from companion.services import services, tables
from companion.tables.errors import Forbidden
from companion.tables.links import REVOKED_LINK_ERROR_CODES, Access, Member, normalize_code
from companion.tables.schemas import parse_form, parse_json
from companion.tables.state import TableState
from companion.web.common.assets import YEAR_SECONDS

PATH_PATTERN_BY_HTMX_TARGET = {
    "div#page": re.compile(r"/(?!(pocket/)?(t|trust|watch)\b|e/[^/]+/letter)"),
    "div#drawer-page": re.compile(r"/t/[^/]+/."),
}
"""By the element that htmx replaces (``HX-Target``): the paths of the pages that fit into it.

``PAGE_PATTERNS`` in ``static/js/navigation.js`` is the same rule for links. A table is always loaded as a
new page.
"""
_LOCAL_PATH_PATTERN = re.compile(r"/(?!/)[^\\\x00-\x1f\x7f]*")


def table_and_member(code: str) -> tuple[TableState, Member | None]:
    """Return the table with this code, and the device's member there (None without a valid cookie)."""
    access = access_from_cookie(code)
    table = g.table = tables().load_for_access(access)
    set_language_game(table.slug)
    g.was, g.member = access.former_role, access.member
    return table, access.member


def access_from_cookie(code: str) -> Access:
    """Return what the device's cookie allows at the table. Raise NotFound if no table has this code."""
    return tables().get_access(code, secret_from_cookie(normalize_code(code)))


def secret_from_cookie(code: str) -> str | None:
    """Return this device's secret for the table with this code, or None without a cookie for the table."""
    return request.cookies.get(cookie_name(code))


def require_member(code: str) -> tuple[TableState, Member]:
    """Return the table and the device's member. Raise Forbidden if its cookie has no valid secret."""
    table, member = table_and_member(code)
    if member is None:
        raise Forbidden(REVOKED_LINK_ERROR_CODES.get(g.was, "table.not_here"))
    return table, member


class TableBlueprint(Blueprint):
    """A blueprint whose views may get the ``table`` of the URL's code, and the device's ``member`` there.

    Such a view raises Forbidden if the device's cookie has no valid secret for the table. A view with
    neither parameter is open to everybody.
    """

    def add_url_rule(
        self, rule: str, endpoint: str | None = None, view_func: Any = None, *more: Any, **options: Any
    ) -> None:
        names = {"table", "member"}.intersection(signature(view_func).parameters)

        @wraps(view_func)
        def call_with_table(code: str, **values: Any) -> Any:
            table, member = require_member(code)
            arguments = {"table": table, "member": member}
            return view_func(**values, **{name: arguments[name] for name in names})

        super().add_url_rule(rule, endpoint, call_with_table if names else view_func, *more, **options)


def strip_link_punctuation(_endpoint: str | None, view_args: dict[str, str] | None) -> None:
    """Remove the punctuation that chat apps add to the end of a link from the secrets in ``view_args``."""
    values = view_args or {}
    for name in {"secret", "group", "edition"} & set(values):
        values[name] = values[name].rstrip(".,;:!?)]}>»”’\"'")


def cookie_name(code: str) -> str:
    """Return the name of the cookie that contains the device's secret for the table with this code."""
    return f"t-{code}"


def set_secret_cookie(response: Response, code: str, secret: str) -> Response:
    """Set the cookie with the device's secret for the table with this code. Return the response."""
    return set_device_cookie(response, cookie_name(code), secret)


LEGACY_COOKIES: Mapping[str, tuple[str, ...]] = {
    "groups": ("companion-groups", "groups"), "editions": ("companion-editions", "editions"),
    "lang": ("companion-lang", "lang"), "name": ("own-name",), "trial": ("trial",), "host": ("house",),
}  # fmt: skip
"""By session key: the cookies that stored this value before 0.2. Read until December 2027."""


def read_session(key: str) -> str:
    """Return the session's text for ``key``, else the text of an old cookie (version 0.1), else ""."""
    text = session.get(key)
    return (
        next(filter(None, map(request.cookies.get, LEGACY_COOKIES[key])), "") if text is None else str(text)
    )


def store_in_session(key: str, value: object) -> None:
    """Store a value in the session for a year. If the value is unchanged, no cookie is sent."""
    if session.get(key) != value:
        session.permanent, session[key] = True, value


def set_device_cookie(response: Response, name: str, text: str) -> Response:
    """Set a cookie for a year that scripts and other sites cannot read. Return the response."""
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
    """Return the text as a whole number, or ``default`` if it is not a whole number."""
    number = parse_whole_number(text or "")
    return default if number is None else number


def parse_seat(text: str | None, seats: int) -> int | None:
    """Return the text as a seat number from 0 to ``seats - 1``, or None if it is not such a number."""
    seat = parse_int(text, -1)
    return seat if 0 <= seat < seats else None


def device_kind() -> str:
    """Return the kind of the device that sent the request, such as ``iPad``; an empty string if unknown."""
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
    """Return whether the browser itself, or htmx with ``HX-Request-Type: full``, requests a whole page."""
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
    """Return the response. htmx loads a whole page if a redirect's page does not fit into its target."""
    address = response.location
    if address is None or not is_htmx():
        return response
    fitting = PATH_PATTERN_BY_HTMX_TARGET.get(request.headers.get("HX-Target", ""))
    if not (fitting and fitting.match(address)):
        del response.headers["Location"]
        response.headers["HX-Redirect"] = address
        response.status_code, response.data = 204, b""
    return response


def attachment(content: str | bytes, kind: str, name: str) -> Response:
    """Return a response that the browser saves as a file. ``kind`` is the MIME type."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=headers)


def no_content_or_redirect(address: str, *events: str) -> Response:
    """Return an empty response (204) for htmx, or else a redirect to this address.

    An open page gets the change from its event stream. htmx fires the ``events``, such as ``drawer:done``.
    """
    response = make_response("", 204) if is_htmx() else see_other(address)
    if events:
        response.headers["HX-Trigger"] = ", ".join(events)
    return response


def game_phrases(slug: str) -> Phrasebook:
    """Return the phrasebook (translated sentences) of a game, without the names of a table's players."""
    return Phrasebook(GAMES_BY_SLUG[slug])


def full_url(path: str) -> str:
    """Return the URL with which other phones open this path, even if this page was opened as localhost."""
    public = current_app.config["PUBLIC_ADDRESS"]
    return f"{public or services().address_for_phones(request.scheme, request.host)}{path}"


def qr_svg(text: str) -> str:
    """Return the QR code of a text as SVG without width and height. It is dark on light in every theme."""
    buffer = io.BytesIO()
    segno.make(text, error="m").save(
        buffer, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True,
        dark="#17120a", light="#fffaf0", nl=False,
    )  # fmt: skip
    return buffer.getvalue().decode()


def move_to_form(move_name: str | None, seat: int, data: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Return a move as form fields with texts. Values that are None or dicts are left out.

    >>> move_to_form("Take", 1, {"tiles": [3, 4]})
    {'move': 'Take', 'seat': '1', 'tiles[]': ['3', '4']}
    """
    values = {"move": move_name, "seat": seat, **data}
    return {
        (f"{name}[]" if isinstance(value, list) else name): _form_value(value)
        for name, value in values.items()
        if value is not None and not isinstance(value, dict)
    }


def _form_value(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(int(value)) if isinstance(value, bool) else str(value)


def options_from_form(meta: Meta, mode: str) -> dict[str, Any]:
    """Return the submitted value of each option of this mode by name, without options with nested data."""
    return {
        option.name: option_from_form(option, f"option.{option.name}")
        for option in meta.options
        if mode in option.modes and option.kind != "record"
    }


def option_from_form(option: Option, name: str) -> Any:
    """Return an option's value from the field ``name`` of the submitted form.

    Without this field, a flag is False, and another option has its default. An unreadable number is None,
    which every option refuses.
    """
    text = request.form.get(name)
    if option.kind == "record":
        return record_from_form()
    if option.kind == "flag":
        return text is not None
    if text is None:
        return option.default
    return parse_whole_number(text) if option.kind == "number" else text


def option_value_from_form(meta: Meta) -> Any:
    """Return the value of the option that the field ``option`` names; None if there is no such option."""
    options = [option for option in meta.options if option.name == request.form.get("option")]
    return option_from_form(options[0], "value") if options else None


def record_from_form(fields: Any = None) -> Any:
    """Return the data in a form: JSON in the field ``json``, or fields such as ``value.points.0``.

    None if the form has no such field. ``fields`` is by default the submitted form.
    """
    fields = request.form if fields is None else fields
    if "json" in fields:
        return parse_json(fields["json"])
    return _parse_scalars(parse_form(fields).get("value"))


def _parse_scalars(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _parse_scalars(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_parse_scalars(inner) for inner in value]
    number = parse_whole_number(value) if isinstance(value, str) else None
    return number if number is not None else value == "on" or value
