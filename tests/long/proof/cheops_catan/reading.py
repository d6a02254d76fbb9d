"""Catan: Cheops once more, slowly, from the scenario's page; nothing comes from ``companion.games``."""

from collections.abc import Mapping
from typing import Any, NamedTuple

Counts = tuple[int, ...]
LIMITS = {"settlement": 5, "city": 4, "road": 15, "ship": 8}
BINDING = {
    "no_piece", "city_needs_settlement", "site_settlement", "not_begun", "own_stones", "no_access",
    "no_site_there", "no_gold", "other_seat",
}  # fmt: skip
"""What no table can allow: there is nothing to lay, to pay with or to lay it through."""


class Position(NamedTuple):
    first: int
    gold: Counts
    settlements: Counts
    cities: Counts
    roads: Counts
    ships: Counts
    at_site: Counts
    knights: Counts
    cards: Counts
    stones: Counts
    founded: int
    turn: int
    rolled: bool
    knight_played: bool
    any_roll: bool
    black: int
    army: int
    blessed: int
    cursed: frozenset[int]
    closing: str
    revealed: frozenset[int]
    edges: frozenset[tuple[str, str, int]]
    houses: frozenset[tuple[str, int, bool, bool]]
    """Crossing, owner, at the site, with a harbour."""
    after_stone: bool = False
    most_black: int = 16
    own_road: bool = False
    spared: bool = True


def _seats(at: Position) -> int:
    return len(at.gold)


def _founder(at: Position) -> int:
    seats = _seats(at)
    once = [(at.first + n) % seats for n in range(seats)]
    return [*once, *reversed(once), *once][at.founded]


