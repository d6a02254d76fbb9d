"""Giza on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.game import Meta, Option
from companion.games.giza.parts import PARTS, check_edition

META = Meta(
    slug="giza",
    title="Giza",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option("open_stacks", "flag", False, modes=("referee",)),
        Option("demolish_others_sphinx", "flag", True, rule="demolition", modes=("referee",)),
        Option("finished_under_scarab", "flag", False, rule="end", modes=("referee",)),
        Option(
            "edition",
            "record",
            None,
            rule="count",
            check=check_edition,
            misshapen="giza.edition_shape",
            printed=True,
            late=True,
        ),
    ),
    begins="fewest",
)
