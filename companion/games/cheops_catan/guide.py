"""What the guide says in the scenario: the kinds of moves, the reasons for one, and what it is worth.

The worth is in points. The map, the cards in hand and what can be paid are not known here, so it is an
order of wishes. A settlement and a city bring goods as well as their point; roads lead to the next
settlement; a stone is worth the Blessing and the Curse that it moves. The pyramid's site is not for the
first settlements: near it there is little to earn.
"""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.move_values import Terms, strongest
from companion.engine.words import Seat
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.moves import Build, Claim, Found, Knight, Lay, Purchase, ShowPoint
from companion.games.cheops_catan.parts import FOUNDED, POINTS
from companion.games.cheops_catan.state import State, points

_LESSONS = (
    Lesson("Found", "setup", "settlement"),
    Lesson("Roll", "turn", "die", is_event=True),
    Lesson("road", "pieces", "road"),
    Lesson("settlement", "points", "settlement"),
    Lesson("city", "points", "city"),
    Lesson("Lay", "pyramid", "stone"),
    Lesson("Income", "gold", "gold", is_event=True),
    Lesson("Purchase", "gold", "good"),
    Lesson("ship", "turn", "ship", is_rare=True),
    Lesson("Knight", "points", "army", is_rare=True),
    Lesson("Harbour", "routes", "gold", is_rare=True),
    Lesson("Give", "gold", "gold", is_rare=True),
    Lesson("ShowPoint", "points", "development", is_rare=True),
    Lesson("Claim", "end", "blessing", is_rare=True),
    Lesson("Reveal", "end", "development", is_rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Every public event but the drawing, which only says where something stands."""
    return _LESSONS


def lesson_name(move: Move) -> str:
    """By the piece that is built."""
    return move.piece if isinstance(move, Build) else type(move).__name__


def piece(move: Move) -> str:
    """What is paid with cards from the hand."""
    if isinstance(move, Build):
        return move.piece
    return "stone" if isinstance(move, Lay) else "good" if isinstance(move, Purchase) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say of an event: what it brings, and what it leads to."""
    if not isinstance(move, Build | Knight | Lay | Purchase):
        return ()
    after = apply(state, seat, move)
    now, then = points(state, seat), points(after, seat)
    values = {
        "points": then, "lacking": POINTS["goal"] - then, "knights": after.knights[seat],
        "who": Seat(state.blessed), "price": state.gold[seat] - after.gold[seat], "gold": state.gold[seat],
    }  # fmt: skip
    is_way = isinstance(move, Build) and move.piece in ("road", "ship")
    found = (
        ("ends", "cheops_catan.ends", after.closing == "cheops_catan.twelve"),
        ("own", "cheops_catan.blesses", after.blessed == seat != state.blessed >= 0),
        ("own", "cheops_catan.frees", seat in state.cursed - after.cursed),
        ("own", "cheops_catan.army", after.army == seat != state.army),
        ("own", "cheops_catan.lacks", now < then and not after.closing),
        ("later", "cheops_catan.own_site", state.at_site[seat] == 0 < after.at_site[seat]),
        ("stone", "cheops_catan.own_way", isinstance(move, Lay) and move.owner is None),
        ("way", "cheops_catan.to_settle", is_way and lacks_roads(state, seat)),
        ("card", "cheops_catan.buys", isinstance(move, Purchase)),
    )
    return strongest(terms(state, seat, move), values, found)


HELPS = {"settlement": 1.0, "city": 1.0, "road": 0.1, "ship": 0.05}
"""Points that a piece helps to bring later."""
WAY_TO_SETTLEMENT = 0.5
"""What a road or ship helps while the next settlement lacks ways."""
WAYS_EACH = 2
"""Roads or ships that a settlement needs."""
STONE, KNIGHT, CARD_BOUGHT = 0.4, -0.1, 0.15
TOO_EARLY = -1.0
"""A move that helps nobody now: the site at first, or a card that may stay hidden."""
ENDS = 1000.0


def worth(state: State, seat: int, move: Move) -> float:
    """What a legal event is worth to a seat, in points that it may expect to be ahead by."""
    return sum(terms(state, seat, move).values())


def terms(state: State, seat: int, move: Move) -> Terms:
    """The terms of a legal event's worth to a seat."""
    if isinstance(move, Found):
        return {"too_early": TOO_EARLY * move.at_site}
    after = apply(state, seat, move)
    if after.closing and not state.closing:
        return {"ends": _ending(state, after, seat, move)}
    if isinstance(move, Claim | ShowPoint) or _is_first_at_site(state, seat, move):
        return {"too_early": TOO_EARLY}
    gains = [points(after, one) - points(state, one) for one in range(state.rules.seats)]
    rival = max(gain for one, gain in enumerate(gains) if one != seat)
    return {"own": gains[seat], "rival": -rival, **_helps(state, seat, move)}


def _ending(state: State, after: State, seat: int, move: Move) -> float:
    """Twelve points win. What needs a card that only its owner knows is not advised."""
    if isinstance(move, ShowPoint) or (isinstance(move, Claim) and move.cards):
        return TOO_EARLY
    rivals = (one for one in range(state.rules.seats) if one != seat)
    lead = points(after, seat) - max(points(after, one) for one in rivals)
    return ENDS + lead if lead > 0 else lead - ENDS


def _is_first_at_site(state: State, seat: int, move: Move) -> bool:
    """Whether a settlement at the site would be the first after those that were founded."""
    built = state.settlements[seat] + state.cities[seat]
    return isinstance(move, Build) and move.at_site and built <= FOUNDED


def lacks_roads(state: State, seat: int) -> bool:
    """Whether roads and ships are too few for another settlement."""
    settled = state.settlements[seat] + state.cities[seat] - FOUNDED
    return state.roads[seat] + state.ships[seat] < WAYS_EACH * (settled + 1)


def _helps(state: State, seat: int, move: Move) -> Terms:
    if isinstance(move, Build):
        is_way = move.piece in ("road", "ship") and lacks_roads(state, seat)
        return {"later": HELPS[move.piece], "way": WAY_TO_SETTLEMENT * is_way}
    if isinstance(move, Lay):
        return {"stone": STONE}
    if isinstance(move, Knight):
        return {"card": KNIGHT}
    return {"card": CARD_BOUGHT} if isinstance(move, Purchase) else {}
