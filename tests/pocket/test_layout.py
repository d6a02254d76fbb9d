"""What is laid out for the phone's Python is what its pages need."""

from pathlib import Path

from companion.games import GAMES
from companion.pocket.app import create_pocket
from companion.pocket.store import BrowserStore
from pocket.layout import lay_out


def test_a_result_is_drawn_with_the_pieces_of_its_game(tmp_path: Path) -> None:
    nothing: dict[str, str | None] = {}
    lay_out(tmp_path, create_pocket(BrowserStore(nothing.__setitem__)))
    drawn = {file.stem for file in (tmp_path / "static" / "games").iterdir()}
    assert drawn == {game.meta.slug for game in GAMES}
