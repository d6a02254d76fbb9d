"""Codes and values to sentences in the reader's language, with the names of the people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, has_app_context

from companion.engine.game import Account, Awaiting, Criterion, Ending, Game
from companion.engine.words import (
    KERNEL_REFUSALS,
    KERNEL_RULES,
    N_,
    MoveName,
    Numbered,
    OptionName,
    Plural,
    Seat,
    Sentence,
    Term,
)
from companion.words import translate, translate_plural

EDGE: Mapping[str, str] = {
    "table.malformed": N_("Something is missing or mistyped: %(fields)s."),
    "table.no_such_table": N_("There is no table with this code. Look at the screen of the host."),
    "table.no_such_game": N_("This game is not on the shelf."),
    "table.no_such_link": N_("This link was used already or is no longer valid. Ask for a new one."),
    "table.no_such_page": N_("There is nothing here."),
    "table.no_such_play": N_("There is no such recorded play."),
    "table.seat_taken": N_("Somebody sits there already. Ask the host for the seat’s QR code."),
    "table.hosts_only": N_("Only the host of the table can do this."),
    "table.viewers_watch": N_("This screen only watches. Take a seat to enter something."),
    "table.not_here": N_("This device has no seat at this table. Join it with the code."),
    "table.still_secret": N_("Something is still hidden from you: this comes when the game is over."),
    "table.stale": N_("The table has moved on to entry %(version)s. Look again, then enter it."),
    "table.another_version": N_("The table is not at the version that was asked for. Look again."),
    "table.differs": N_("Another phone entered this differently in entry %(entry)s. Which one is right?"),
    "table.busy": N_("One moment: the table’s memory is away. Your entry is kept and sent again."),
    "table.log_full": N_("This log is full. Open a new table."),
    "table.too_many": N_("Too many attempts. Wait a minute."),
    "table.too_large": N_("This is too large."),
    "table.other_site": N_("This was sent from another site, so it was not entered."),
    "table.method": N_("This address does not take that kind of request."),
    "table.fault": N_("Something broke on our side. Nothing was lost; try again."),
}  # fmt: skip
"""Sentences for the answers that come from the edges, not from a game."""

_SEATS = frozenset(("seat", "seats", "board", "holder", "owner", "winner", "payer", "who"))


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says everything about one table; without a table it speaks of seats by number."""

    game: Game[Any] | None
    names: tuple[str, ...] = ()

    def _translate(self, text: str) -> str:
        return translate(text, self._slug)

    @property
    def _slug(self) -> str | None:
        return self.game.meta.slug if self.game else None

    def say(self, text: Sentence, values: Mapping[str, Any] | None = None) -> str:
        """A sentence in the reader's language, its values in words."""
        values = values or {}
        spoken = {key: self._value(key, value) for key, value in values.items()}
        if isinstance(text, Plural):
            found = translate_plural(text.one, text.many, int(values[text.count]), self._slug)
        else:
            found = self._translate(text)
        return found % _Filled(spoken)

    def code(self, code: str, values: Mapping[str, Any] | None = None) -> str:
        """The sentence of a refusal or an edge's answer."""
        own = self.game.words.refusals if self.game else {}
        text = own.get(code) or KERNEL_REFUSALS.get(code) or EDGE.get(code) or code
        return self.say(text, values)

    def name(self, seat: int) -> str:
        """Who sits there."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        if seat < 0:
            return self._translate(N_("Host"))
        return self._translate(N_("Player %(n)s")) % {"n": seat + 1}

    def term(self, value: Any) -> str:
        """A tile, colour, place … in words; a numbered place (``left-3``) by the word for its kind."""
        terms = self.game.words.terms if self.game else {}
        key = "" if value is None else str(value)
        if terms.get(key):
            return self._translate(terms[key])
        kind, _, number = key.partition("-")
        return (
            f"{self._translate(terms[kind])} {number}" if kind and number and kind in terms else key
        )

    def _numbered(self, place: Numbered) -> str:
        kind, _, number = place.partition("-")
        return f"{self.term(kind)} {number}" if number else self.term(kind)

    def prompt(self, awaiting: Awaiting) -> str:
        """What the table waits for."""
        return self._from("prompts", awaiting.prompt, awaiting.values)

    def ending(self, ending: Ending) -> str:
        """Why the game is over."""
        return self._from("endings", ending.code, ending.values)

    def category(self, code: str) -> str:
        """The name of a line of the score sheet."""
        return self._from("categories", code)

    def criterion(self, criterion: Criterion) -> str:
        """The name of a step of the order of places."""
        return self._from("criteria", criterion.code)

    def part(self, code: str, values: Mapping[str, Any]) -> str:
        """One part of a score line."""
        return self._from("parts", code, values)

    def move(self, name: str) -> str:
        """A button's label."""
        return self._from("moves", name)

    def told(self, account: Account, seat: int) -> str:
        """A log line of a move."""
        return self._from("told", account.code, {**account.values, "who": Seat(seat)})

    def option(self, name: str) -> tuple[str, str]:
        """Label and help of an option."""
        label, help_text = self.game.words.options.get(name, (name, "")) if self.game else ("", "")
        return self._translate(label), self._translate(help_text) if help_text else ""

    def choice(self, name: str) -> str:
        """A choice of an option in words."""
        return self._from("choices", name)

    def rule(self, section: str) -> tuple[str, str]:
        """Title and text of a section of the rules at hand."""
        rules = self.game.words.sections() if self.game else KERNEL_RULES
        title, text = rules.get(section, (section, ""))
        return self._translate(title), self._translate(text) if text else ""

    def _from(self, table: str, code: str, values: Mapping[str, Any] | None = None) -> str:
        known: Mapping[str, Sentence] = getattr(self.game.words, table) if self.game else {}
        return self.say(known[code], values) if code in known else code

    def _value(self, key: str, value: Any) -> str:
        if isinstance(value, Seat):
            return self.name(value)
        if isinstance(value, Term):
            return self.term(value)
        if isinstance(value, Numbered):
            return self._numbered(value)
        if isinstance(value, MoveName):
            return self.move(value)
        if isinstance(value, OptionName):
            return self.option(value)[0]
        if key in _SEATS and isinstance(value, int) and not isinstance(value, bool):
            return self.name(value)
        if key in _SEATS and isinstance(value, tuple | list | frozenset):
            return ", ".join(self.name(seat) for seat in value)
        names = self.game.words.numbered.get(key, ()) if self.game else ()
        if type(value) is int and 0 <= value < len(names):
            return self.term(names[value])
        if isinstance(value, Mapping):
            return ", ".join(f"{self.term(k)} {self._value('', v)}" for k, v in value.items())
        if isinstance(value, tuple | list | frozenset):
            return ", ".join(self._value("", item) for item in value)
        if isinstance(value, bool):
            return self._translate(N_("yes") if value else N_("no"))
        return self.term(value)


class _Filled(dict[str, str]):
    """Values of a sentence; one that is missing breaks a test, and shows a player an ellipsis."""

    def __missing__(self, key: str) -> str:
        if not has_app_context() or current_app.testing:
            raise KeyError(key)
        return "…"
