"""Turns codes and values into sentences in the reader's language, with the players' names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import current_app, has_app_context

from companion.engine.game import Awaiting, Criterion, Description, Effect, Ending, Game, NewsItem
from companion.engine.setup_steps import SetupStep
from companion.engine.unknowns import Unknown
from companion.engine.words import (
    COMMON_REFUSALS,
    N_,
    NO_WORDS,
    FieldName,
    MoveName,
    NumberedPlace,
    NumberName,
    OptionName,
    PicturedTerm,
    Plural,
    Seat,
    Sentence,
    Term,
    Words,
)
from companion.games import TALLIES
from companion.language.i18n import (
    apply_elisions,
    choose_language,
    format_number,
    isolate,
    join_list,
    join_with_commas,
    list_separators,
    translate,
    translate_plural,
)
from companion.sentences.messages import FIELDS, TABLE_MESSAGES
from companion.tables.names import DEFAULT_NAME, localize_names
from companion.tables.state import TableState


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence; ``thing`` names the picture that may stand for it."""

    text: str
    thing: str = ""


_GAP = re.compile(r"%\(((?:(\w+) )?(\w+))\)s")
"""A placeholder: all of it, the form that it asks for, the name of the value."""
_FIRST_LETTER = re.compile(r"\w")
_MARKED = re.compile("\ue000(.*?)\ue001(.*?)\ue002")
"""A thing within a sentence: its text, and the word that a picture stands for."""


def parse_spans(marked: str) -> tuple[Span, ...]:
    """A sentence whose things are marked, in pieces."""
    parts = _MARKED.split(marked)
    pictured = (Span(text, thing) for text, thing in zip(parts[1::3], parts[2::3], strict=True))
    pieces = [Span(parts[0])]
    for piece, text in zip(pictured, parts[3::3], strict=True):
        pieces += [piece, Span(text)]
    return tuple(piece for piece in pieces if piece.text or piece.thing)


