"""The Pyramid's Deadline on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.game import Meta, Option
from companion.games.deadline.parts import PARTS, PRESETS

META = Meta(
    slug="deadline",
    title="The Pyramid’s Deadline",
    short_title="Deadline",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option(
            "geometry",
            "choice",
            "A1",
            PRESETS,
            rule="building",
            printed=True,
            confirmed_by="geometry_checked",
        ),
        Option("geometry_checked", "flag", False, rule="building", late=True),
        Option("strict_rule1", "flag", False, rule="building"),
        Option("free_set_aside", "flag", False, rule="aside", modes=("referee",)),
    ),
    version=2,
)
