"""Three Quarries on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.game import Meta, Option
from tests.example.parts import PARTS

META = Meta(
    slug="example",
    title="Three Quarries",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(Option("stones_count", "flag", False, rule="count"),),
)
