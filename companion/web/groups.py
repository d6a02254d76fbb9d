"""A group's pages: people, tables, statistics, editions, and how to be forgotten."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)

from companion.games import BY_SLUG
from companion.groups import Group
from companion.groups.history import (
    first_seat_share,
    history_rows,
    plays_of,
    refresh,
    statistics,
)
from companion.groups.keeping import (
    add_edition,
    delete_group,
    delete_table,
    forget_person,
    group_of,
    new_group,
    renew,
)
from companion.limits import limiter
from companion.tables.answers import Missing
from companion.web.edge import YEAR, desk, speaker_for
from companion.web.qr import address, qr_svg

bp = Blueprint("groups", __name__)
COOKIE = "groups"
MOST_REMEMBERED = 8


def remembered_groups() -> list[tuple[str, Group]]:
    """The groups this device belongs to, the one used last first, each with its secret."""
    found = []
    for secret in _secrets():
        try:
            found.append((secret, group_of(secret)))
        except Missing:
            continue
    return found


def _secrets() -> list[str]:
    return request.cookies.get(COOKIE, "").split(".")[:MOST_REMEMBERED]


def _remember(response: Response, secret: str, *gone: str) -> Response:
    kept = [one for one in (secret, *_secrets()) if one and one not in gone]
    text = ".".join(list(dict.fromkeys(kept))[:MOST_REMEMBERED])
    response.set_cookie(
        COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax",
        secure=current_app.config["SECURE_COOKIES"],
    )  # fmt: skip
    return response


def _to(path: str) -> Response:
    return make_response(redirect(path, 303))


@bp.post("/groups")
@limiter.limit("20 per minute")
def founded() -> Response:
    """Found a group; whoever gets its link belongs to it."""
    secret = new_group(request.form.get("name", ""))
    return _remember(_to(f"/g/{secret}"), secret)


@bp.get("/g/<group>")
def shown(group: str) -> Response:
    """The group: who, what was played, how it went, which editions, how to share it."""
    kept = group_of(group)
    refresh(kept, desk())
    link = address(f"/g/{group}")
    records = statistics(kept)
    page = render_template(
        "groups/group.html", kept=kept, secret=group, plays=plays_of(kept), records=records,
        begun={slug: first_seat_share(found) for slug, found in records.items()}, link=link,
        qr=qr_svg(link), titles={slug: game.meta.title for slug, game in BY_SLUG.items()},
        say={slug: speaker_for(slug, "referee") for slug in records},
    )  # fmt: skip
    return _remember(make_response(page), group)


@bp.get("/g/<group>/history.csv")
def history(group: str) -> Response:
    """Every finished play as rows."""
    kept = group_of(group)
    refresh(kept, desk())
    response = make_response(history_rows(kept))
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = 'attachment; filename="history.csv"'
    return response


@bp.post("/g/<group>/renew")
def renewed(group: str) -> Response:
    """A new link; the old one stops working."""
    secret = renew(group_of(group))
    return _remember(_to(f"/g/{secret}"), secret, group)


@bp.post("/g/<group>/leave")
def left(group: str) -> Response:
    """This device forgets the group."""
    response = _to("/")
    rest = [one for one in _secrets() if one and one != group]
    return _remember(response, rest[0] if rest else "", group)


@bp.post("/g/<group>/editions")
def edition_added(group: str) -> Response:
    """Put an edition into the library by its link."""
    add_edition(group_of(group), request.form.get("link", ""))
    return _to(f"/g/{group}")


@bp.post("/g/<group>/people/<int(max=999999999):person>/forget")
def person_forgotten(group: str, person: int) -> Response:
    """Take a person's name out everywhere."""
    forget_person(group_of(group), person, desk())
    return _to(f"/g/{group}")


@bp.post("/g/<group>/tables/<int(max=999999999):table>/delete")
def table_deleted(group: str, table: int) -> Response:
    """Delete a table for good."""
    delete_table(group_of(group), table, desk())
    return _to(f"/g/{group}")


@bp.post("/g/<group>/delete")
def group_deleted(group: str) -> Response:
    """Delete the group, with its tables if asked."""
    delete_group(group_of(group), desk(), request.form.get("tables") == "1")
    return _remember(_to("/"), "", group)
