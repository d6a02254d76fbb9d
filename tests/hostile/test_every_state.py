"""The result of every page and API route for every role, in every state of a table."""

import random
import re
from collections.abc import Iterator, Mapping

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.editions.service import create_edition
from companion.engine.json_data import to_json
from tests.all_games import ALL_GAMES, get_printed_record
from tests.every_page import make_path
from tests.hostile.table_states import API, STATES
from tests.offline.conftest import BUNDLE_FOLDER
from tests.people import Phone

ROLES = ("host", "seat", "viewer", "stranger", "revoked")
RESULTS_BY_LETTER: Mapping[str, set[str]] = {
    "+": {"200"},
    "t": {"to the table"},
    "d": {"to the door"},
    "c": {"/open/giza?mode=tally"},
    "-": {"403 not_yours", "403 table.not_here", "403 table.seat_taken_over"},
    "h": {"403 not_yours", "403 table.still_secret"},
    "0": {"404 missing"},
}
"""The meaning of a character below: the page, a redirect, forbidden, still hidden, or not found."""
RESULTS_FOR_EVERYBODY, RESULTS_FOR_LINKED, RESULTS_FOR_PLAYERS, RESULTS_FOR_NOBODY = (
    "+++++",
    "+++--",
    "++---",
    "00000",
)
RESULTS_WHILE_HIDDEN = {"agreement": "hhh--", "stopped": "hhh--"}
"""In these states the game hides something, so its files are forbidden until the end."""

