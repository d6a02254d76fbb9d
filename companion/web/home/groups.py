"""The pages of a group: people, tables, statistics and editions."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.engine.json_data import parse_whole_number
from companion.exports.result import format_csv_for_spreadsheet
from companion.games import GAMES_BY_SLUG
from companion.groups import evenings, history, results, service
from companion.language.i18n import format_date_with_weekday, format_decimal, join_list, to_local_time
from companion.limits.rate_limits import rate_limited
from companion.services import services, tables
from companion.tables.concurrency import yielding_control
from companion.tables.errors import Malformed, NotFound
from companion.tables.links import require_host_role
from companion.tables.names import tidy_name
from companion.tables.table_store import utc_now
from companion.web.common import http
from companion.web.home.groups_and_editions import GROUP_LINKS

bp = Blueprint("groups", __name__)

_TITLES_BY_SLUG = {slug: game.meta.title for slug, game in GAMES_BY_SLUG.items()}


@bp.get("/groups")
def list_groups() -> str:
    """Show the groups whose links this device has opened."""
    return render_template("groups/list.html", groups=services().groups_and_editions.groups())


@bp.post("/groups")
@rate_limited("20 per minute")
def create_group() -> Response:
    """Create a group and store its link on this device. Everybody who has the link belongs to the group."""
    secret = service.create_group(request.form.get("name", ""))
    GROUP_LINKS.remember(secret)
    return http.see_other(f"/g/{secret}")


NEWEST_EVENING_COUNT = 3
"""Evenings on the group's main page. Older ones have pages of their own."""


@bp.get("/g/<group>")
def show_group(group: str) -> str:
    """Show a group of people: its plays on the newest evenings, statistics, editions, members and link."""
    group_row = service.get_group(group)
    link = http.full_url(f"/g/{group}")
    plays = history.list_plays(group_row, tables())
    records = history.compute_personal_records(plays)
    of_game = {slug: [play for play in plays if play.slug == slug] for slug in records}
    all_evenings = evenings.group_by_evening(plays)
    newest = evenings.paginate_evenings(all_evenings)[0][:NEWEST_EVENING_COUNT]
    GROUP_LINKS.remember(group)
    return render_template(
        "groups/group.html", group=group_row,
        people=service.merged_people_by_person(group_row),
        secret=group, evenings=newest, older=newest != all_evenings, trophies=evenings.count_wins(plays),
        latest_wins=evenings.find_newest_decided_plays(plays), records=records, link=link,
        in_words=format_date_with_weekday, join_list=join_list, format_decimal=format_decimal,
        first_seat_wins={slug: history.count_starter_wins(of_slug) for slug, of_slug in records.items()},
        best={slug: evenings.find_best_play(of_slug) for slug, of_slug in of_game.items()},
        closest={slug: evenings.find_closest_play(of_slug) for slug, of_slug in of_game.items()},
        qr=http.qr_svg(link), titles=_TITLES_BY_SLUG,
        phrases={slug: http.game_phrases(slug) for slug in records},
    )  # fmt: skip


@bp.get("/g/<group>/evenings")
def show_evenings(group: str) -> str:
    """Show one page of a group's plays by evening, newest first. The query may name a game or a person."""
    group_row = service.get_group(group)
    plays = history.list_plays(group_row, tables())
    slug, person = request.args.get("game", ""), http.parse_int(request.args.get("person"), 0)
    filters = {name: value for name, value in (("game", slug), ("person", person)) if value}
    chosen = [
        play for play in plays if (not slug or play.slug == slug) and (not person or person in play.people)
    ]
    pages = evenings.paginate_evenings(evenings.group_by_evening(chosen))
    page = min(max(1, http.parse_int(request.args.get("page"), 1)), len(pages))
    return render_template(
        "groups/evenings.html", group=group_row, secret=group, page=page, pages=len(pages),
        evenings=pages[page - 1], in_words=format_date_with_weekday, titles=_TITLES_BY_SLUG,
        filters=filters, people=service.merged_people_by_person(group_row),
        games=dict.fromkeys(play.slug for play in plays), **_day_and_place_limits(plays),
    )  # fmt: skip


