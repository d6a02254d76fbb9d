"""The view of a table (the app hides nothing), the changes that moves would bring, and the setup.

``attested`` in the view lists what the players must check, because the app cannot.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.game import Move, Setup
from companion.engine.json_data import replace, to_json
from companion.engine.setup_steps import PieceLocation, Pieces, SetupStep
from companion.engine.words import Seat
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import (
    COLOUR_COUNT,
    GOLD_BY_USE,
    PARTS,
    PIECE_LIMITS,
    POINT_CARD_COUNT,
    POINTS_BY_THING,
    PYRAMID_STONE_COUNT,
    STONES_BY_LEVEL,
    STONES_PER_SEAT,
    get_stone_level,
)
from companion.games.cheops_catan.routes import find_route, has_drawn_map
from companion.games.cheops_catan.rules import apply, check, find_next_stone_points, get_roll_distribution
from companion.games.cheops_catan.state import (
    State,
    count_laid_stones,
    get_public_points,
    get_roller,
    is_founding,
    may_lay_stones,
    seven_adds_stone,
)


def public_view(state: State) -> dict[str, Any]:
    """Return the table as plain data, which is the same for all viewers."""
    seats = range(state.rules.seats)
    count = count_laid_stones(state)
    options = {seat: find_changes_by_button(state, seat) for seat in {state.turn, get_roller(state)}}
    return {
        "founding": is_founding(state),
        "turn": state.turn,
        "rolled": state.rolled,
        "roller": get_roller(state),
        "closing": state.closing,
        "begun": may_lay_stones(state),
        "pharaoh_builds": seven_adds_stone(state),
        "roller_lays": [lay["owner"] for lay in options[get_roller(state)]["lays"]],
        "lays": [lay["owner"] for lay in options[state.turn]["lays"]] if state.rolled else [],
        "outlook": {str(seat): choices for seat, choices in options.items()},
        "seven": find_next_black_stone(state),
        "touched": state.touched,
        "seats": [_make_seat_view(state, seat) for seat in seats],
        "pyramid": {
            "stones": list(state.order),
            "levels": list(STONES_BY_LEVEL),
            "laid": count,
            "level": get_stone_level(min(count + 1, PYRAMID_STONE_COUNT)),
            "black": state.black,
        },
        "race": {
            "points": max(get_public_points(state, seat) for seat in seats),
            "goal": POINTS_BY_THING["goal"],
            "black": state.black,
            "black_goal": state.rules.black_stones,
            "stones": count,
            "stones_goal": PYRAMID_STONE_COUNT,
        },
        "dice": [
            {"total": total, "times": times, "expected": expected}
            for total, times, expected in get_roll_distribution(state)
        ],
        "last_roll": state.rolls[-1] if state.rolls else None,
        "reminders": state.rules.reminders,
        "map": {
            "drawn": has_drawn_map(state),
            "roads": [to_json(road) for road in state.network],
            "houses": [to_json(house) for house in state.houses],
            "crossings": sorted(
                {n for r in state.network for n in (r.start, r.end)} | {h.crossing for h in state.houses}
            ),
        },
        "attested": ["costs", "hands", "harbours", *([] if has_drawn_map(state) else ["routes"])],
    }  # fmt: skip


def _make_seat_view(state: State, seat: int) -> dict[str, Any]:
    others = [other for other in range(state.rules.seats) if other != seat]
    return {
        "settlements": state.settlements[seat],
        "cities": state.cities[seat],
        "roads": state.roads[seat],
        "ships": state.ships[seat],
        "at_site": state.at_site[seat],
        "knights": state.knights[seat],
        "army": state.army == seat,
        "cards": state.cards[seat],
        "gold": state.gold[seat],
        "stones": state.stones[seat],
        "stones_left": STONES_PER_SEAT - state.stones[seat],
        "blessed": state.blessed == seat,
        "cursed": seat in state.cursed,
        "points": get_public_points(state, seat),
        "revealed": seat in state.revealed,
        "next_stone": list(find_next_stone_points(state, seat)),
        "routes": {
            str(other): {
                "site": to_json(find_route(state, seat, other, "site")),
                "harbour": to_json(find_route(state, seat, other, "harbour")),
            }
            for other in others
        } if has_drawn_map(state) else {},
    }  # fmt: skip


MOVES_BY_BUTTON: dict[str, Move] = {
    "settlement": moves.Build("settlement"), "site": moves.Build("settlement", True),
    "city": moves.Build("city"), "road": moves.Build("road"), "ship": moves.Build("ship"),
    "knight": moves.Knight(), "card": moves.ShowPoint(),
}  # fmt: skip
"""The moves that may bring points, by the name of their button on the page."""


def find_changes_by_button(state: State, seat: int) -> dict[str, Any]:
    """Return what each move that the seat may make after its roll would change, by the name of its button.

    A change is a dict. ``points`` and ``gold`` list the difference for each seat, ``stones`` is how many
    stones the pyramid gains, and ``ends`` is whether the game ends. ``blessed`` is the seat that gets the
    Blessing, or None. ``cursed`` and ``freed`` list the seats that get and lose the Curse. ``lays`` in the
    result lists one change for each building at the site that the seat may use to lay a stone.
    ``owner`` in such a change is the seat of the building, or None if it is the seat's own.
    """
    open_turn = replace(state, turn=seat, rolled=True, network=(), houses=())
    points_now = [get_public_points(state, n) for n in range(state.rules.seats)]
    choices = {
        name: _find_changes(open_turn, points_now, seat, move)
        for name, move in MOVES_BY_BUTTON.items()
        if _is_legal_or_overridable(open_turn, seat, move)
    }
    owners = (None, *range(state.rules.seats))
    lays = [
        {"owner": owner, **_find_changes(open_turn, points_now, seat, moves.Lay(owner))}
        for owner in owners
        if check(open_turn, seat, moves.Lay(owner)) is None
    ]
    return {**choices, "lays": lays}


def _is_legal_or_overridable(state: State, seat: int, move: Move) -> bool:
    refusal = check(state, seat, move)
    return refusal is None or refusal.overridable


def _find_changes(state: State, points_before: Sequence[int], seat: int, move: Move) -> dict[str, Any]:
    after = apply(state, seat, move)
    seats = range(state.rules.seats)
    return {
        "points": [get_public_points(after, n) - points_before[n] for n in seats],
        "gold": [after.gold[n] - state.gold[n] for n in seats],
        "stones": count_laid_stones(after) - count_laid_stones(state),
        "blessed": after.blessed if after.blessed != state.blessed else None,
        "freed": sorted(state.cursed - after.cursed),
        "cursed": sorted(after.cursed - state.cursed),
        "ends": bool(after.closing) and not state.closing,
    }


def find_next_black_stone(state: State) -> int | None:
    """Return the number of the black stone that a 7 would add now. None if a 7 would add no stone."""
    black = apply(state, get_roller(state), moves.Roll(7)).black
    return black if black > state.black else None


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Yield moves that a player might try: every piece, card and stone, and payments to each other seat."""
    others = [other for other in range(state.rules.seats) if other != seat]
    cards = range(POINT_CARD_COUNT + 1)
    yield from (*MOVES_BY_BUTTON.values(), moves.Lay(), moves.Purchase(), moves.Purchase(True))
    yield from (kind(other) for kind in (moves.Lay, moves.Harbour) for other in others)
    yield from (moves.Give(other, 1) for other in others)
    yield from (kind(count) for kind in (moves.Claim, moves.Reveal) for count in cards)


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the setup steps for board, colours, gold, cards and other things (rulebook, preparation)."""
    black = setup.options["black_stones"]
    cards, beside = PARTS["cards"], PARTS["beside"]
    goods = cards["goods"] * cards["of_each_good"]
    return (
        SetupStep("board", pieces=(Pieces("board", 1, "middle"), Pieces("robber", 1, "board"))),
        SetupStep("colours", pieces=_list_pieces_of_all_colours(setup.seats)),
        SetupStep(
            "gold", {"count": GOLD_BY_USE["start"]},
            (Pieces("gold", GOLD_BY_USE["start"], "seat"), Pieces("gold", None, "beside")),
            rule="gold",
        ),
        SetupStep(
            "cards",
            pieces=(Pieces("good", goods, "beside"), Pieces("development", cards["all"], "beside")),
        ),
        SetupStep(
            "black", {"count": black}, (Pieces("black", black, "beside"),),
            asks=("black_stones",), rule="seven",
        ),
        SetupStep(
            "beside",
            pieces=(
                *(Pieces(kind, beside[kind], "beside") for kind in ("die", "army", "blessing", "curse")),
                Pieces("longest", beside["longest"], "box"),
            ),
            rule="favours",
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip


def _list_pieces_of_all_colours(seats: int) -> tuple[Pieces, ...]:
    count_by_kind = {**PIECE_LIMITS, "stone": STONES_PER_SEAT}
    colours_by_location: dict[PieceLocation, int] = {"seat": 1, "box": COLOUR_COUNT - seats}
    return tuple(
        Pieces(kind, colours * count, location)
        for location, colours in colours_by_location.items()
        for kind, count in count_by_kind.items()
    )
