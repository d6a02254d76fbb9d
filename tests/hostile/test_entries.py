"""What a stranger adds to an entry that needs none of it is not kept."""

import pytest
from flask import Flask

from tests.people import Phone


@pytest.mark.parametrize("move", ["a\0b", "x" * 32], ids=["NUL", "long"])
@pytest.mark.parametrize("kind", ["note", "undo", "count"])
def test_a_move_beside_an_entry_without_one_is_not_written(app: Flask, kind: str, move: str) -> None:
    phone = Phone(app)
    code = phone.open("cheops_catan", ["Ana", "Bo", "Cy"])
    phone.enter(kind="move", seat=0, move="Found")
    answer = phone.client.post(
        f"/api/v1/tables/{code}/entries", headers=phone.bearer(),
        json={"kind": kind, "move": move, "text": "x", "key": f"key-{kind}-0001"},
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
