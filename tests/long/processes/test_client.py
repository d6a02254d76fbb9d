"""The example client of the docs plays a game with a real server."""

from pathlib import Path

from tests.api.test_client import play_a_game
from tests.served import Server


def test_the_client_plays_a_game_over_a_line(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        play_a_game(server.address)
    finally:
        server.kill()