RESULTS_AT_TABLE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "offline_mode.table_copy": (RESULTS_FOR_PLAYERS, {"agreement": "hh---", "stopped": "hh---"}),
    "api.get_log": (RESULTS_FOR_LINKED, {}),
    "api.get_rules": (RESULTS_FOR_LINKED, {}),
    "api.get_scores": (RESULTS_FOR_LINKED, {}),
    "api.get_set_up": (RESULTS_FOR_LINKED, {}),
    "api.get_table": (RESULTS_FOR_LINKED, {}),
    "api.list_legal_moves": (RESULTS_FOR_LINKED, {}),
    "api.read_recorded_play": (RESULTS_FOR_LINKED, RESULTS_WHILE_HIDDEN),
    "api.read_result": (RESULTS_FOR_LINKED, {}),
    "api.read_table_file": (RESULTS_FOR_LINKED, RESULTS_WHILE_HIDDEN),
    "help_pages.show_moves": (RESULTS_FOR_PLAYERS, {}),
    "help_pages.show_rule": (RESULTS_FOR_LINKED, {}),
    "exports.board_picture": (RESULTS_FOR_LINKED, {}),
    "exports.points_csv": (RESULTS_FOR_LINKED, {}),
    "exports.result_picture": (RESULTS_FOR_LINKED, {}),
    "exports.bgstats_file": (RESULTS_FOR_LINKED, {}),
    "exports.recorded_play": (RESULTS_FOR_LINKED, RESULTS_WHILE_HIDDEN),
    "exports.download_table": (RESULTS_FOR_LINKED, RESULTS_WHILE_HIDDEN),
    "exports.result_text": (RESULTS_FOR_LINKED, {}),
    "exports.share": (RESULTS_FOR_LINKED, {}),
    "guide.show_guide": (RESULTS_FOR_PLAYERS, {}),
    "joining.show_join_page": ("tt+++", {"finished": "tt+--"}),
    "table_stream.events": (RESULTS_FOR_EVERYBODY, {"finished": "+++--"}),
    "lobby.show_seat": (RESULTS_FOR_PLAYERS, {}),
    "rematch.show_offer": ("ttt--", {}),
    "seat_requests.show_request": ("tttdd", {"finished": "ttt--"}),
    "seats.invitation_status": (RESULTS_FOR_LINKED, {}),
    "seats.show_connection_help": (RESULTS_FOR_LINKED, {}),
    "seats.show_seats": (RESULTS_FOR_LINKED, {}),
    "setting_up.show_set_up": (RESULTS_FOR_LINKED, {}),
    "table.leave_form": (RESULTS_FOR_EVERYBODY, {}),
    "table.show_goal": (RESULTS_FOR_LINKED, {}),
    "table.show_box": (RESULTS_FOR_LINKED, {}),
    "table.show_change": (RESULTS_FOR_PLAYERS, {"lobby": "00---", "running": "00---", "guided": "00---"}),
    "table.show_acting_for": (RESULTS_FOR_PLAYERS, {}),
    "table.show_log": (RESULTS_FOR_LINKED, {}),
    "table.show_rules": (RESULTS_FOR_LINKED, {}),
    "table.show_scores": (RESULTS_FOR_LINKED, {"lobby": "ttt--"}),
    "table.show_table": ("+++d-", {}),
    "table_stream.stream_table": (RESULTS_FOR_LINKED, {}),
}
"""The results for host, seat, viewer, stranger and revoked link, and other results in some states."""
RESULTS_WITHOUT_TABLE: Mapping[str, str] = {
    **dict.fromkeys((
        "pwa.service_worker", "pwa.manifest", "pwa.offline", "static", "home.show_home",
        "home.show_history", "home.list_calculators", "opening.open_form", "opening.show_goal",
        "joining.join_by_code",
        "recorded_plays.list_plays", "recorded_plays.watch",
        "exports.import_form", "host.show_host_page", "editions.list_boxes", "editions.list_editions",
        "editions.new_edition_form", "editions.show_edition", "editions.edit_form",
        "editions.download_edition", "address_change.show_arrival", "groups.list_groups",
        "groups.show_group",
        "groups.show_evenings", "groups.history", "groups.ask_to_merge", "groups.manual_play_form",
        "api.openapi", "api.page", "api.read_edition",
        "api.list_games",
        "api.get_game_description", "api.list_recorded_plays", "api.get_recorded_play_position",
        "api.read_group", "monitoring.liveness", "monitoring.readiness",
    ), RESULTS_FOR_EVERYBODY),
    "joining.show_invitation": "+t+++",
    "opening.calculator": "ccccc",
    **dict.fromkeys((
        "joining.open_viewer_link", "host.open_secret_link", "pad_pages.show_page_form",
        "pad_pages.show_check", "trust.show_steps", "trust.certificate", "trust.profile",
        "monitoring.metrics",
    ), RESULTS_FOR_NOBODY),
    **dict.fromkeys(
        ("offline_mode.show_install_page", "offline_mode.service_worker"),
        RESULTS_FOR_EVERYBODY if (BUNDLE_FOLDER / "manifest.json").is_file() else RESULTS_FOR_NOBODY,
    ),
}  # fmt: skip
"""The results of routes without a table. Nobody gets what is switched off, or has a wrong secret."""
TABLE_DEPENDENT_ENDPOINTS = (
    "home.show_home",
    "home.show_history",
    "joining.show_invitation",
    "opening.open_form",
)
"""Pages without a table in their URL that may show one: every role requests them in every state."""


def list_read_routes(app: Flask) -> list[Rule]:
    return [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]