def _day_and_place_limits(plays: Sequence[history.GroupPlay]) -> dict[str, Any]:
    return {
        "first_day": results.EARLIEST_DAY, "today": to_local_time(utc_now()).date(),
        "day_of": lambda at: to_local_time(at).date(),
        "max_place_length": results.MAX_PLACE_LENGTH,
        "places": sorted({play.place for play in plays if play.place}),
    }  # fmt: skip


@bp.post("/g/<group>/evenings/<play>")
def change_evening(group: str, play: str) -> Response:
    """Set the submitted day and place for all plays of the evening that contains the play ``play``."""
    group_row = service.get_group(group)
    all_evenings = evenings.group_by_evening(history.list_plays(group_row, tables()))
    evening = next((e for e in all_evenings if play in [p.key for p in e.plays]), None)
    if evening is None:
        raise NotFound("table.no_such_page")
    place, shown_day = request.form.get("place", ""), request.form.get("shown_day", "")
    evenings.set_evening_day_and_place(group_row, evening, _submitted_day(), place, shown_day)
    return _redirect_to_evening_of(group, play)


def _submitted_day() -> date:
    try:
        return date.fromisoformat(request.form.get("day", ""))
    except ValueError as error:
        raise Malformed({"day": ["No date."]}) from error


def _redirect_to_evening_of(group: str, key: str) -> Response:
    all_evenings = evenings.group_by_evening(history.list_plays(service.get_group(group), tables()))
    pages = enumerate(evenings.paginate_evenings(all_evenings), 1)
    page = next((n for n, on_page in pages for e in on_page if key in [p.key for p in e.plays]), 1)
    return http.see_other(f"/g/{group}/evenings?page={page}")


@bp.get("/g/<group>/plays")
def manual_play_form(group: str) -> str:
    """Show the form for a manual play: a new one, or the play with the query's number ``play``."""
    group_row = service.get_group(group)
    plays = history.list_plays(group_row, tables())
    number = http.parse_int(request.args.get("play"), 0)
    play = results.get_manual_play(group_row, number) if number else None
    return render_template(
        "groups/manual_play.html", group=group_row, secret=group, titles=_TITLES_BY_SLUG,
        play=play, ticked=results.get_ticked_winners(play) if play else (),
        day=request.args.get("day", ""), place=request.args.get("place", ""),
        people=service.merged_people_by_person(group_row), max_points=results.MAX_POINTS,
        seats=max(game.meta.seats[1] for game in GAMES_BY_SLUG.values()), **_day_and_place_limits(plays),
    )  # fmt: skip


@bp.post("/g/<group>/plays")
@rate_limited("60 per minute")
def enter_manual_play(group: str) -> Response:
    """Save a manual play from the form. Rows with neither a name nor points are left out."""
    group_row = service.get_group(group)
    names, points = request.form.getlist("name"), request.form.getlist("points")
    scores = [
        results.ManualScore(name, _parse_points(number), str(row) in request.form.getlist("won"))
        for row, (name, number) in enumerate(zip(names, points, strict=False))
        if tidy_name(name) or number.strip()
    ]
    number = http.parse_int(request.form.get("play"), 0)
    slug, place = request.form.get("game", ""), request.form.get("place", "")
    play = results.save_manual_play(group_row, number, slug, _submitted_day(), place, scores)
    return _redirect_to_evening_of(group, f"m{play.id}")


def _parse_points(text: str) -> int | None:
    number, most = parse_whole_number(text.strip()), results.MAX_POINTS
    if number is None and text.strip():
        raise Malformed({"points": ["No number."]}, limits={"points": (-most, most)})
    return number


@bp.post("/g/<group>/plays/<int(max=999999999):play>/remove")
def delete_manual_play(group: str, play: int) -> Response:
    """Delete a manual play, which was typed in without a table."""
    results.remove_manual_play(service.get_group(group), play)
    return _redirect_to_evenings_page(group)


