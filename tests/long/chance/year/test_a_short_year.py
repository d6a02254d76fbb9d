"""A few weeks of the family in place of a year, all of them with this release (``make year`` has more)."""

from __future__ import annotations

from pathlib import Path

from tests.long.chance.year.family import Family
from tests.long.chance.year.house import House


def test_after_a_restore_a_lost_phone_and_a_new_address_everything_is_there(tmp_path: Path) -> None:
    family = Family(House(tmp_path), longest=30, whole=3)
    try:
        family.house.install("")
        family.found_a_group()
        family.play(4)
        family.restore(1)
        family.lose_a_phone()
        family.move()
        family.play(2)
        family.everything_is_there()
    finally:
        family.house.stop()
