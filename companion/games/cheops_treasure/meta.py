"""Cheops (1998) on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.game import Meta, Option
from companion.games.cheops_treasure.parts import PARTS
from companion.games.cheops_treasure.tablets import (
    check_edition,
    check_prices,
    demo,
    doubts,
    unread,
    without_drawn,
)

META = Meta(
    slug="cheops_treasure",
    title="Cheops (1998)",
    short_title="Cheops",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option(
            "edition", "record", None, rule="tablets", check=check_edition,
            misshapen="cheops_treasure.edition", printed=True, doubts=doubts,
            presets={"demo": demo()}, late=True, for_rematch=without_drawn, modes=("referee",),
        ),
        Option(
            "prices", "record", None, rule="scoring", check=check_prices, late=True, for_rematch=unread,
            modes=("tally",),
        ),
        Option("open_money", "flag", False, rule="turn", modes=("referee",)),
        Option("save_neighbour", "flag", False, rule="neighbours", modes=("referee",)),
        Option("neighbour_opens", "flag", True, rule="neighbours", modes=("referee",)),
        Option("law_4_spares", "flag", False, rule="laws", modes=("referee",)),
    ),
    begins="youngest",
)  # fmt: skip
