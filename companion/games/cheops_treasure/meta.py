"""Cheops (1998) on the shelf: title, seats and switches."""

from __future__ import annotations

from companion.engine.game import Meta, Option
from companion.games.cheops_treasure import tablets
from companion.games.cheops_treasure.parts import PARTS

META = Meta(
    slug="cheops_treasure",
    title="Cheops (1998)",
    short_title="Cheops",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    version=2,
    options=(
        Option(
            "edition", "record", None, rule="tablets", check=tablets.check_edition,
            misshapen="cheops_treasure.edition", printed=True, doubts=tablets.doubts,
            presets={"demo": tablets.demo()}, late=True, for_rematch=tablets.undrawn, modes=("referee",),
        ),
        Option(
            "prices", "record", None, rule="scoring", check=tablets.check_prices, late=True,
            for_rematch=tablets.unread, modes=("tally",),
        ),
        Option("open_money", "flag", False, rule="turn", modes=("referee",)),
        Option("save_neighbour", "flag", False, rule="neighbours", modes=("referee",)),
        Option("neighbour_opens", "flag", True, rule="neighbours", modes=("referee",)),
        Option("law_4_spares", "flag", False, rule="laws", modes=("referee",)),
    ),
    begins="youngest",
)  # fmt: skip
