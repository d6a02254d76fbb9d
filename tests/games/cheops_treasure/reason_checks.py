"""A check for each reason of the guide, using the rules and the count."""

from dataclasses import replace

from companion.engine.possible_moves import legal_moves
from companion.games.cheops_treasure.guide import worth
from companion.games.cheops_treasure.moves import Draw, Place, Take
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES, bit_of, open_spaces
from companion.games.cheops_treasure.state import filled_spaces
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def is_better_deal(advised: AdvisedMove) -> bool:
    """Return whether selling and keeping bring the stated amounts, and the better one is chosen."""
    money, kept = (replace(advised, move=replace(advised.move, deal=deal)) for deal in ("sell", "keep"))
    brought = {"sell": money.gained("money"), "keep": kept.gained(advised.move.colour)}
    assert brought == {"sell": advised.values["market"], "keep": advised.values["kept"]}
    return bool(max(brought, key=lambda deal: brought[deal]) == advised.move.deal)


def opens_nothing(advised: AdvisedMove) -> bool:
    before, after = filled_spaces(advised.before), filled_spaces(advised.after)
    assert after == before | bit_of(advised.move.row, advised.move.column)
    return not open_spaces(after) & ~open_spaces(before)


def holds_the_treasure(advised: AdvisedMove) -> bool:
    """Return whether only this treasure can be taken there."""
    takes = [Take(colour, deal) for colour in COLOURS for deal in ("sell", "keep", "box")]
    colours = {take.colour for take in takes if advised.may(advised.after, advised.seat, take)}
    return {f"treasure:{colour}" for colour in colours} == {advised.values["treasure"]}


def hand_lacks_families(advised: AdvisedMove) -> bool:
    hand = dict(zip(FAMILIES, advised.before.hands[advised.seat], strict=True))
    return isinstance(advised.move, Draw) and all(not hand[pawn] for pawn in advised.values["pawns"])


def no_pawn_fits(advised: AdvisedMove) -> bool:
    places = [Place(advised.move.row, advised.move.column, pawn) for pawn in FAMILIES]
    return advised.move.pawn == "neighbour" and not any(
        advised.may(advised.before, advised.seat, it) for it in places
    )


REASON_CHECKS: ReasonChecks = {
    "cheops_treasure.better_sell": is_better_deal,
    "cheops_treasure.better_keep": is_better_deal,
    "cheops_treasure.opens": opens_nothing,
    "cheops_treasure.lies": holds_the_treasure,
    "cheops_treasure.lacking": hand_lacks_families,
    "cheops_treasure.no_pawn_fits": no_pawn_fits,
}


def is_forbidden(advised: AdvisedMove) -> bool:
    """Return whether a neighbour is placed although a pawn from the hand is worth more."""
    if not isinstance(advised.move, Place) or advised.move.pawn != "neighbour":
        return False
    moves = legal_moves(advised.game, advised.before, advised.seat)
    own = [move for move in moves if isinstance(move, Place) and move.pawn != "neighbour"]
    value = worth(advised.before, advised.seat, advised.move)
    return any(worth(advised.before, advised.seat, move) > value for move in own)
