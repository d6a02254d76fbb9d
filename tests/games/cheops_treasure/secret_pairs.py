"""A pair of evenings of Cheops 1998 that differ in one player's money."""

from dataclasses import replace

from companion.games.seeds import plays
from tests.secrets.evening import OWNER, Evening, Pair


def money(amount: int) -> Evening:
    """The owner begins with so much; every price can be paid either way."""
    recorded = plays("cheops_treasure")["nobody_can"]
    log = tuple(recorded["log"][:6])
    return Evening(
        "cheops_treasure", log, recorded["options"],
        begun=lambda state: replace(state, money=(*state.money[:OWNER], amount)),
    )  # fmt: skip


PAIRS: dict[str, Pair] = {"money": (money(100), money(150))}
