"""Opens a Giza table and plays it by legal moves: ``python play_a_game.py ADDRESS``."""

from __future__ import annotations

import sys
from typing import Any

from companion_client import Companion, Refused


def play(address: str, most: int = 200) -> dict[str, Any]:
    """Play until the game is over, or so many moves; the scores."""
    client = Companion(address)
    opened = client.call("create_table", {"game": "giza", "seats": ["Ana", "Bo"]})
    code, client.secret = opened["code"], opened["secret"]
    for number in range(most):
        table = client.call("get_table", code=code)
        if table["ending"] is not None:
            break
        seat = table["awaiting"]["seats"][0]
        move = client.call("list_legal_moves", code=code, seat=seat)["moves"][number % 5]
        entry = {"seat": seat, **move, "key": f"example-{number:04d}"}
        client.call("submit_entry", entry, code=code)
    try:
        client.call("submit_entry", {"seat": 0, "move": "Skip", "key": "example-over"}, code=code)
    except Refused as refused:
        print(refused.status, refused.error["code"], "–", refused)
    scores: dict[str, Any] = client.call("get_scores", code=code)
    return scores


if __name__ == "__main__":
    for seat in play(sys.argv[1])["seats"]:
        print(seat["name"], seat["total"])