def strip_marks(marked: str) -> str:
    """A sentence without its marks."""
    return _MARKED.sub(r"\1", marked)


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Sentences about one table or game in the reader's language; without names, seats are numbered."""

    game: Game[Any] | None
    names: tuple[str, ...] = ()

    def _translate(self, text: str) -> str:
        return translate(text, self._slug)

    @property
    def _words(self) -> Words:
        return self.game.words if self.game else NO_WORDS

    @property
    def _words_of_both_modes(self) -> Words:
        tally = TALLIES.get(self._slug or "")
        return tally.words if tally else self._words

    @property
    def _slug(self) -> str | None:
        return self.game.meta.slug if self.game else None

    def format(self, text: Sentence, values: Mapping[str, Any] | None = None) -> str:
        """A sentence in the reader's language, its values in words."""
        values = values or {}
        if isinstance(text, Plural):
            sentence = translate_plural(text.one, text.many, int(values[text.count]), self._slug)
        else:
            sentence = self._translate(text)
        gaps = set(_GAP.findall(sentence))
        spoken = {gap: self.value(values[name], form) for gap, form, name in gaps if name in values}
        said = apply_elisions(sentence, spoken, self._slug) % _Filled(spoken)
        first = _GAP.match(sentence)
        begins = first and isinstance(_first_of(values.get(first[3])), Term | NumberedPlace)
        return _FIRST_LETTER.sub(lambda letter: letter[0].upper(), said, count=1) if begins else said

    def message(self, code: str, values: Mapping[str, Any] | None = None) -> str:
        """The sentence of a refusal or of another answer that is not a yes."""
        own = self._words.refusals.get(code)
        return self.format(own or COMMON_REFUSALS.get(code) or TABLE_MESSAGES.get(code) or code, values)

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        if seat < 0:
            return self._translate(N_("Host"))
        return self._translate(DEFAULT_NAME) % {"n": seat + 1}

    def term(self, value: str | None, form: str = "") -> str:
        """A tile, colour, place … in words; in a form of it, where that has a word of its own."""
        terms = self.game.words.terms if self.game else {}
        word = value or ""
        key = f"{form}:{word}" if f"{form}:{word}" in terms else word
        return self._translate(terms[key]) if key in terms else key

    def numbered_place(self, place: str, form: str = "") -> str:
        """A numbered place (``left-3``) by the word for its kind."""
        kind, _, number = place.partition("-")
        word = self.term(kind, form)
        if not number:
            return word
        return word % {"n": isolate(number)} if "%(n)s" in word else f"{word} {isolate(number)}"

    def prompt(self, awaiting: Awaiting, seat: int | None = None, *, own: bool = False) -> str:
        """What the table waits for, as a phone that enters for this seat says it; ``own`` is its own."""
        code = awaiting.early_prompt if seat in awaiting.early_seats else awaiting.prompt
        addressed = own and code in self._words.own_turn
        return self._from("own_turn" if addressed else "prompts", code, awaiting.values)

    def ending(self, ending: Ending, me: int | None = None) -> str:
        """Why the game is over, as the one at ``me`` is told."""
        ended_by = ending.values.get("seats", (ending.values.get("seat"),))
        by_me = me is not None and isinstance(ended_by, tuple) and me in ended_by
        addressed = by_me and ending.code in self._words.own_endings
        return self._from("own_endings" if addressed else "endings", ending.code, ending.values)

    def category(self, code: str) -> str:
        """The name of a line of the score sheet."""
        return self._from("categories", code)

    def criterion(self, criterion: Criterion) -> str:
        """The name of a step of the order of places."""
        return self._translate(self._words.criteria[criterion.code].label)

    def parted_clause(self, criterion: Criterion, seats: Sequence[int], value: int | str) -> str:
        """What a step of the order of places says of seats that are level in it: a clause."""
        words = self._words.criteria[criterion.code]
        who = join_list([self.name(seat) for seat in seats])
        return self.format(words.one if len(seats) == 1 else words.several, {"who": who, "value": value})

    def tie_clause(self, criterion: Criterion, best: int | str, others: Sequence[str]) -> str:
        """What the best of those who were level had, and the others had not: a clause."""
        words = self._words.criteria[criterion.code]
        return self.format(words.one, {"best": best, "others": join_list(others)})

    def tells(self, criterion: Criterion) -> int:
        """Of which seats a yes or no is told: those that have it, or those that have not."""
        return self._words.criteria[criterion.code].tells

    def unmet_clause(self, criterion: Criterion) -> str:
        """That nobody has what is needed to win: a clause."""
        return self._translate(self._words.criteria[criterion.code].nobody)

    def part(self, code: str, values: Mapping[str, Any]) -> str:
        """One part of a score line."""
        return self._from("parts", code, values)

    def unknown(self, unknown: Unknown) -> tuple[str, str]:
        """What is worth an unknown number (may be empty), and which number is missing."""
        nameless = ("", N_("a value that nobody has entered"))
        thing, missing = self._words.unknowns.get(unknown.code, nameless)
        values: dict[str, Any] = {"of": Term(unknown.of)}
        if unknown.seat is not None:
            values["seat"] = Seat(unknown.seat)
        return self.format(thing, values) if thing else "", self.format(missing, values)

    def set_up_step(self, step: SetupStep) -> tuple[str, str]:
        """The title of a step of setting up, and what to do."""
        title, text = self._words.setup_steps[step.name]
        return self.format(title), self.format(text, step.values)

    def lesson(self, name: str) -> tuple[str, str]:
        """What a kind of move is called that a newcomer learns, and why it may be wise."""
        title, why = self._words.lessons[name]
        return self._translate(title), self._translate(why)

    def best_first(self) -> tuple[str, str]:
        """What introduces the best move for each piece, on the guide's strip and on its page."""
        strip, page = self._words.best_first
        return strip and self._translate(strip), page and self._translate(page)

    def reason(self, description: Description) -> str:
        """What speaks for a move."""
        return self._from("reasons", description.code, description.values)

    def move(self, name: str) -> str:
        """A button's label, also where the table's other mode has it."""
        labels = self._words_of_both_modes.moves
        return self.format(labels[name]) if name in labels else name

    def log_line(self, description: Description, seat: int) -> str:
        """A log line of a move, also where the table's other mode has it: in the words of its news, or in
        its own where it tells more, or something else."""
        code, words = description.code, self._words_of_both_modes
        sentence = words.log_lines.get(code) or (words.news[code].other if code in words.news else code)
        return strip_marks(self.format(sentence, {**description.values, "who": Seat(seat)}))

    def news(self, news: NewsItem, who: int, reader: int | None) -> str:
        """Return the news of an entry in the reader's person; ``parse_spans`` finds its pictures."""
        effects = [effect for effect in news.effects if effect.seat == reader]
        if not effects:
            told = self._words.effects
            effects = [effect for effect in news.effects if effect.seat == who and told[effect.code].other]
        said = [self.action(news, who, reader), *(self._effect(effect, reader) for effect in effects)]
        return self._translate(N_(". ")).join(said)

    def action(self, news: NewsItem, who: int, reader: int | None) -> str:
        """What was done by an entry, without what it came to for anybody."""
        words = self._words.news[news.code]
        yours = words.yours if reader is not None and reader == news.owner else None
        sentence = words.you if reader == who else yours or words.other
        return self.format(sentence, {**news.values, "who": Seat(who)})

    def _effect(self, effect: Effect, reader: int | None) -> str:
        words = self._words.effects[effect.code]
        sentence = words.you if reader == effect.seat else words.other
        return self.format(sentence, {**effect.values, "who": Seat(effect.seat)})

    def preview(self, description: Description) -> str:
        """What would come of a move: a sentence that begins one."""
        sentence = self._from("previews", description.code, description.values)
        return sentence[:1].upper() + sentence[1:]

    def option(self, name: str) -> tuple[str, str]:
        """Label and help of an option."""
        label, help_text = self._words.options.get(name, (name, ""))
        return self._translate(label), self._translate(help_text) if help_text else ""

    def field(self, name: str) -> str:
        """A field of a move, a sheet or a form; an option by its label, a stranger's in quotes."""
        if name in self._words.options:
            return self.option(name)[0]
        label = self._words.fields.get(name) or FIELDS.get(name)
        if label is not None:
            return self._translate(label)
        return self._translate(N_("“%(name)s”")) % {"name": name}

    def number_field(self, name: NumberName) -> str:
        """A field of numbers, and from where to where they may lie."""
        values = {
            "field": self.field(name),
            "low": format_number(name.low),
            "high": format_number(name.high),
        }
        return self._translate(N_("%(field)s (%(low)s to %(high)s)")) % values

    def choice(self, name: str) -> str:
        """A choice of an option in words."""
        return self._from("choices", name)

    def rule(self, section: str) -> tuple[str, str]:
        """Title and text of a section of the rules at hand."""
        title, text = self._words.sections().get(section, (section, ""))
        return self._translate(title), self._translate(text) if text else ""

    def _from(self, table: str, code: str, values: Mapping[str, Any] | None = None) -> str:
        said: Mapping[str, Sentence] = getattr(self.game.words, table) if self.game else {}
        return self.format(said[code], values) if code in said else code

    def value(self, value: object, form: str = "") -> str:
        """A value as a sentence says it, by its kind; a word of the game in the form that is asked for."""
        if isinstance(value, tuple | list | frozenset):
            kinds = set(map(type, value))
            if kinds and kinds <= {Term, PicturedTerm, NumberedPlace}:
                return "".join(self._joined(value, form))
            row = map(self.value, value)
            return join_list(row) if kinds == {Seat} else join_with_commas(row)
        if isinstance(value, Term):
            return self._word(value, self.term(value, form))
        if isinstance(value, NumberedPlace):
            return isolate(self.numbered_place(value, form))
        if isinstance(value, bool):
            return self._translate(N_("yes") if value else N_("no"))
        say = _KINDS.get(type(value))
        if say is not None:
            return isolate(say(self, value))
        return isolate(format_number(value) if isinstance(value, int) else str(value))

    def _joined(self, things: Iterable[Term | NumberedPlace], form: str) -> Iterator[str]:
        """Things of a game in a row, equal ones together: 3 small triangles, red and red. Of those that
        have pictures each has one, and the words between them are said with their names."""
        counted, several = Counter(things), {}
        for thing, times in counted.items():
            if times > 1 and (plural := self._words.counted.get(f"{form}:{thing}")):
                several[thing] = self.format(plural, {"n": times})
        row = [thing for thing, times in counted.items() for _ in range(1 if thing in several else times)]
        for thing, joint in zip(row, list_separators(len(row)), strict=True):
            if isinstance(thing, NumberedPlace):
                yield joint + (several.get(thing) or self.value(thing, form))
                continue
            yield self._word(thing, several.get(thing) or self.term(thing, form), joint)
            if thing in several and isinstance(thing, PicturedTerm):
                yield from (_mark("", thing) for _ in range(counted[thing] - 1))

    def _word(self, term: Term, said: str, joint: str = "") -> str:
        text = joint + isolate(said)
        return _mark(text, term) if isinstance(term, PicturedTerm) else text


def _mark(text: str, thing: PicturedTerm) -> str:
    return f"\ue000{text}\ue001{thing}\ue002"


def _first_of(value: object) -> object:
    return value[0] if isinstance(value, tuple) and value else value


_KINDS: Mapping[type, Callable[[Phrasebook, Any], str]] = {
    Seat: Phrasebook.name,
    MoveName: Phrasebook.move,
    OptionName: lambda phrases, name: phrases.option(name)[0],
    NumberName: Phrasebook.number_field,
    FieldName: Phrasebook.field,
}


class _Filled(dict[str, str]):
    """Values of a sentence; one that is missing breaks a test, and shows a player an ellipsis."""

    def __missing__(self, key: str) -> str:
        if not has_app_context() or current_app.testing:
            raise KeyError(key)
        return "…"


def localized_names(table: TableState) -> tuple[str, ...]:
    """Everybody's name for the reader, one a seat."""
    return localize_names(table.stored_names, choose_language())


def table_phrases(table: TableState) -> Phrasebook:
    """Return the phrasebook of a table."""
    return Phrasebook(table.replay.game, localized_names(table))
