"""For each reason that the guide may give for a move, a check by rules and scoring that it is true."""

from dataclasses import replace

from companion.engine.possible_moves import list_legal_moves
from companion.games.cheops_treasure.moves import Draw, Place, Take
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES, find_open_mask, get_space_bit
from companion.games.cheops_treasure.state import find_filled_mask
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def is_better_deal(tip: AdvisedMove) -> bool:
    """Return whether the move sells or keeps the treasure, whichever the reason says brings more."""
    money, kept = (replace(tip, move=replace(tip.move, deal=deal)) for deal in ("sell", "keep"))
    brought = {"sell": money.gained("money"), "keep": kept.gained(tip.move.colour)}
    assert brought == {"sell": tip.values["market"], "keep": tip.values["kept"]}
    return bool(max(brought, key=lambda deal: brought[deal]) == tip.move.deal)


def is_nothing_opened(tip: AdvisedMove) -> bool:
    before, after = find_filled_mask(tip.before), find_filled_mask(tip.after)
    assert after == before | get_space_bit(tip.move.row, tip.move.column)
    return not find_open_mask(after) & ~find_open_mask(before)


def is_only_treasure(tip: AdvisedMove) -> bool:
    takes = [Take(colour, deal) for colour in COLOURS for deal in ("sell", "keep", "box")]
    colours = {take.colour for take in takes if tip.is_legal(tip.after, tip.seat, take)}
    return {f"treasure:{colour}" for colour in colours} == {tip.values["treasure"]}


def is_hand_without_families(tip: AdvisedMove) -> bool:
    hand = dict(zip(FAMILIES, tip.before.hands[tip.seat], strict=True))
    return isinstance(tip.move, Draw) and all(not hand[pawn] for pawn in tip.values["pawns"])


def is_no_pawn_usable(tip: AdvisedMove) -> bool:
    places = [Place(tip.move.row, tip.move.column, pawn) for pawn in FAMILIES]
    return tip.move.pawn == "neighbour" and not any(tip.is_legal(tip.before, tip.seat, it) for it in places)


REASON_CHECKS: ReasonChecks = {
    "cheops_treasure.better_sell": is_better_deal,
    "cheops_treasure.better_keep": is_better_deal,
    "cheops_treasure.opens": is_nothing_opened,
    "cheops_treasure.lies": is_only_treasure,
    "cheops_treasure.lacking": is_hand_without_families,
    "cheops_treasure.no_pawn_fits": is_no_pawn_usable,
}


def is_bad_advice(tip: AdvisedMove) -> bool:
    """Return whether the move places a neighbour although one of the seat's pawns is worth more."""
    if not isinstance(tip.move, Place) or tip.move.pawn != "neighbour":
        return False
    moves = list_legal_moves(tip.game, tip.before, tip.seat)
    own = [move for move in moves if isinstance(move, Place) and move.pawn != "neighbour"]
    value = tip.game.worth(tip.before, tip.seat, tip.move)
    return any(tip.game.worth(tip.before, tip.seat, move) > value for move in own)
