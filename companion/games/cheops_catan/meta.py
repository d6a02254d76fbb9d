"""The scenario on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.game import Meta, Option
from companion.games.cheops_catan.parts import PARTS

META = Meta(
    slug="cheops_catan",
    title="Catan: Cheops",
    short_title="Catan",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option(
            "pharaoh_starts", "choice", "settlement", ("settlement", "stone"), rule="seven",
            modes=("referee",),
        ),
        Option(
            "black_stones", "number", PARTS["black"]["stones"], bounds=(15, 16), rule="end",
            modes=("referee",),
        ),
        Option("own_road", "flag", False, rule="routes", modes=("referee",)),
        Option("holder_spared", "flag", True, rule="favours"),
        Option("reminders", "flag", False, modes=("referee",)),
    ),
    version=2,
)  # fmt: skip
