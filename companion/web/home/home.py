"""The home page, the lists of games and tables, and the form that opens a table."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.engine.game import MAX_SEATS
from companion.games import GAMES
from companion.games.seeds import get_box_facts
from companion.language.i18n import join_with_commas
from companion.limits.rate_limits import rate_limited
from companion.sentences.outcome import winner_sentence
from companion.sentences.phrases import table_phrases
from companion.services import services, tables
from companion.tables.names import make_name_key, tidy_name
from companion.tables.opening import MODES, get_game, open_table
from companion.tables.queries import scores
from companion.web.common import http
from companion.web.device.acting_for import ActingFor, save_acting_for
from companion.web.device.device_tables import (
    MAX_TABLES,
    device_tables,
    list_automatically_left_tables,
    own_name,
    players_of_last_table,
    remember_own_name,
    suggest_names,
)

bp = Blueprint("home", __name__)
GAME_METAS = [game.meta for game in GAMES]


@bp.get("/")
def show_home() -> str:
    """Show the games and the device's running tables, with those that wait for it first.

    With ``new`` in the query, the page asks newcomers only which game's box they have.
    """
    known_tables = device_tables()
    running = [known for known in known_tables if not known.is_over]
    groups = services().groups_and_editions.groups()
    group = next((group for group in groups if group[0] == request.args.get("group")), None)
    return render_template(
        "home.html", games=GAME_METAS, running=running, released_codes=list_automatically_left_tables(),
        max_tables=MAX_TABLES, group=group, get_box_facts=get_box_facts, unboxing="new" in request.args,
        newcomers=len(known_tables) == len(running),
    )  # fmt: skip


@bp.get("/history")
def show_device_history() -> str:
    """Show all tables of this device, and who won the finished ones."""
    known_tables = device_tables()
    rankings = ((known.table, scores(known.table, None).ranking) for known in known_tables if known.is_over)
    results = {
        table.code: winner_sentence(table_phrases(table), ranking) for table, ranking in rankings if ranking
    }
    return render_template("history.html", tables=known_tables, results=results)


@bp.get("/calculators")
def list_calculators() -> str:
    """Show the games to choose from, to count the points of a game that was played without the app."""
    return render_template("calculators.html", games=GAME_METAS)


@bp.get("/open/<slug>")
def new_table_form(slug: str) -> str:
    """Show the form that opens a table of this game."""
    meta = get_game(slug).meta
    mode = request.args.get("mode", "referee")
    low, high = meta.seats
    seats = max(low, min(high, http.parse_int(request.args.get("seats"), max(low, 4))))
    host = tidy_name(request.args.get("host", own_name()))
    excluded_names = () if mode == "tally" else (host,)  # the host has a field
    players = tuple(name for name in players_of_last_table(meta.seats) if name not in excluded_names)
    uses_edition = any(option.printed and mode in option.modes for option in meta.options)
    editions = services().groups_and_editions.editions(slug) if uses_edition else None
    groups = services().groups_and_editions.groups()
    first_group = groups[0][0] if groups else ""
    return render_template(
        "open.html", meta=meta, box=get_box_facts(slug), mode=mode if mode in MODES else "referee",
        seats=seats, options=[option for option in meta.options if mode in option.modes],
        phrases=http.game_phrases(slug), editions=editions, groups=groups, query=request.args,
        group_chosen=request.args.get("group", first_group), chosen=request.args.get("edition", ""),
        own_name=host, people=suggest_names(excluded_names),
        last_players=players, last_players_sentence=join_with_commas(players),
    )  # fmt: skip


@bp.get("/games/<slug>/aim")
def show_goal(slug: str) -> str:
    """Show the goal of a game in four pictures."""
    return render_template("goal.html", meta=get_game(slug).meta)


@bp.get("/calculator/<slug>")
def redirect_old_calculator(slug: str) -> Response:
    """Redirect an address of older versions to the form that opens a count by hand."""
    return http.see_other(f"/open/{get_game(slug).meta.slug}?mode=tally")


@bp.post("/open/<slug>")
@rate_limited("60 per minute")
def open_new_table(slug: str) -> Response:
    """Open a table, and redirect to its lobby, or to its board if the form contains ``start``."""
    meta = get_game(slug).meta
    secret = request.form.get("group", "")
    group = services().groups_and_editions.find_group(secret) if secret else None
    mode, at_once = request.form.get("mode", "referee"), "start" in request.form
    one_phone = "one_phone" in request.form
    host = request.form.get("host", own_name())
    names = _submitted_names(mode, meta.seats[0], host)
    free = [n for n, name in enumerate(names) if n and not name.strip()]
    options = http.options_from_form(meta, mode) | _submitted_edition_options(slug, mode)
    table = open_table(
        tables(), slug, mode, names, options,
        http.parse_int(request.form.get("first"), 0), http.device_kind(), _seat_of_host(mode, names),
        vacant=None if at_once else [] if one_phone else free,
        guided=range(MAX_SEATS) if "new" in request.form else (),
        group_id=group.id if group else None,
    )  # fmt: skip
    response = http.see_other(f"/t/{table.code}")
    save_acting_for(response, table.code, ActingFor(everybody=one_phone))
    remember_own_name(request.form.get("host", ""))
    return http.set_secret_cookie(response, table.code, table.secret)


def _submitted_names(mode: str, least: int, host: str) -> list[str]:
    """Return the submitted names of all seats in clockwise order; "" for a seat without a name.

    In the mode ``tally``, seats without a name are left out if at least ``least`` seats have one.
    ``host`` is the name of the person who opens the table.
    """
    names = request.form.getlist("name")
    filled_names = [name for name in names if tidy_name(name)]
    if mode == "tally" and len(filled_names) >= least:
        return filled_names
    if names and "host" not in request.form:
        return names
    seats = min(http.parse_int(request.form.get("seats"), least), MAX_SEATS)
    other_names = [name for name in filled_names if make_name_key(name) != make_name_key(host)]
    return [host, *other_names, *[""] * (seats - 1 - len(other_names))]


def _seat_of_host(mode: str, names: Sequence[str]) -> int | None:
    """Return 0, or in a tally the seat with the name of the phone's owner (None if no seat has it)."""
    own = own_name()
    if mode != "tally" or not own:
        return 0
    return names.index(own) if own in names else None


def _submitted_edition_options(slug: str, mode: str) -> dict[str, Any]:
    secret = request.form.get("edition", "")
    if not secret:
        return {}
    parts = [http.parse_int(part, -1) for part in request.form.getlist("part")]
    return services().groups_and_editions.edition_options(slug, mode, secret, parts)
