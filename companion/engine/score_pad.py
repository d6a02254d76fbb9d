"""Printed pads: each seat uses one page of a pad, and the owner copies the pages into the app."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.engine.refusal import Refusal


class PadPage(Protocol):
    """What the app's templates read from a page of a pad."""

    @property
    def set(self) -> str:
        """The name of the pad."""

    @property
    def letter(self) -> str:
        """The name of the page within its pad: one capital letter."""

    @property
    def copied_by(self) -> str:
        """The name of the person who copied the page from the printed pad."""


PageT = TypeVar("PageT", bound=PadPage)


@dataclass(frozen=True, slots=True)
class PadFunctions(Generic[PageT]):
    """The functions of a game for copying the pages of its printed pad.

    A record is a copied page as plain JSON data; a page is the same as an object. The game's templates are
    ``pad_page.html`` (copy a page) and ``second_look.html`` (compare a copy).
    """

    first: Callable[[], dict[str, Any]]
    """Return the record for the first page of a pad. It has a usual shape and nothing copied."""
    reshape: Callable[[dict[str, Any], str], dict[str, Any]]
    """Return the record after a change of shape. The text is the value of a button in ``pad_page.html``."""
    like: Callable[[PageT], dict[str, Any]]
    """Return an empty record with the shape of this page, for another page of the same pad."""
    complete: Callable[[dict[str, Any]], dict[str, Any]]
    """Return the record of a submitted form, with the fields that the form left out."""
    read: Callable[[Any], PageT | None]
    """Return the page that a record describes. None if the record is invalid."""
    faults: Callable[[PageT | None, Sequence[PageT]], tuple[Refusal, ...]]
    """Return the refusals of a page, given the other pages of its pad. A page with faults is not stored."""
    doubts: Callable[[PageT, Sequence[PageT]], tuple[Refusal, ...]]
    """Return overridable refusals of an unusual page, which is stored once the person confirms it."""
    revise: Callable[[PageT | None, PageT], PageT]
    """Return the page to store. The first argument is the stored version, or None for a new page."""
    confirm: Callable[[PageT, str], PageT]
    """Return the page marked as checked by a second person with this name."""
    terms: Mapping[str, Any]
    """Further values for the templates: colours, symbols, sizes."""