class RolesAtTable:
    """A table in one state, with a phone for each role."""

    def __init__(self, app: Flask, state: str, values: Mapping[str, str]) -> None:
        self._app = app
        host, _ = STATES[state](app, random.Random(1))
        self.code = host.code
        revoked, seat = self._make_invited_phone(host), self._make_invited_phone(host)
        viewer = Phone(app, self.code)
        viewer.client.get(host.make_viewer_link())
        phones = (host, seat, viewer, Phone(app, self.code), revoked)
        self.phones = dict(zip(ROLES, phones, strict=True))
        self._values = {**values, "code": self.code, "secret": self._make_invitation(host)}

    def _make_invitation(self, host: Phone) -> str:
        return str(host.call("POST", "/seats/1/invite").json["secret"])

    def _make_invited_phone(self, host: Phone) -> Phone:
        phone = Phone(self._app, self.code)
        assert phone.client.post(f"/i/{self._make_invitation(host)}").status_code == 303
        return phone

    def get_result(self, rule: Rule, role: str, *, fragment: bool) -> str:
        """Request the route as this role, and return the result as one word."""
        phone = self.phones[role]
        path = make_path(rule, self._values)
        headers = {"HX-Request": "true"} if fragment else {}
        if path.startswith(API) and role != "stranger":
            headers = phone.make_authorization()
        answer = phone.client.get(path, headers=headers)
        with answer:
            return self._describe_result(answer) + find_controls_without_target(answer)

    def _describe_result(self, answer: TestResponse) -> str:
        if answer.status_code >= 400:
            told = answer.headers.get("X-Answer") or answer.get_json()["error"]["code"]
            return f"{answer.status_code} {told}"
        led = answer.headers.get("Location") or answer.headers.get("HX-Redirect", "")
        ways = {f"/t/{self.code}": "to the table", f"/j/{self.code}": "to the door"}
        return ways.get(led, led) or str(answer.status_code)


def find_controls_without_target(answer: TestResponse) -> str:
    """Return the controls of a page that name no target, so that the response would replace them."""
    if answer.mimetype != "text/html":
        return ""
    asking = re.findall(r"<(?:form|button|input|select|a)\b[^>]*\shx-(?:post|get)=[^>]*>", answer.text)
    told = ("hx-target=", 'hx-swap="none"', 'hx-swap="outer')
    return " ".join(tag for tag in asking if not any(way in tag for way in told))


def create_records(app: Flask) -> dict[str, str]:
    found = Phone(app).client.post("/groups", data={"name": "Friday"}).headers["Location"]
    (game,) = [game for game in ALL_GAMES if game.meta.slug == "cheops_treasure"]
    with app.app_context():
        edition = create_edition(game.meta.slug, "Ours", to_json(get_printed_record(game)), "Ana")
    return {
        "group": found.rpartition("/")[2], "edition": edition, "slug": "giza", "key": "no",
        "name": "finished_by_a_rival", "letter": "A", "filename": "css/app.css", "seat": "1",
        "seq": "1", "section": "turn", "mark": "0",
    }  # fmt: skip


def iterate_requests(rule: Rule, turn: int) -> Iterator[tuple[str, bool]]:
    """Yield (role, whether the request asks for a fragment) for a route.

    Whole pages and fragments alternate between the states. Routes without a table are requested in one
    state only.
    """
    everybody = "code" in rule.arguments or rule.endpoint in TABLE_DEPENDENT_ENDPOINTS
    if everybody or turn == 0:
        forms = (False,) if rule.rule.startswith(API) else (False, True)
        for n, role in enumerate(ROLES if everybody else ("host", "stranger")):
            yield role, forms[(turn + n) % len(forms)]


def get_expected_results(endpoint: str, state: str, role: str) -> set[str]:
    usual, otherwise = RESULTS_AT_TABLE.get(endpoint) or (RESULTS_WITHOUT_TABLE[endpoint], {})
    return RESULTS_BY_LETTER[otherwise.get(state, usual)[ROLES.index(role)]]


def test_the_lists_contain_every_route_that_is_read(app: Flask) -> None:
    routes = list_read_routes(app)
    of_tables = {rule.endpoint for rule in routes if "code" in rule.arguments}
    assert of_tables == set(RESULTS_AT_TABLE)
    assert {rule.endpoint for rule in routes} - of_tables == set(RESULTS_WITHOUT_TABLE)


def test_every_role_gets_the_expected_result_in_every_state(app: Flask) -> None:
    values, cells, wrong = create_records(app), 0, []
    for turn, state in enumerate(STATES):
        people = RolesAtTable(app, state, values)
        for rule in list_read_routes(app):
            for role, fragment in iterate_requests(rule, turn):
                cells += 1
                got = people.get_result(rule, role, fragment=fragment)
                if got not in get_expected_results(rule.endpoint, state, role):
                    wrong.append((rule.endpoint, state, role, fragment, got))
    assert wrong == []
    assert cells > 1200
