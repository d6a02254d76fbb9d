"""What each reason of the guide says of a move, asked of the referee and of the count."""

from companion.games.cheops_catan.moves import Build, Found, Lay, Reveal
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def blesses(said: AdvisedMove) -> bool:
    stones, other = said.after.stones, said.values["who"]
    return said.gained("blessing") > 0 and stones[said.seat] == stones[other] + 1


def takes_the_army(said: AdvisedMove) -> bool:
    next_best, most = sorted(said.after.knights)[-2:]
    assert said.values["knights"] == said.after.knights[said.seat] == most
    return said.gained("army") > 0 and most > next_best


def lays_for_nothing(said: AdvisedMove) -> bool:
    """Whether the seat's next stone costs nothing, and could not be laid so before."""
    assert not said.may(said.before, said.seat, Lay())
    return bool(said.game.apply(said.after, said.seat, Lay()).gold == said.after.gold)


def leads_on(said: AdvisedMove) -> bool:
    """Whether it is a way, and there were not two for each settlement after three and one more."""
    ways = [state.roads[said.seat] + state.ships[said.seat] for state in (said.before, said.after)]
    built = said.before.settlements[said.seat] + said.before.cities[said.seat]
    return bool(ways[1] == ways[0] + 1 and ways[0] < 2 * (built - 2))


REASON_CHECKS: ReasonChecks = {
    "cheops_catan.ends": lambda said: (
        said.points(said.after) == said.values["points"] >= 12
        and said.game.awaiting(said.after).moves == (Reveal,)
    ),
    "cheops_catan.blesses": blesses,
    "cheops_catan.frees": lambda said: (
        said.gained("curse") > 0 and min(said.after.stones) < said.after.stones[said.seat]
    ),
    "cheops_catan.army": takes_the_army,
    "cheops_catan.own_site": lays_for_nothing,
    "cheops_catan.own_way": lambda said: said.before.gold == said.after.gold,
    "cheops_catan.to_settle": leads_on,
    "cheops_catan.buys": lambda said: (
        said.gained() == 0
        and said.values["gold"] - said.values["price"] == said.after.gold[said.seat]
        and said.values["price"] in (3, 4)
    ),
    "cheops_catan.lacks": lambda said: said.points(said.after) + said.values["lacking"] == 12,
}


def is_forbidden(said: AdvisedMove) -> bool:
    """The pyramid's site in the founding, or as the first settlement after it."""
    built = said.before.settlements[said.seat] + said.before.cities[said.seat]
    return isinstance(said.move, Found | Build) and said.move.at_site and built <= 3
