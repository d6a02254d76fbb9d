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
RESULTS_FOR_EVERYBODY, RESULTS_FOR_LINKED, RESULTS_FOR_NOBODY = "+++++", "+++--", "00000"
ENDPOINTS_FOR_PLAYERS = {
    "guide.show_guide", "help_pages.show_moves", "lobby.show_seat", "offline_mode.table_copy",
    "table.show_acting_for", "log.show_amend_form",
}  # fmt: skip
ENDPOINTS_WITH_THE_WHOLE_LOG = {
    "api.read_recorded_play", "api.read_table_file", "exports.download_table",
    "exports.download_recorded_play", "offline_mode.table_copy",
}  # fmt: skip
"""Their responses are forbidden in the states in which the game hides something."""
RESULT_EXCEPTIONS_AT_TABLE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "joining.show_join_page": ("tt+++", {"finished": "tt+--"}),
    "joining.show_rematch_offer": ("ttt--", {}),
    "joining.show_seat_request": ("tttdd", {"finished": "ttt--"}),
    "table.leave_form": (RESULTS_FOR_EVERYBODY, {}),
    "log.show_amend_form": ("++---", dict.fromkeys(("lobby", "running", "guided"), "00---")),
    "log.show_scores": (RESULTS_FOR_LINKED, {"lobby": "ttt--"}),
    "table.show_table": ("+++d-", {}),
    "table_stream.stream_api_events": (RESULTS_FOR_EVERYBODY, {"finished": "+++--"}),
}
"""Results for each role in the order of ``ROLES``, and other results in some states."""
RESULT_EXCEPTIONS_WITHOUT_TABLE: Mapping[str, str] = {
    "joining.show_invitation": "+t+++",
    "home.redirect_old_calculator": "ccccc",
    **dict.fromkeys((
        "joining.open_viewer_link", "host.open_secret_link", "editions.show_page_form",
        "editions.confirm_page", "address_change.show_steps", "address_change.root_certificate",
        "address_change.apple_profile", "monitoring.metrics",
    ), RESULTS_FOR_NOBODY),
    **dict.fromkeys(
        ("offline_mode.show_install_page", "offline_mode.service_worker"),
        RESULTS_FOR_EVERYBODY if (BUNDLE_FOLDER / "manifest.json").is_file() else RESULTS_FOR_NOBODY,
    ),
}  # fmt: skip
"""Results of routes without a table. Other routes are for everybody."""
TABLE_DEPENDENT_ENDPOINTS = (
    "home.show_home", "home.show_device_history", "joining.show_invitation", "home.new_table_form",
)  # fmt: skip
"""Pages without a table in their URL that may show one: every role requests them in every state."""


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
            kind = answer.headers.get("X-Answer") or answer.get_json()["error"]["code"]
            return f"{answer.status_code} {kind}"
        target = answer.headers.get("Location") or answer.headers.get("HX-Redirect", "")
        names = {f"/t/{self.code}": "to the table", f"/j/{self.code}": "to the door"}
        return names.get(target, target) or str(answer.status_code)


def find_controls_without_target(answer: TestResponse) -> str:
    """Return the htmx controls of a page that name no target and would replace themselves; "" if none."""
    if answer.mimetype != "text/html":
        return ""
    tags = re.findall(r"<(?:form|button|input|select|a)\b[^>]*\shx-(?:post|get)=[^>]*>", answer.text)
    targets = ("hx-target=", 'hx-swap="none"', 'hx-swap="outer')
    return " ".join(tag for tag in tags if not any(target in tag for target in targets))


def create_records(app: Flask) -> dict[str, str]:
    group = Phone(app).client.post("/groups", data={"name": "Friday"}).headers["Location"]
    (game,) = [game for game in ALL_GAMES if game.meta.slug == "cheops_treasure"]
    with app.app_context():
        edition = create_edition(game.meta.slug, "Ours", to_json(get_printed_record(game)), "Ana")
    return {
        "group": group.rpartition("/")[2], "edition": edition, "slug": "giza", "key": "no",
        "name": "finished_by_a_rival", "letter": "A", "filename": "css/app.css", "seat": "1",
        "seq": "1", "section": "turn", "mark": "0",
    }  # fmt: skip


def iterate_requests(rule: Rule, turn: int) -> Iterator[tuple[str, bool]]:
    """Yield (role, whether to ask for a fragment only) of each request that the test sends to a route.

    ``turn`` is the number of the state. In alternate states, a role asks for the page and a fragment.
    """
    if "GET" not in (rule.methods or ()):
        return
    everybody = "code" in rule.arguments or rule.endpoint in TABLE_DEPENDENT_ENDPOINTS
    if everybody or turn == 0:
        forms = (False,) if rule.rule.startswith(API) else (False, True)
        for n, role in enumerate(ROLES if everybody else ("host", "stranger")):
            yield role, forms[(turn + n) % len(forms)]


def get_expected_results(rule: Rule, state: str, role: str) -> set[str]:
    if "code" not in rule.arguments:
        results = RESULT_EXCEPTIONS_WITHOUT_TABLE.get(rule.endpoint, RESULTS_FOR_EVERYBODY)
    else:
        usual = "++---" if rule.endpoint in ENDPOINTS_FOR_PLAYERS else RESULTS_FOR_LINKED
        usual, otherwise = RESULT_EXCEPTIONS_AT_TABLE.get(rule.endpoint, (usual, {}))
        results = otherwise.get(state, usual)
        if rule.endpoint in ENDPOINTS_WITH_THE_WHOLE_LOG and state in ("agreement", "stopped"):
            results = results.replace("+", "h")
    return RESULTS_BY_LETTER[results[ROLES.index(role)]]


def test_every_role_gets_the_expected_result_in_every_state(app: Flask) -> None:
    values, wrong = create_records(app), []
    for turn, state in enumerate(STATES):
        people = RolesAtTable(app, state, values)
        for rule in app.url_map.iter_rules():
            for role, fragment in iterate_requests(rule, turn):
                result = people.get_result(rule, role, fragment=fragment)
                if result not in get_expected_results(rule, state, role):
                    wrong.append((rule.endpoint, state, role, fragment, result))
    assert wrong == []
