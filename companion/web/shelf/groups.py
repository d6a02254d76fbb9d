"""A group's pages: people, tables, statistics, editions, and how to be forgotten."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request

from companion.exports.csv_file import spreadsheet
from companion.games import BY_SLUG
from companion.groups import service
from companion.groups.evenings import best_play, closest_play, evenings, pages_of, trophies, won_last
from companion.groups.history import first_seat_share, history_rows, plays_of, statistics
from companion.language.i18n import decimal, full_date, join_list, local
from companion.limits.rate_limits import limited
from companion.services import services, tables
from companion.tables.links import require_hosting
from companion.tables.names import is_forgotten
from companion.tables.write_locks import yielding_control
from companion.web.plumbing.qr import full_url, qr_svg
from companion.web.plumbing.request import attachment, game_phrases, parse_int, require_member, see_other
from companion.web.shelf.groups_and_editions import GROUP_LINKS

bp = Blueprint("groups", __name__)

_TITLES = {slug: game.meta.title for slug, game in BY_SLUG.items()}


@bp.get("/groups")
def list_groups() -> str:
    """The groups of this device, and founding one."""
    return render_template("groups/list.html", groups=services().groups_and_editions.groups())


@bp.post("/groups")
@limited("20 per minute")
def found_group() -> Response:
    """Found a group; whoever gets its link belongs to it."""
    secret = service.create_group(request.form.get("name", ""))
    return GROUP_LINKS.remember(see_other(f"/g/{secret}"), secret)


NEWEST_EVENINGS = 3
"""Evenings on the group's own page; the others have pages of their own."""


@bp.get("/g/<group>")
def show_group(group: str) -> Response:
    """The group: its newest evenings, how it went, which editions, who, how to share it."""
    group_row = service.get_group(group)
    link = full_url(f"/g/{group}")
    plays = plays_of(group_row, tables())
    records = statistics(plays)
    of_game = {slug: [play for play in plays if play.slug == slug] for slug in records}
    all_evenings = evenings(plays)
    newest = pages_of(all_evenings)[0][:NEWEST_EVENINGS]
    page = render_template(
        "groups/group.html", kept=group_row,
        people=[person for person in group_row.people if not is_forgotten(person.name)],
        secret=group, evenings=newest, older=newest != all_evenings, trophies=trophies(plays),
        won_last=won_last(plays), records=records, link=link, in_words=full_date,
        join_list=join_list, decimal=decimal,
        begun={slug: first_seat_share(of_slug) for slug, of_slug in records.items()},
        best={slug: best_play(of_slug) for slug, of_slug in of_game.items()},
        closest={slug: closest_play(of_slug) for slug, of_slug in of_game.items()},
        qr=qr_svg(link), titles=_TITLES, phrases={slug: game_phrases(slug) for slug in records},
    )  # fmt: skip
    return GROUP_LINKS.remember(make_response(page), group)


@bp.get("/g/<group>/evenings")
def show_evenings(group: str) -> str:
    """A page of the group's evenings, the newest first, where each table can be removed from the group."""
    group_row = service.get_group(group)
    pages = pages_of(evenings(plays_of(group_row, tables())))
    page = min(max(1, parse_int(request.args.get("page"), 1)), len(pages))
    return render_template(
        "groups/evenings.html", group=group_row, secret=group, page=page, pages=len(pages),
        evenings=pages[page - 1], in_words=full_date, titles=_TITLES,
    )  # fmt: skip


@bp.get("/g/<group>/history.csv")
def history(group: str) -> Response:
    """Every finished play as rows."""
    plays = plays_of(service.get_group(group), tables())
    return attachment(spreadsheet(history_rows(yielding_control(plays), local)), "text/csv", "history.csv")


@bp.post("/g/<group>/renew")
def renew_group_link(group: str) -> Response:
    """A new link; the old one stops working."""
    secret = service.renew_link(service.get_group(group))
    return GROUP_LINKS.remember(see_other(f"/g/{secret}"), secret, group)


@bp.post("/g/<group>/leave")
def leave_group(group: str) -> Response:
    """This device forgets the group."""
    response = see_other("/")
    rest = [one for one in GROUP_LINKS.secrets() if one and one != group]
    return GROUP_LINKS.remember(response, rest[0] if rest else "", group)


@bp.post("/g/<group>/editions")
def add_group_edition(group: str) -> Response:
    """Put an edition into the library by its link."""
    service.add_edition(service.get_group(group), request.form.get("link", ""))
    return see_other(f"/g/{group}")


@bp.post("/g/<group>/people/<int(max=999999999):person>/forget")
def forget_group_person(group: str, person: int) -> Response:
    """Take a person's name out everywhere."""
    service.forget_person(service.get_group(group), person, tables())
    return see_other(f"/g/{group}")


@bp.post("/g/<group>/tables")
def keep_table(group: str) -> Response:
    """Add a table to the group's history, as the table's host may."""
    group_row = service.get_group(group)
    table, member = require_member(request.form.get("table", ""))
    require_hosting(member)
    service.add_table(group_row, table.id, tables())
    return see_other(f"/g/{group}")


@bp.post("/g/<group>/tables/<int(max=999999999):table>/remove")
def remove_group_table(group: str, table: int) -> Response:
    """Take a table out of the group's history; the table itself stays."""
    service.remove_table(service.get_group(group), table)
    page = parse_int(request.form.get("page"), 1)
    return see_other(f"/g/{group}/evenings?page={page}")


@bp.post("/g/<group>/delete")
def delete_whole_group(group: str) -> Response:
    """Delete the group with its people and history; its tables stay."""
    service.delete_group(service.get_group(group))
    return GROUP_LINKS.remember(see_other("/"), "", group)
