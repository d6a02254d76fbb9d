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
        """Keep an edition: the body is the file that the edition's page gives out."""
        return self._ask("POST", "/api/v1/editions", {}, body)

    def remove_edition(self, edition: object) -> Any:
        """Delete an edition for everybody who has its link; by a group's link, for that group only."""
        return self._ask("DELETE", f"/api/v1/editions/{edition}", {})

    def read_edition(self, edition: object) -> Any:
        """An edition: the newest version, and who made which."""
        return self._ask("GET", f"/api/v1/editions/{edition}", {})

    def correct_edition(self, edition: object, body: dict[str, Any]) -> Any:
        """Keep a corrected record as the next version; tables keep what they began with."""
        return self._ask("PUT", f"/api/v1/editions/{edition}", {}, body)

    def list_games(self) -> Any:
        """The shelf: every game with its seats."""
        return self._ask("GET", "/api/v1/games", {})

    def get_game_description(self, slug: object) -> Any:
        """A game's options, moves with examples, and the rules at hand in our own words."""
        return self._ask("GET", f"/api/v1/games/{slug}", {})

    def create_group(self, body: dict[str, Any]) -> Any:
        """Found a group; whoever has its link belongs to it."""
        return self._ask("POST", "/api/v1/groups", {}, body)

    def delete_group(self, group: object) -> Any:
        """Delete the group with its people and history. Its tables stay."""
        return self._ask("DELETE", f"/api/v1/groups/{group}", {})

    def read_group(self, group: object) -> Any:
        """People, tables with results, evenings, statistics and records by game, and the library."""
        return self._ask("GET", f"/api/v1/groups/{group}", {})

    def add_edition_to_group(self, group: object, body: dict[str, Any]) -> Any:
        """Put an edition into the group's library by its link."""
        return self._ask("POST", f"/api/v1/groups/{group}/editions", {}, body)

    def forget_person(self, group: object, person: object) -> Any:
        """Take a person's name out of the group and off the seats of its tables."""
        return self._ask("DELETE", f"/api/v1/groups/{group}/people/{person}", {})

    def renew_group_link(self, group: object) -> Any:
        """A new link; the old one stops working."""
        return self._ask("POST", f"/api/v1/groups/{group}/renew", {})

    def add_table_to_group(self, group: object, body: dict[str, Any]) -> Any:
        """Add a table to the group's history. The secret is that of the table's host."""
        return self._ask("POST", f"/api/v1/groups/{group}/tables", {}, body)

    def delete_group_table(self, group: object, table: object) -> Any:
        """Take a table out of the group's history. The table itself stays: its host may delete it."""
        return self._ask("DELETE", f"/api/v1/groups/{group}/tables/{table}", {})

    def use_invitation(self, secret: object) -> Any:
        """Use an invitation: the seat's older links stop working."""
        return self._ask("POST", f"/api/v1/invitations/{secret}", {})

    def list_recorded_plays(self) -> Any:
        """The recorded plays."""
        return self._ask("GET", "/api/v1/plays", {})

    def get_recorded_play_position(self, slug: object, name: object, step: object = None) -> Any:
        """A recorded play after so many entries, as a viewer would see it."""
        return self._ask("GET", f"/api/v1/plays/{slug}/{name}", {"step": step})

    def create_trial(self, slug: object, name: object, body: dict[str, Any]) -> Any:
        """Open a table that begins where a recorded play stood; refused at its end."""
        return self._ask("POST", f"/api/v1/plays/{slug}/{name}/trials", {}, body)

    def count_sheets(self, slug: object, body: dict[str, Any]) -> Any:
        """Count sheets without a table: lines, totals, places and every step of the tie-break."""
        return self._ask("POST", f"/api/v1/score/{slug}", {}, body)

    def create_table(self, body: dict[str, Any]) -> Any:
        """Open a table. The secret is the host's. With ``group`` it belongs to a group's history."""
        return self._ask("POST", "/api/v1/tables", {}, body)

    def import_table(self, body: dict[str, Any]) -> Any:
        """The table that a file describes, new or here already."""
        return self._ask("POST", "/api/v1/tables/import", {}, body)

    def delete_table(self, code: object) -> Any:
        """The host deletes the table for good: its log, seats, links and its place in every group."""
        return self._ask("DELETE", f"/api/v1/tables/{code}", {})

    def get_table(self, code: object) -> Any:
        """The table as the bearer's seat may see it."""
        return self._ask("GET", f"/api/v1/tables/{code}", {})

    def check_move(self, code: object, body: dict[str, Any]) -> Any:
        """Would this move be allowed now, and what is worth a word about it? Nothing is entered."""
        return self._ask("POST", f"/api/v1/tables/{code}/ask", {}, body)

    def submit_entry(self, code: object, body: dict[str, Any]) -> Any:
        """Enter a move, undo, redo, amend, ruling, setting, note or count."""
        return self._ask("POST", f"/api/v1/tables/{code}/entries", {}, body)

    def read_table_file(self, code: object) -> Any:
        """The whole table as one file; 403 while something in it is hidden from the bearer."""
        return self._ask("GET", f"/api/v1/tables/{code}/file", {})

    def list_legal_moves(self, code: object, seat: object = None) -> Any:
        """The moves worth a button that the rules let this seat make now."""
        return self._ask("GET", f"/api/v1/tables/{code}/legal", {"seat": seat})

    def add_seat(self, code: object) -> Any:
        """The host adds a seat for whoever comes."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/seats", {})

    def name_seat(self, code: object, seat: object, body: dict[str, Any]) -> Any:
        """Name who sits there: the host anybody, all others themselves."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/seats/{seat}", {}, body)

    def change_settings(self, code: object, body: dict[str, Any]) -> Any:
        """The host chooses the options and who begins."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/settings", {}, body)

    def start_table(self, code: object) -> Any:
        """The host starts the game: free seats fall away as long as enough remain."""
        return self._ask("POST", f"/api/v1/tables/{code}/lobby/start", {})

    def get_log(self, code: object, before: object = None, limit: object = None) -> Any:
        """Who entered what, when, from which device; hidden things are null."""
        return self._ask("GET", f"/api/v1/tables/{code}/log", {"before": before, "limit": limit})

    def read_recorded_play(self, code: object) -> Any:
        """The table as a recorded play for this project's tests; 403 while something is hidden."""
        return self._ask("GET", f"/api/v1/tables/{code}/recorded-play", {})

    def create_rematch(self, code: object, body: dict[str, Any]) -> Any:
        """The same people once more. Who asks first is its host; the others join by its code."""
        return self._ask("POST", f"/api/v1/tables/{code}/rematch", {}, body)

    def read_result(self, code: object) -> Any:
        """The result as the bearer may see it: for BG Stats, as text, as rows."""
        return self._ask("GET", f"/api/v1/tables/{code}/result", {})

    def get_rules(self, code: object) -> Any:
        """The rules at hand in our own words, and the switches this table plays with."""
        return self._ask("GET", f"/api/v1/tables/{code}/rules", {})

    def get_scores(self, code: object) -> Any:
        """The score sheet, the places step by step, and the entries that made each number."""
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
        """A one-time secret by which another device takes the seat over."""
        return self._ask("POST", f"/api/v1/tables/{code}/seats/{seat}/invite", {})

    def get_set_up(self, code: object) -> Any:
        """What goes where on the real table before the first turn, and what of it is done."""
        return self._ask("GET", f"/api/v1/tables/{code}/set-up", {})

    def tick_step(self, code: object, body: dict[str, Any]) -> Any:
        """Tick a step off, or take the tick back; every phone shows it."""
        return self._ask("POST", f"/api/v1/tables/{code}/set-up", {}, body)

    def revoke_viewer_links(self, code: object) -> Any:
        """The host ends every watching screen's link."""
        return self._ask("DELETE", f"/api/v1/tables/{code}/viewers", {})

    def create_viewer(self, code: object) -> Any:
        """A secret for a screen that only watches."""
        return self._ask("POST", f"/api/v1/tables/{code}/viewers", {})