def against(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, move, seats = line["seat"], line["move"], _seats(at)
    if at.closing:
        if len(at.revealed) == seats:
            return {"table.over"}
        if seat in at.revealed:
            return {"table.not_your_turn"}
        return _too_many(at, line["cards"]) if move == "Reveal" else {"table.not_now"}
    if at.founded < 3 * seats:
        if move in ("Connect", "Mark"):
            return set()
        if move != "Found":
            return {"table.not_now"}
        return set() if seat == _founder(at) else {"not_now"}
    if move in ("Found", "Reveal"):
        return {"table.not_now"}
    next_seat = (at.turn + 1) % seats if at.rolled else at.turn
    if move == "Roll":
        return set() if seat == next_seat else {"roll_order"}
    if move == "Income":
        return set() if at.any_roll else {"before_roll"}
    if move in ("Knight", "ShowPoint", "Claim"):
        if seat not in (at.turn, next_seat):
            return {"not_now"}
        return _against_card(at, line)
    found = _against_event(at, line)
    if seat != at.turn:
        if seat != next_seat or found & BINDING:
            return found | {"not_now", "ends_turn", "before_roll"}
        return found | {"ends_turn", "before_roll"}
    return found if at.rolled else found | {"before_roll"}


def _too_many(at: Position, cards: int) -> set[str]:
    return {"point_cards"} if sum(at.cards) + cards > 5 else set()


def _against_card(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, move = line["seat"], line["move"]
    if move == "ShowPoint":
        return _too_many(at, 1)
    if move == "Claim":
        short = sum(points(at)[seat].values()) + line["cards"] < 12
        return _too_many(at, line["cards"]) | ({"not_twelve"} if short else set())
    if sum(at.knights) >= 14:
        return {"knight_cards"}
    return {"one_knight"} if at.knight_played and seat == at.turn else set()


def _against_event(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, move = line["seat"], line["move"]
    if move == "Build":
        return _against_build(at, seat, line["piece"], bool(line["at_site"]))
    if move == "Lay":
        return _against_lay(at, seat, line["owner"])
    if move == "Purchase":
        return {"no_gold"} if at.gold[seat] < (3 if line["harbour"] else 4) else set()
    other = line["owner"]
    if other == seat or other >= _seats(at):
        return {"other_seat"}
    if at.gold[seat] < (line["gold"] if move == "Give" else 1):
        return {"no_gold"}
    if move == "Harbour" and _drawn(at):
        goals = {crossing for crossing, owner, _, harbour in at.houses if owner == other and harbour}
        return set() if _joined(at, seat, goals) else {"no_harbour_route"}
    return set()


def _against_build(at: Position, seat: int, piece: str, at_site: bool) -> set[str]:
    have = {
        "settlement": at.settlements, "city": at.cities, "road": at.roads, "ship": at.ships
    }[piece][seat]  # fmt: skip
    found = {"no_piece"} if have == LIMITS[piece] else set()
    if piece == "city" and not at.settlements[seat]:
        found.add("city_needs_settlement")
    if at_site and piece != "settlement":
        found.add("site_settlement")
    return found


def _against_lay(at: Position, seat: int, owner: int | None) -> set[str]:
    """The construction of the pyramid: who may lay a stone, and through whose building."""
    found = set() if any(at.at_site) else {"not_begun"}
    if at.stones[seat] == 11:
        found.add("own_stones")
    if owner is None:
        return found if at.at_site[seat] else found | {"no_access"}
    if owner == seat or owner >= _seats(at) or not at.at_site[owner]:
        return found | {"no_site_there"}
    if at.gold[seat] < 1:
        found.add("no_gold")
    if at.at_site[seat]:
        found.add("own_site")
    goals = {crossing for crossing, whose, at_site, _ in at.houses if whose == owner and at_site}
    if _drawn(at) and not _joined(at, seat, goals):
        found.add("no_route")
    return found


def _drawn(at: Position) -> bool:
    return bool(at.edges or at.houses)


def _joined(at: Position, seat: int, goals: set[str]) -> bool:
    """Whether an unbroken chain of roads and ships, whosever they are, leads from a building of the seat
    to one of the crossings; where the table asks for it, the first of them is the seat's own."""
    for start in (crossing for crossing, owner, _, _ in at.houses if owner == seat):
        if start in goals:
            return True
        firsts = {_other(e, start) for e in at.edges if start in e[:2] and e[2] == seat}
        reached = set(firsts) if at.own_road else {start}
        while True:
            more = {_other(e, c) for e in at.edges for c in reached if c in e[:2]} - {*reached, start}
            if not more:
                break
            reached |= more
        if reached & goals:
            return True
    return False


def _other(edge: tuple[str, str, int], end: str) -> str:
    return edge[1] if edge[0] == end else edge[0]


def _plus(counts: Counts, seat: int, more: int) -> Counts:
    return tuple(count + more * (n == seat) for n, count in enumerate(counts))


def after(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move in ("Found", "Income", "Reveal", "Connect", "Mark"):
        then = _outside_turns(at, line)
    else:
        if seat != at.turn or (move == "Roll" and at.rolled):
            at = at._replace(turn=seat, rolled=False, knight_played=False)
        then = _in_turn(at, line)
    return _ended(then, seat)


def _outside_turns(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move == "Found":
        site = _plus(at.at_site, seat, int(line["at_site"]))
        settled = _plus(at.settlements, seat, 1)
        return at._replace(settlements=settled, at_site=site, founded=at.founded + 1)
    if move == "Income":
        return at._replace(gold=_plus(at.gold, seat, line["gold"]))
    if move == "Reveal":
        cards = _plus(at.cards, seat, line["cards"])
        return at._replace(cards=cards, revealed=at.revealed | {seat})
    if move == "Connect":
        return at._replace(edges=at.edges | {(line["start"], line["end"], seat)})
    kept = {house for house in at.houses if house[0] != line["crossing"]}
    house = (line["crossing"], seat, line["at_site"], line["harbour"])
    return at._replace(houses=frozenset(kept | {house}))


def _in_turn(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move == "Roll":
        builds = any(at.stones) if at.after_stone else any(at.at_site)
        black = at.black + (line["total"] == 7 and builds)
        return at._replace(rolled=True, any_roll=True, black=black)
    if move == "Knight":
        knights = _plus(at.knights, seat, 1)
        most = max((knights[s] for s in range(_seats(at)) if s == at.army), default=2)
        army = seat if knights[seat] > most else at.army
        return at._replace(knights=knights, army=army, knight_played=True)
    if move in ("ShowPoint", "Claim"):
        cards = _plus(at.cards, seat, line.get("cards", 1))
        if move == "Claim":
            return at._replace(cards=cards, closing="twelve", revealed=frozenset((seat,)))
        return at._replace(cards=cards)
    if move == "Build":
        return _built(at, seat, line["piece"], bool(line["at_site"]))
    if move == "Purchase":
        return at._replace(gold=_plus(at.gold, seat, -3 if line["harbour"] else -4))
    if line["owner"] is not None:
        paid = line["gold"] if move == "Give" else 1
        at = at._replace(gold=_plus(_plus(at.gold, seat, -paid), line["owner"], paid))
    return _laid(at, seat) if move == "Lay" else at


def _built(at: Position, seat: int, piece: str, at_site: bool) -> Position:
    if piece == "settlement":
        site = _plus(at.at_site, seat, int(at_site))
        return at._replace(settlements=_plus(at.settlements, seat, 1), at_site=site)
    if piece == "city":
        fewer = _plus(at.settlements, seat, -1)
        return at._replace(settlements=fewer, cities=_plus(at.cities, seat, 1))
    if piece == "road":
        return at._replace(roads=_plus(at.roads, seat, 1))
    return at._replace(ships=_plus(at.ships, seat, 1))


def _laid(at: Position, seat: int) -> Position:
    """The Blessing goes with the first stone, then only to more stones than its holder has; the Curse
    lies on all who have the fewest."""
    stones = _plus(at.stones, seat, 1)
    blessed = at.blessed
    if blessed < 0 or stones[seat] >= stones[blessed] + 1:
        blessed = seat
    cursed = {s for s in range(_seats(at)) if all(stones[s] <= other for other in stones)}
    if at.spared:
        cursed.discard(blessed)
    return at._replace(stones=stones, blessed=blessed, cursed=frozenset(cursed))


def _ended(at: Position, seat: int) -> Position:
    if at.closing:
        return at
    if at.black >= at.most_black:
        return at._replace(closing="pharaoh")
    if sum(at.stones) + at.black >= 30:
        return at._replace(closing="pyramid")
    playing = at.founded == 3 * _seats(at)
    if playing and seat == at.turn and sum(points(at)[seat].values()) >= 12:
        return at._replace(closing="twelve")
    return at


def points(at: Position) -> list[dict[str, int]]:
    return [
        {
            "settlement": at.settlements[seat], "city": 2 * at.cities[seat],
            "army": 2 * (at.army == seat), "card": at.cards[seat],
            "blessing": 3 * (at.blessed == seat), "curse": -2 * (seat in at.cursed),
        }
        for seat in range(_seats(at))
    ]  # fmt: skip


def places(at: Position) -> list[int]:
    totals = [sum(seat.values()) for seat in points(at)]
    return [1 + sum(other > total for other in totals) for total in totals]
