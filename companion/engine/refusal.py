"""Why the rules do not let something through: a value with a code, a section, values and a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

Place = tuple[str, ...]
"""Parts of the board by the ids the templates give them, e.g. ``("site-1-2",)``."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules do not let a move through. A value, never an exception."""

    code: str
    """Stable, translated, tested: ``<slug>.stone_not_smaller``."""
    rule: str
    """Where the rulebook says so, in the section names of the game's help: ``stone``."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What the sentence needs: the thing and the number, each of its kind (see ``engine.words``)."""
    at: Place = ()
    overridable: bool = False
    """True where the table may say "allow anyway", and ``apply`` can cope."""
    besides: tuple[Refusal, ...] = ()
    """Of an overridable one: what else stands against the move, which the table overrules with it."""

    def all(self) -> tuple[Refusal, ...]:
        """This and all that is overruled with it."""
        return (self, *self.besides)


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """What is the same in every refusal of a code: declared once, called where a move is refused.

    ``SCARAB_BLOCKS = RefusalKind("<slug>.scarab_blocks", "scarab", overridable=True)``, and then
    ``SCARAB_BLOCKS({"board": Seat(2)}, at=("site-2-1",))``.
    """

    code: str
    rule: str
    overridable: bool = False

    def __call__(self, values: Mapping[str, object] | None = None, at: Place = ()) -> Refusal:
        """A refusal with the values its sentence needs and the places it points at."""
        return Refusal(self.code, self.rule, values or {}, at, self.overridable)


def most_binding(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Of all there is against a move: the first that the table cannot overrule, else the first, with
    the others ``besides``.

    What ``check`` answers wherever several things may be wrong at once: a table that allows a move
    anyway overrules all of them, and must not stumble over one that stood behind. Asks no further
    than the first that nobody can overrule, so what comes later may rely on it.
    """
    against: list[Refusal] = []
    for refusal in refusals:
        if refusal is not None:
            if not refusal.overridable:
                return refusal
            against += [each for each in refusal.all() if each.code not in {a.code for a in against}]
    if len(against) < 2:
        return against[0] if against else None
    first, *others = (replace(refusal, besides=()) for refusal in against)
    return replace(first, besides=tuple(others))
