"""Refusals: the reasons why the rules forbid a move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

ElementIds = tuple[str, ...]
"""Ids of elements of the board in the templates, such as ``("site-1-2",)``."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why the rules forbid a move. A refusal is returned and never raised."""

    code: str
    """A stable code with a translated sentence: ``<slug>.stone_not_smaller``."""
    rule: str
    """The section of the rules that forbids the move, such as ``stone``."""
    values: Mapping[str, object] = field(default_factory=dict)
    """Values for the sentence, such as the piece and the number (types in ``engine/words.py``)."""
    at: ElementIds = ()
    overridable: bool = False
    """Whether the table may allow the move anyway. ``apply`` must then be able to make it."""
    besides: tuple[Refusal, ...] = ()
    """If it is overridable: the other refusals of the same move. The table overrules all together."""

    def with_besides(self) -> tuple[Refusal, ...]:
        """Return this refusal, followed by those in ``besides``."""
        return (self, *self.besides)


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """A kind of refusal, declared once. Calling it returns a refusal of this kind.

    >>> PINNED = RefusalKind("chess.pinned", "check")
    >>> PINNED({"piece": "bishop"}, at=("square-c4",)).at
    ('square-c4',)
    """

    code: str
    rule: str
    overridable: bool = False

    def __call__(self, values: Mapping[str, object] | None = None, at: ElementIds = ()) -> Refusal:
        return Refusal(self.code, self.rule, values or {}, at, self.overridable)


def choose_most_binding(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Return the first of a move's refusals that is not overridable, or else the first refusal, or None.

    If all are overridable, ``besides`` of the result has the others. A ``check`` uses this where a move may
    break several rules: a table that allows the move overrules them all. Iteration stops at the first
    refusal that is not overridable, so later rules may rely on earlier ones.

    >>> soft, hard = Refusal("soft", "", overridable=True), Refusal("hard", "")
    >>> choose_most_binding([soft, None, hard]).code
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
