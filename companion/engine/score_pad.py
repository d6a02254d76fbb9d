"""Printed pads: a record that is a list of pages, copied one by one. Each seat uses one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.engine.refusal import Refusal


class PadPage(Protocol):
    """The attributes of a pad page that the pages of the app use."""

    @property
    def set(self) -> str:
        """The name of the pad."""

    @property
    def letter(self) -> str:
        """The name of the page within its pad: one capital letter."""

    @property
    def copied_by(self) -> str:
        """The name of the person who copied the page."""


P = TypeVar("P", bound=PadPage)


@dataclass(frozen=True, slots=True)
class Pad(Generic[P]):
    """Functions for copying a printed pad. Records are plain JSON data; pages are the game's own objects.

    The game's templates are ``pad_page.html`` (copy a page) and ``second_look.html`` (compare a copy).
    """

    first: Callable[[], dict[str, Any]]
    """Return a record for the first page of a pad: a usual shape, and nothing copied yet."""
    reshape: Callable[[dict[str, Any], str], dict[str, Any]]
    """Return the record after a change of shape, named by a button of ``pad_page.html``."""
    like: Callable[[P], dict[str, Any]]
    """Return an empty record with the shape of another page of the pad."""
    complete: Callable[[dict[str, Any]], dict[str, Any]]
    """Return the record of a submitted form, with the fields that the form leaves out."""
    read: Callable[[Any], P | None]
    """Return the page of a record. None if the record is invalid."""
    faults: Callable[[P | None, Sequence[P]], tuple[Refusal, ...]]
    """Return what cannot be right about a page, given the other pages of its pad. A faulty page is not
    stored."""
    doubts: Callable[[P, Sequence[P]], tuple[Refusal, ...]]
    """Return what is unusual about a valid page. It is stored after a second question, so all are
    overridable."""
    revise: Callable[[P | None, P], P]
    """Return the page to store. The first argument is the old version, or None for a new page."""
    confirm: Callable[[P, str], P]
    """Return the page after a second person, with this name, compared it with the print."""
    terms: Mapping[str, Any]
    """More values for the templates: colours, symbols, sizes."""
