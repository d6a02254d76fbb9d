"""A check for each reason of the guide, using the rules and the count."""

from companion.games.cheops_catan.moves import Build, Found, Lay, Reveal
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def blesses(advised: AdvisedMove) -> bool:
    stones, other = advised.after.stones, advised.values["who"]
    return advised.gained("blessing") > 0 and stones[advised.seat] == stones[other] + 1


def takes_the_army(advised: AdvisedMove) -> bool:
    next_best, most = sorted(advised.after.knights)[-2:]
    assert advised.values["knights"] == advised.after.knights[advised.seat] == most
    return advised.gained("army") > 0 and most > next_best


def next_stone_is_free(advised: AdvisedMove) -> bool:
    """Return whether the seat's next stone is free, and could not be laid before."""
    assert not advised.may(advised.before, advised.seat, Lay())
    return bool(advised.game.apply(advised.after, advised.seat, Lay()).gold == advised.after.gold)


def helps_to_settle(advised: AdvisedMove) -> bool:
    """Return whether a road or ship was built while there were too few for another settlement."""
    roads = [
        state.roads[advised.seat] + state.ships[advised.seat] for state in (advised.before, advised.after)
    ]
    built = advised.before.settlements[advised.seat] + advised.before.cities[advised.seat]
    return bool(roads[1] == roads[0] + 1 and roads[0] < 2 * (built - 2))


REASON_CHECKS: ReasonChecks = {
    "cheops_catan.ends": lambda advised: (
        advised.points(advised.after) == advised.values["points"] >= 12
        and advised.game.awaiting(advised.after).moves == (Reveal,)
    ),
    "cheops_catan.blesses": blesses,
    "cheops_catan.frees": lambda advised: (
        advised.gained("curse") > 0 and min(advised.after.stones) < advised.after.stones[advised.seat]
    ),
    "cheops_catan.army": takes_the_army,
    "cheops_catan.own_site": next_stone_is_free,
    "cheops_catan.own_way": lambda advised: advised.before.gold == advised.after.gold,
    "cheops_catan.to_settle": helps_to_settle,
    "cheops_catan.buys": lambda advised: (
        advised.gained() == 0
        and advised.values["gold"] - advised.values["price"] == advised.after.gold[advised.seat]
        and advised.values["price"] in (3, 4)
    ),
    "cheops_catan.lacks": lambda advised: advised.points(advised.after) + advised.values["lacking"] == 12,
}


def is_forbidden(advised: AdvisedMove) -> bool:
    """Return whether the pyramid's site is used in the founding, or by the first settlement after it."""
    built = advised.before.settlements[advised.seat] + advised.before.cities[advised.seat]
    return isinstance(advised.move, Found | Build) and advised.move.at_site and built <= 3
