"""What a house is while it runs, besides its app: who vouches for it, who ends it, which phones came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Flask, current_app

from companion.house.addresses import host_for_phones
from companion.house.phones import Phones

if TYPE_CHECKING:
    from companion.house.authority import Authority


@dataclass(slots=True)
class House:
    """Of an app behind a proxy, phones alone."""

    listens_on: str
    authority: Authority | None = None
    """Vouches for the house's own https."""
    stop: Callable[[], None] | None = None
    """Ends the server."""
    phones: Phones = field(default_factory=Phones)

    def address_for_phones(self, scheme: str, host: str) -> str:
        """Where phones find what was asked for by this scheme and host: by http where the house has an
        authority of its own, as a guest's phone knows nothing of it.
        """
        return f"{self.scheme(scheme)}://{host_for_phones(self.listens_on, host)}"

    def scheme(self, asked: str) -> str:
        """How phones are led here."""
        return "http" if self.authority else asked


def house_of(app: Flask) -> House:
    """The house of an app."""
    running: House = app.extensions["house"]
    return running


def house() -> House:
    """The house of the app that is asked."""
    return house_of(current_app)
