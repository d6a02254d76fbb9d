"""The guide for the scenario: the kinds of moves, the reasons for a move, and its estimated value.

The app does not know the board, the hands or what a seat can pay, so the values only rank the moves by how
useful they would be. Values are in points. A settlement or city has a value besides its points, because it
yields resources. Roads lead to the next settlement. A stone may move the Blessing and the Curse, so their
points are part of its value. A first settlement at the pyramid's site yields little.
"""

from companion.engine.game import Description, Lesson, Move
from companion.engine.move_values import (
    ValueParts,
    find_lead,
    find_strongest_reasons,
    make_gain_parts,
    value_end,
)
from companion.engine.words import Seat
from companion.games.cheops_catan.moves import Build, Claim, Found, Knight, Lay, Purchase, ShowPoint
from companion.games.cheops_catan.parts import FOUNDING_SETTLEMENT_COUNT, POINTS_BY_THING
from companion.games.cheops_catan.rules import apply
from companion.games.cheops_catan.state import State, get_public_points

LESSONS = (
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


def lesson_name(move: Move) -> str:
    """Return the name of the lesson that explains a move. Each kind of piece that a seat can build has its
    own lesson."""
    return move.piece if isinstance(move, Build) else type(move).__name__


def get_piece_of_move(move: Move) -> str:
    """Return the name of what a move buys: the kind of piece, ``stone``, or ``good`` for a resource card.

    It is a key of ``Words.terms``. For other moves it is an empty string.
    """
    if isinstance(move, Build):
        return move.piece
    return "stone" if isinstance(move, Lay) else "good" if isinstance(move, Purchase) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return at most two reasons to make a legal move, strongest first."""
    if not isinstance(move, Build | Knight | Lay | Purchase):
        return ()
    after = apply(state, seat, move)
    points_before, points_after = get_public_points(state, seat), get_public_points(after, seat)
    values = {
        "points": points_after, "lacking": POINTS_BY_THING["goal"] - points_after,
        "knights": after.knights[seat],
        "who": Seat(state.blessed), "price": state.gold[seat] - after.gold[seat], "gold": state.gold[seat],
    }  # fmt: skip
    is_road = isinstance(move, Build) and move.piece in ("road", "ship")
    candidates = (
        ("ends", "cheops_catan.ends", after.closing == "cheops_catan.twelve"),
        ("own", "cheops_catan.blesses", after.blessed == seat != state.blessed >= 0),
        ("own", "cheops_catan.frees", seat in state.cursed - after.cursed),
        ("own", "cheops_catan.army", after.army == seat != state.army),
        ("own", "cheops_catan.lacks", points_before < points_after and not after.closing),
        ("later", "cheops_catan.own_site", state.at_site[seat] == 0 < after.at_site[seat]),
        ("stone", "cheops_catan.own_way", isinstance(move, Lay) and move.owner is None),
        ("way", "cheops_catan.to_settle", is_road and lacks_roads(state, seat)),
        ("card", "cheops_catan.buys", isinstance(move, Purchase)),
    )
    return find_strongest_reasons(get_value_parts(state, seat, move), values, candidates)


LATER_POINTS_BY_PIECE = {"settlement": 1.0, "city": 1.0, "road": 0.1, "ship": 0.05}
"""The points that a piece is expected to bring in later turns."""
NEEDED_ROAD_VALUE = 0.5
"""The value of a road or ship while the seat has too few for its next settlement."""
ROADS_PER_SETTLEMENT = 2
"""The number of roads or ships that a settlement needs."""
STONE_VALUE, KNIGHT_VALUE, BOUGHT_CARD_VALUE = 0.4, -0.1, 0.15
"""The value of a stone, a knight and a bought card, besides the points that they bring at once."""
TOO_EARLY_VALUE = -1.0
"""The value of an early settlement at the site, and of showing a card that may stay hidden."""


def get_value_parts(state: State, seat: int, move: Move) -> ValueParts:
    """Return the estimated value of a legal move as named parts. The sum of the parts is the value."""
    if isinstance(move, Found):
        return {"too_early": TOO_EARLY_VALUE * move.at_site}
    after = apply(state, seat, move)
    if after.closing and not state.closing:
        return {"ends": _value_ending_move(state, after, seat, move)}
    if isinstance(move, Claim | ShowPoint) or _is_early_settlement_at_site(state, seat, move):
        return {"too_early": TOO_EARLY_VALUE}
    gains = make_gain_parts(_list_points(state), _list_points(after), seat)
    return {**gains, **_value_later_turns(state, seat, move)}


def _list_points(state: State) -> list[int]:
    return [get_public_points(state, seat) for seat in range(state.rules.seats)]


def _value_ending_move(state: State, after: State, seat: int, move: Move) -> float:
    """Return the value of a move that ends the game: very high if the seat then leads, otherwise very low.

    If the move shows hidden victory point cards, the app does not know whether the seat has them. The value
    is then ``TOO_EARLY_VALUE``, a small negative number.
    """
    if isinstance(move, ShowPoint) or (isinstance(move, Claim) and move.cards):
        return TOO_EARLY_VALUE
    return value_end(find_lead(_list_points(after), seat))


def _is_early_settlement_at_site(state: State, seat: int, move: Move) -> bool:
    """Return whether the move is a settlement at the site, and the seat's first one since the founding."""
    built = state.settlements[seat] + state.cities[seat]
    return isinstance(move, Build) and move.at_site and built <= FOUNDING_SETTLEMENT_COUNT


def lacks_roads(state: State, seat: int) -> bool:
    """Return whether the seat has too few roads and ships for another settlement."""
    settled = state.settlements[seat] + state.cities[seat] - FOUNDING_SETTLEMENT_COUNT
    return state.roads[seat] + state.ships[seat] < ROADS_PER_SETTLEMENT * (settled + 1)


def _value_later_turns(state: State, seat: int, move: Move) -> ValueParts:
    if isinstance(move, Build):
        is_road = move.piece in ("road", "ship") and lacks_roads(state, seat)
        return {"later": LATER_POINTS_BY_PIECE[move.piece], "way": NEEDED_ROAD_VALUE * is_road}
    if isinstance(move, Lay):
        return {"stone": STONE_VALUE}
    if isinstance(move, Knight):
        return {"card": KNIGHT_VALUE}
    return {"card": BOUGHT_CARD_VALUE} if isinstance(move, Purchase) else {}
