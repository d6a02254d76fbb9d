"""For each reason that the guide may give for a move, a check by rules and scoring that it is true."""

from companion.games.cheops_catan.moves import Build, Found, Lay, Reveal
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def is_blessing_gained(tip: AdvisedMove) -> bool:
    stones, other = tip.after.stones, tip.values["who"]
    return tip.gained("blessing") > 0 and stones[tip.seat] == stones[other] + 1


def is_army_taken(tip: AdvisedMove) -> bool:
    next_best, most = sorted(tip.after.knights)[-2:]
    assert tip.values["knights"] == tip.after.knights[tip.seat] == most
    return tip.gained("army") > 0 and most > next_best


def is_next_stone_free(tip: AdvisedMove) -> bool:
    """Return whether the seat's next stone costs nothing after the move, and could not be laid before."""
    assert not tip.is_legal(tip.before, tip.seat, Lay())
    return bool(tip.game.apply(tip.after, tip.seat, Lay()).gold == tip.after.gold)


def is_towards_settlement(tip: AdvisedMove) -> bool:
    roads = [state.roads[tip.seat] + state.ships[tip.seat] for state in (tip.before, tip.after)]
    built = tip.before.settlements[tip.seat] + tip.before.cities[tip.seat]
    return bool(roads[1] == roads[0] + 1 and roads[0] < 2 * (built - 2))


REASON_CHECKS: ReasonChecks = {
    "cheops_catan.ends": lambda tip: (
        tip.points(tip.after) == tip.values["points"] >= 12
        and tip.game.awaiting(tip.after).moves == (Reveal,)
    ),
    "cheops_catan.blesses": is_blessing_gained,
    "cheops_catan.frees": lambda tip: (
        tip.gained("curse") > 0 and min(tip.after.stones) < tip.after.stones[tip.seat]
    ),
    "cheops_catan.army": is_army_taken,
    "cheops_catan.own_site": is_next_stone_free,
    "cheops_catan.own_way": lambda tip: tip.before.gold == tip.after.gold,
    "cheops_catan.to_settle": is_towards_settlement,
    "cheops_catan.buys": lambda tip: (
        tip.gained() == 0
        and tip.values["gold"] - tip.values["price"] == tip.after.gold[tip.seat]
        and tip.values["price"] in (3, 4)
    ),
    "cheops_catan.lacks": lambda tip: tip.points(tip.after) + tip.values["lacking"] == 12,
}


def is_bad_advice(tip: AdvisedMove) -> bool:
    """Return whether one of the seat's first four settlements would be at the pyramid's site."""
    built = tip.before.settlements[tip.seat] + tip.before.cities[tip.seat]
    return isinstance(tip.move, Found | Build) and tip.move.at_site and built <= 3
