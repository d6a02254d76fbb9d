"""A client of the table companion, generated from its OpenAPI document. Standard library only."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any


class Refused(Exception):  # noqa: N818
    """An answer that is not a yes: ``error`` has kind, code, message, section and place."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.status, self.error = status, error


class Companion:
    """One server; with a secret, one link to one table."""

    def __init__(self, address: str, secret: str = "", language: str = "en") -> None:
        self.address, self.secret, self.language = address.rstrip("/"), secret, language

    def _ask(self, method: str, path: str, query: dict[str, Any], body: Any = None) -> Any:
        known = {name: value for name, value in query.items() if value is not None}
        url = self.address + path + ("?" + urllib.parse.urlencode(known) if known else "")
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": self.language}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.load(error)["error"]) from error

    def save_edition(self, body: dict[str, Any]) -> Any:
        """Store an edition: the body is the file that the edition's page offers."""
        return self._ask("POST", "/api/v1/editions", {}, body)

    def remove_edition(self, edition: object) -> Any:
        """Delete an edition for everybody who has its link; by a group's link, for that group only."""
        return self._ask("DELETE", f"/api/v1/editions/{edition}", {})

    def read_edition(self, edition: object) -> Any:
        """Read an edition: the newest version, and the author of each version."""
        return self._ask("GET", f"/api/v1/editions/{edition}", {})

    def correct_edition(self, edition: object, body: dict[str, Any]) -> Any:
        """Store a corrected record as the next version; tables keep the version they began with."""
        return self._ask("PUT", f"/api/v1/editions/{edition}", {}, body)

    def list_games(self) -> Any:
        """List every game with its numbers of seats."""
        return self._ask("GET", "/api/v1/games", {})

    def get_game_description(self, slug: object) -> Any:
        """Read a game's options, moves with examples, and the rules in our own words."""
        return self._ask("GET", f"/api/v1/games/{slug}", {})

    def create_group(self, body: dict[str, Any]) -> Any:
        """Create a group; whoever has its link belongs to it."""
        return self._ask("POST", "/api/v1/groups", {}, body)

    def delete_group(self, group: object) -> Any:
        """Delete the group with its people and history. Its tables stay."""
        return self._ask("DELETE", f"/api/v1/groups/{group}", {})

    def read_group(self, group: object) -> Any:
        """Read the people, tables with results, evenings, statistics, records and library of a group."""
        return self._ask("GET", f"/api/v1/groups/{group}", {})

    def add_edition_to_group(self, group: object, body: dict[str, Any]) -> Any:
        """Add an edition to the group's library by its link."""
        return self._ask("POST", f"/api/v1/groups/{group}/editions", {}, body)

    def forget_person(self, group: object, person: object) -> Any:
        """Remove a person's name from the group and from the seats of its tables."""
        return self._ask("DELETE", f"/api/v1/groups/{group}/people/{person}", {})

    def renew_group_link(self, group: object) -> Any:
        """Replace the link; the old one stops working."""
        return self._ask("POST", f"/api/v1/groups/{group}/renew", {})

    def add_table_to_group(self, group: object, body: dict[str, Any]) -> Any:
        """Add a table to the group's history. The secret is that of the table's host."""
        return self._ask("POST", f"/api/v1/groups/{group}/tables", {}, body)

    def delete_group_table(self, group: object, table: object) -> Any:
        """Remove a table from the group's history. The table itself stays: its host may delete it."""
        return self._ask("DELETE", f"/api/v1/groups/{group}/tables/{table}", {})

    def use_invitation(self, secret: object) -> Any:
        """Use an invitation: the seat's older links stop working."""
        return self._ask("POST", f"/api/v1/invitations/{secret}", {})

    def list_recorded_plays(self) -> Any:
        """List the recorded plays."""
        return self._ask("GET", "/api/v1/plays", {})

    def get_recorded_play_position(self, slug: object, name: object, step: object = None) -> Any:
        """Read the position of a recorded play after some entries, as a viewer sees it."""
        return self._ask("GET", f"/api/v1/plays/{slug}/{name}", {"step": step})

    def create_trial(self, slug: object, name: object, body: dict[str, Any]) -> Any:
        """Open a table that begins at a step of a recorded play; refused at its end."""
        return self._ask("POST", f"/api/v1/plays/{slug}/{name}/trials", {}, body)

    def count_sheets(self, slug: object, body: dict[str, Any]) -> Any:
        """Count sheets without a table: lines, totals, places and every step of the tie-break."""
        return self._ask("POST", f"/api/v1/score/{slug}", {}, body)

    def create_table(self, body: dict[str, Any]) -> Any:
        """Open a table. The secret is the host's. With ``group`` it belongs to a group's history."""
        return self._ask("POST", "/api/v1/tables", {}, body)

    def import_table(self, body: dict[str, Any]) -> Any:
        """Import a table from its file; it may already exist here."""
        return self._ask("POST", "/api/v1/tables/import", {}, body)

    def delete_table(self, code: object) -> Any:
        """The host deletes the table for good: its log, seats, links and its place in every group."""
        return self._ask("DELETE", f"/api/v1/tables/{code}", {})

    def get_table(self, code: object) -> Any:
        """Read the table as the bearer's seat may see it."""
        return self._ask("GET", f"/api/v1/tables/{code}", {})

    def check_move(self, code: object, body: dict[str, Any]) -> Any:
        """Check whether a move would be allowed now, with warnings. Nothing is entered."""
        return self._ask("POST", f"/api/v1/tables/{code}/ask", {}, body)

    def submit_entry(self, code: object, body: dict[str, Any]) -> Any:
        """Enter a move, undo, redo, amend, ruling, setting, note or count."""
        return self._ask("POST", f"/api/v1/tables/{code}/entries", {}, body)

    def read_table_file(self, code: object) -> Any:
        """Export the whole table as one file; 403 while something in it is hidden from the bearer."""
        return self._ask("GET", f"/api/v1/tables/{code}/file", {})

    def list_legal_moves(self, code: object, seat: object = None) -> Any:
        """List the legal moves of this seat that the pages show as buttons."""
        return self._ask("GET", f"/api/v1/tables/{code}/legal", {"seat": seat})

    def add_seat(self, code: object) -> Any:
        """The host adds a seat for a newcomer."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/seats", {})

    def name_seat(self, code: object, seat: object, body: dict[str, Any]) -> Any:
        """Name a seat: the host any seat, others their own."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/seats/{seat}", {}, body)

    def change_settings(self, code: object, body: dict[str, Any]) -> Any:
        """The host chooses the options and who begins."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/settings", {}, body)

    def start_table(self, code: object) -> Any:
        """The host starts the game: free seats are dropped while enough remain."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/start", {})

    def get_log(self, code: object, before: object = None, limit: object = None) -> Any:
        """Read who entered what, when, and from which device; hidden values are null."""
        return self._ask("GET", f"/api/v1/tables/{code}/log", {"before": before, "limit": limit})

    def read_recorded_play(self, code: object) -> Any:
        """Export the table as a recorded play for this project's tests; 403 while something is hidden."""
        return self._ask("GET", f"/api/v1/tables/{code}/recorded-play", {})

    def create_rematch(self, code: object, body: dict[str, Any]) -> Any:
        """Open a rematch for the same people. The first to ask is its host; the others join by its code."""
        return self._ask("POST", f"/api/v1/tables/{code}/rematch", {}, body)

    def read_result(self, code: object) -> Any:
        """Read the result as the bearer may see it: for BG Stats, as text and as CSV."""
        return self._ask("GET", f"/api/v1/tables/{code}/result", {})

    def get_rules(self, code: object) -> Any:
        """Read the rules in our own words, and the options of this table."""
        return self._ask("GET", f"/api/v1/tables/{code}/rules", {})

    def get_scores(self, code: object) -> Any:
        """Read the score sheet, the places step by step, and the entries that changed each number."""
        return self._ask("GET", f"/api/v1/tables/{code}/scores", {})

    def claim_seat(self, code: object, body: dict[str, Any]) -> Any:
        """Take a free seat by the code, or watch without one."""
        return self._ask("POST", f"/api/v1/tables/{code}/seats", {}, body)

    def free_seat(self, code: object, seat: object) -> Any:
        """The host frees a seat."""
        return self._ask("POST", f"/api/v1/tables/{code}/seats/{seat}/free", {})

    def make_seat_host(self, code: object, seat: object) -> Any:
        """The host makes the device at another seat the host."""
        return self._ask("POST", f"/api/v1/tables/{code}/seats/{seat}/host", {})

    def invite_to_seat(self, code: object, seat: object) -> Any:
        """Create a one-time secret with which another device takes over the seat."""
        return self._ask("POST", f"/api/v1/tables/{code}/seats/{seat}/invite", {})

    def get_set_up(self, code: object) -> Any:
        """Read what goes where on the real table before the first turn, and which steps are done."""
        return self._ask("GET", f"/api/v1/tables/{code}/set-up", {})

    def tick_step(self, code: object, body: dict[str, Any]) -> Any:
        """Tick a step off, or undo that; every phone shows it."""
        return self._ask("POST", f"/api/v1/tables/{code}/set-up", {}, body)

    def revoke_viewer_links(self, code: object) -> Any:
        """The host revokes the links of all watching screens."""
        return self._ask("DELETE", f"/api/v1/tables/{code}/viewers", {})

    def create_viewer(self, code: object) -> Any:
        """Create a secret for a screen that only watches."""
        return self._ask("POST", f"/api/v1/tables/{code}/viewers", {})