@bp.get("/g/<group>/history.csv")
def download_history(group: str) -> Response:
    """Return all finished plays of the group as a CSV file."""
    plays = history.list_plays(service.get_group(group), tables())
    rows = history.iterate_history_rows(yielding_control(plays), to_local_time)
    return http.attachment(format_csv_for_spreadsheet(rows), "text/csv", "history.csv")


@bp.post("/g/<group>/renew")
def renew_group_link(group: str) -> Response:
    """Create a new link of the group. The old link stops working."""
    secret = service.renew_link(service.get_group(group))
    GROUP_LINKS.remember(secret, group)
    return http.see_other(f"/g/{secret}")


@bp.post("/g/<group>/leave")
def leave_group(group: str) -> Response:
    """Remove the group from this device."""
    GROUP_LINKS.remember("", group)
    return http.see_other("/")


@bp.post("/g/<group>/editions")
def add_group_edition(group: str) -> Response:
    """Add the edition with the submitted link to the group's editions."""
    service.add_edition(service.get_group(group), request.form.get("link", ""))
    return http.see_other(f"/g/{group}")


@bp.post("/g/<group>/people/<int(max=999999999):person>/rename")
def rename_group_person(group: str, person: int) -> Response:
    """Rename a person. If another person has this name, ask whether both are the same person."""
    other = service.rename_person(service.get_group(group), person, request.form.get("name", ""))
    if other is not None:
        return http.see_other(f"/g/{group}/merge?person={person}&into={other.id}")
    return http.see_other(f"/g/{group}")


@bp.get("/g/<group>/merge")
def ask_to_merge(group: str) -> str:
    """Ask whether two people are the same person, or first which two, if the query does not name them."""
    group_row = service.get_group(group)
    people = service.merged_people_by_person(group_row)
    numbers = [http.parse_int(request.args.get(name), 0) for name in ("person", "into")]
    pair = [service.get_person(group_row, number) for number in numbers] if all(numbers) else []
    pair = pair if len(set(pair)) > 1 else []
    met = bool(pair) and service.have_played_together(group_row, *pair)
    return render_template(
        "groups/merge.html", group=group_row, secret=group, people=people, pair=pair, met=met
    )


@bp.post("/g/<group>/merge")
def merge_group_people(group: str) -> Response:
    """Count two people of the group as the same person."""
    person, into = (http.parse_int(request.form.get(name), 0) for name in ("person", "into"))
    service.merge_people(service.get_group(group), person, into)
    return http.see_other(f"/g/{group}")


@bp.post("/g/<group>/people/<int(max=999999999):person>/separate")
def separate_group_person(group: str, person: int) -> Response:
    """Undo that this person and another one are counted as the same person."""
    service.undo_merge(service.get_group(group), person)
    return http.see_other(f"/g/{group}")


@bp.post("/g/<group>/people/<int(max=999999999):person>/forget")
def forget_group_person(group: str, person: int) -> Response:
    """Remove a person's name from all tables and statistics of the group."""
    service.forget_person(service.get_group(group), person, tables())
    return http.see_other(f"/g/{group}")


@bp.post("/g/<group>/tables")
def add_group_table(group: str) -> Response:
    """Add the table with the submitted code to the group. Only the table's host may do this."""
    group_row = service.get_group(group)
    table, member = http.require_member(request.form.get("table", ""))
    require_host_role(member)
    service.add_table(group_row, table.id, tables())
    return http.see_other(f"/g/{group}")


@bp.post("/g/<group>/tables/<int(max=999999999):table>/remove")
def remove_group_table(group: str, table: int) -> Response:
    """Remove a table from the group. The table itself is not deleted."""
    service.remove_table(service.get_group(group), table)
    return _redirect_to_evenings_page(group)


def _redirect_to_evenings_page(group: str) -> Response:
    return http.see_other(f"/g/{group}/evenings?page={http.parse_int(request.form.get('page'), 1)}")


@bp.post("/g/<group>/delete")
def delete_whole_group(group: str) -> Response:
    """Delete the group with its people and its history. Its tables are not deleted."""
    service.delete_group(service.get_group(group))
    GROUP_LINKS.remember("", group)
    return http.see_other("/")
