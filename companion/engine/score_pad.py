"""A printed record that is a list of sheets, copied one by one, of which each seat takes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.engine.refusal import Refusal


class PadSheet(Protocol):
    """What the pages must know of a sheet; everything else is the game's."""

    @property
    def set(self) -> str:
        """The name of the pad it belongs to."""

    @property
    def letter(self) -> str:
        """Its name within the pad: one letter, in capitals."""

    @property
    def copied_by(self) -> str:
        """Who copied it."""


P = TypeVar("P", bound=PadSheet)


@dataclass(frozen=True, slots=True)
class Pad(Generic[P]):
    """How the sheets of a pad are copied. Records are plain JSON data, sheets are values of the game.

    The game's templates are ``pad_page.html`` (a sheet to copy) and ``second_look.html`` (one to compare).
    """

    first: Callable[[], dict[str, Any]]
    """A record for the pad's first letter: what can be known of its shape, with nothing copied yet."""
    reshape: Callable[[dict[str, Any], str], dict[str, Any]]
    """A record after the change of its shape that a button of ``pad_page.html`` names (``reshape``)."""
    like: Callable[[P], dict[str, Any]]
    """A blank record of the same shape as a sheet, for the pad's next letter."""
    complete: Callable[[dict[str, Any]], dict[str, Any]]
    """A record as a form sends it, with what the form leaves out."""
    read: Callable[[Any], P | None]
    """The sheet that a record describes, or None where it describes none."""
    faults: Callable[[P | None, Sequence[P]], tuple[Refusal, ...]]
    """What cannot be right about a sheet beside the pad's others, or about none: it is not kept."""
    doubts: Callable[[P, Sequence[P]], tuple[Refusal, ...]]
    """What is odd about a faultless sheet: it is kept after a second question. All overridable."""
    revise: Callable[[P | None, P], P]
    """What is kept of a sheet (old, new): the old is None for a new letter."""
    confirm: Callable[[P, str], P]
    """A sheet after a second person, of this name, has compared it with the print."""
    terms: Mapping[str, Any]
    """What the templates draw besides: colours, symbols, sizes."""
