"""What everybody sees. ``attested``: what only the players can know; the rest is followed."""

from __future__ import annotations

from typing import Any

from companion.engine.data import to_json
from companion.games.cheops_catan import state as states
from companion.games.cheops_catan.effects import after_next_stone
from companion.games.cheops_catan.outlook import outlook, seven
from companion.games.cheops_catan.parts import LEVELS, OWN_STONES, POINTS, PYRAMID, level_of
from companion.games.cheops_catan.routes import drawn, harbours_of, route, sites_of
from companion.games.cheops_catan.rules import distribution
from companion.games.cheops_catan.state import State


def public(state: State) -> dict[str, Any]:
    """Plain data, the same for everybody: hands are not followed, so nothing here is secret."""
    seats = range(state.rules.seats)
    count = states.laid(state)
    outlooks = {seat: outlook(state, seat) for seat in {state.turn, states.roller(state)}}
    return {
        "founding": states.founding(state),
        "turn": state.turn,
        "rolled": state.rolled,
        "roller": states.roller(state),
        "closing": state.closing,
        "begun": states.begun(state),
        "pharaoh_builds": states.pharaoh_builds(state),
        "roller_lays": [lay["owner"] for lay in outlooks[states.roller(state)]["lays"]],
        "lays": [lay["owner"] for lay in outlooks[state.turn]["lays"]] if state.rolled else [],
        "outlook": {str(seat): found for seat, found in outlooks.items()},
        "seven": seven(state),
        "touched": state.touched,
        "seats": [_seat(state, seat) for seat in seats],
        "pyramid": {
            "stones": list(state.order),
            "levels": list(LEVELS),
            "laid": count,
            "level": level_of(min(count + 1, PYRAMID)),
            "black": state.black,
        },
        "race": {
            "points": max(states.points(state, seat) for seat in seats),
            "goal": POINTS["goal"],
            "black": state.black,
            "black_goal": state.rules.black_stones,
            "stones": count,
            "stones_goal": PYRAMID,
        },
        "dice": [
            {"total": total, "times": times, "expected": expected}
            for total, times, expected in distribution(state)
        ],
        "last_roll": state.rolls[-1] if state.rolls else None,
        "reminders": state.rules.reminders,
        "map": {
            "drawn": drawn(state),
            "roads": [to_json(road) for road in state.network],
            "houses": [to_json(house) for house in state.houses],
            "crossings": sorted(
                {n for r in state.network for n in (r.start, r.end)} | {h.crossing for h in state.houses}
            ),
        },
        "attested": ["costs", "hands", "harbours", *([] if drawn(state) else ["routes"])],
    }  # fmt: skip


def _seat(state: State, seat: int) -> dict[str, Any]:
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
        "stones_left": OWN_STONES - state.stones[seat],
        "blessed": state.blessed == seat,
        "cursed": seat in state.cursed,
        "points": states.points(state, seat),
        "revealed": seat in state.revealed,
        "next_stone": list(after_next_stone(state, seat)),
        "routes": {
            str(other): {
                "site": to_json(route(state, seat, sites_of(state, other))),
                "harbour": to_json(route(state, seat, harbours_of(state, other))),
            }
            for other in others
        } if drawn(state) else {},
    }  # fmt: skip
