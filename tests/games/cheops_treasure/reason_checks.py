"""What each reason of the guide says of a move, asked of the referee and of the count."""

from dataclasses import replace

from companion.engine.possible_moves import legal_moves
from companion.games.cheops_treasure.guide import worth
from companion.games.cheops_treasure.moves import Draw, Place, Take
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES, bit_of, open_spaces
from companion.games.cheops_treasure.state import filled_spaces
from tests.games.test_reasons import AdvisedMove, ReasonChecks


def better(said: AdvisedMove) -> bool:
    """Whether the treasure brings what is said, sold and kept, and the better of it is done."""
    money, kept = (replace(said, move=replace(said.move, deal=deal)) for deal in ("sell", "keep"))
    brought = {"sell": money.gained("money"), "keep": kept.gained(said.move.colour)}
    assert brought == {"sell": said.values["market"], "keep": said.values["kept"]}
    return bool(max(brought, key=lambda deal: brought[deal]) == said.move.deal)


def opens_nothing(said: AdvisedMove) -> bool:
    before, after = filled_spaces(said.before), filled_spaces(said.after)
    assert after == before | bit_of(said.move.row, said.move.column)
    return not open_spaces(after) & ~open_spaces(before)


def lies(said: AdvisedMove) -> bool:
    """Whether nothing but this treasure can be taken there."""
    takes = [Take(colour, deal) for colour in COLOURS for deal in ("sell", "keep", "box")]
    colours = {take.colour for take in takes if said.may(said.after, said.seat, take)}
    return {f"treasure:{colour}" for colour in colours} == {said.values["treasure"]}


def lacks(said: AdvisedMove) -> bool:
    hand = dict(zip(FAMILIES, said.before.hands[said.seat], strict=True))
    return isinstance(said.move, Draw) and all(not hand[pawn] for pawn in said.values["pawns"])


def no_pawn_fits(said: AdvisedMove) -> bool:
    places = [Place(said.move.row, said.move.column, pawn) for pawn in FAMILIES]
    return said.move.pawn == "neighbour" and not any(said.may(said.before, said.seat, it) for it in places)


REASON_CHECKS: ReasonChecks = {
    "cheops_treasure.better_sell": better,
    "cheops_treasure.better_keep": better,
    "cheops_treasure.opens": opens_nothing,
    "cheops_treasure.lies": lies,
    "cheops_treasure.lacking": lacks,
    "cheops_treasure.no_pawn_fits": no_pawn_fits,
}


def is_forbidden(said: AdvisedMove) -> bool:
    """A neighbour who is worth less than a pawn from the hand."""
    if not isinstance(said.move, Place) or said.move.pawn != "neighbour":
        return False
    moves = legal_moves(said.game, said.before, said.seat)
    own = [move for move in moves if isinstance(move, Place) and move.pawn != "neighbour"]
    value = worth(said.before, said.seat, said.move)
    return any(worth(said.before, said.seat, move) > value for move in own)
