"""What goes where on the table before the first settlement is founded."""

from __future__ import annotations

from companion.engine.game import Setup
from companion.engine.laying_out import Pieces, SetUpStep, Where
from companion.engine.words import Seat
from companion.games.cheops_catan.parts import COLOURS, GOLD, LIMITS, OWN_STONES, PARTS


def setting_up(setup: Setup) -> tuple[SetUpStep, ...]:
    """The board, a colour each, gold, cards, and what lies beside them (rulebook, preparation)."""
    black = setup.options["black_stones"]
    cards, beside = PARTS["cards"], PARTS["beside"]
    goods = cards["goods"] * cards["of_each_good"]
    return (
        SetUpStep("board", pieces=(Pieces("board", 1, "middle"), Pieces("robber", 1, "board"))),
        SetUpStep("colours", pieces=_colours(setup.seats)),
        SetUpStep(
            "gold", {"count": GOLD["start"]},
            (Pieces("gold", GOLD["start"], "seat"), Pieces("gold", None, "beside")),
            rule="gold",
        ),
        SetUpStep(
            "cards",
            pieces=(Pieces("good", goods, "beside"), Pieces("development", cards["all"], "beside")),
        ),
        SetUpStep(
            "black", {"count": black}, (Pieces("black", black, "beside"),),
            asks=("black_stones",), rule="seven",
        ),
        SetUpStep(
            "beside",
            pieces=(
                *(Pieces(kind, beside[kind], "beside") for kind in ("die", "army", "blessing", "curse")),
                Pieces("longest", beside["longest"], "box"),
            ),
            rule="favours",
        ),
        SetUpStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip


def _colours(seats: int) -> tuple[Pieces, ...]:
    """All pieces of a colour for each seat; colours that nobody plays stay in the box."""
    each = {**LIMITS, "stone": OWN_STONES}
    rest = COLOURS - seats

    def some(where: Where, times: int) -> tuple[Pieces, ...]:
        return tuple(Pieces(kind, times * count, where) for kind, count in each.items())

    return some("seat", 1) + some("box", rest)
