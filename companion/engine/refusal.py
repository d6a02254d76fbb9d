"""Refusals: why a rule forbids a move, with a code, a section, values and ids of board elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

ElementIds = tuple[str, ...]
"""Ids of elements of the board in the templates, such as ``("site-1-2",)``."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules forbid a move. It is returned, never raised."""

    code: str
    """A stable code with a translated sentence: ``<slug>.stone_not_smaller``."""
    rule: str
    """The section of the rules that says so: ``stone``."""
    values: Mapping[str, object] = field(default_factory=dict)
    """Values for the sentence, such as the piece and the number (types in ``engine/words.py``)."""
    at: ElementIds = ()
    overridable: bool = False
    """Whether the table may allow the move anyway. ``apply`` must then be able to carry it out."""
    besides: tuple[Refusal, ...] = ()
    """For an overridable refusal: the other reasons, which the table overrules together with it."""

    def with_besides(self) -> tuple[Refusal, ...]:
        """Return this refusal and those in ``besides``."""
        return (self, *self.besides)


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """A kind of refusal, declared once and called wherever a move is refused.

    >>> PINNED = RefusalKind("chess.pinned", "check")
    >>> PINNED({"piece": "bishop"}, at=("square-c4",)).at
    ('square-c4',)
    """

    code: str
    rule: str
    overridable: bool = False

    def __call__(self, values: Mapping[str, object] | None = None, at: ElementIds = ()) -> Refusal:
        """Return a refusal with these values and board elements."""
        return Refusal(self.code, self.rule, values or {}, at, self.overridable)


def most_binding(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Return the first refusal that is not overridable, else the first with the others ``besides``.

    A ``check`` uses it where several rules may be broken: a table that allows the move overrules them all.
    It stops at the first refusal that is not overridable, so later rules may rely on those before.

    >>> soft, hard = Refusal("soft", "", overridable=True), Refusal("hard", "")
    >>> most_binding([soft, None, hard]).code
    'hard'
    """
    reasons: list[Refusal] = []
    for refusal in refusals:
        if refusal is not None:
            if not refusal.overridable:
                return refusal
            reasons += [one for one in refusal.with_besides() if one.code not in {a.code for a in reasons}]
    if len(reasons) < 2:
        return reasons[0] if reasons else None
    first, *others = (replace(refusal, besides=()) for refusal in reasons)
    return replace(first, besides=tuple(others))
