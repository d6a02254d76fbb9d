"""BG Stats: a link that opens the app with a play filled in, and its play file (experimental).

The apps that read this are strict. On Android a player without both booleans crashes the app, a quoted
``bggId`` crashes others, and ``sourceName`` and ``sourcePlayId`` identify plays that were already imported.
"""

import json
from typing import Any
from urllib.parse import quote

from companion.exports.result import Result, make_person_ids

CREATE_PLAY_URL = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE_NAME = "Pharaoh table companion"
"""Identifies this app in BG Stats. Never changed and never translated."""
MAX_LINK_LENGTH = 2000
"""The number of characters that every phone and QR reader accepts."""


def make_play_fields(result: Result) -> dict[str, Any]:
    """Return a table's result as the JSON object that BG Stats' page ``createPlay`` expects."""
    play: dict[str, Any] = {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": result.id,
        "playDate": result.began.strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": result.meta.title, "sourceGameId": result.meta.slug, "highestWins": True,
            "noPoints": False,
        },
        "players": [_make_player_fields(result, seat) for seat in range(len(result.names))],
    }  # fmt: skip
    if result.minutes is not None:
        play["durationMin"] = result.minutes
    if result.location:
        play["location"] = result.location
    return play


def _make_player_fields(result: Result, seat: int) -> dict[str, Any]:
    outcome = {
        "winner": result.has_won(seat), "score": result.scores.totals[seat], "rank": result.place(seat)
    }  # fmt: skip
    return {
        "name": result.names[seat],
        "sourcePlayerId": make_person_ids(result.names)[seat],
        "startPlayer": seat == result.first,
        **{name: value for name, value in outcome.items() if value is not None},
    }


def create_play_link(result: Result) -> str | None:
    """Return the link that opens BG Stats with the result. None while it is not certain who has won."""
    play = make_play_fields(result)
    if not all("winner" in player for player in play["players"]):
        return None
    for length in (40, 24, 12, 6):
        for player in play["players"]:
            player["name"] = player["name"][:length]
        if result.location:
            play["location"] = result.location[:length]
        link = CREATE_PLAY_URL + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(link) < MAX_LINK_LENGTH:
            break
    return link


def make_play_file(result: Result) -> bytes:
    """Return a ``.bgsplay`` file with the result and its score sheet. BG Stats does not document it."""
    play = make_play_fields(result)
    for player, seat in zip(play["players"], result.seats, strict=True):
        lines = seat["lines"] or []
        player["scoreSheet"] = [
            {"category": line["category"], "label": line["label"], "points": line["points"]}
            for line in lines
            if line["points"] is not None
        ]
    return (json.dumps(play, ensure_ascii=False, indent=1) + "\n").encode()
