"""Cheops on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.data import to_json
from companion.engine.game import Meta, Option
from companion.games.cheops_dice.faults import check_sheets
from companion.games.cheops_dice.pad import PAD
from companion.games.cheops_dice.parts import PARTS
from companion.games.cheops_dice.sheet import practice

META = Meta(
    slug="cheops_dice",
    title="Cheops",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option("strict_order", "flag", False, rule="turn", modes=("referee",)),
        Option(
            "sheets", "record", to_json(practice()), rule="sheet", check=check_sheets,
            printed=True, pad=PAD, modes=("referee",),
        ),
    ),
)  # fmt: skip
