"""Turns codes and values into sentences in the reader's language, with the players' names."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, has_app_context

from companion.engine.game import Awaiting, Criterion, Description, Effect, Ending, Game
from companion.engine.setup_steps import SetupStep
from companion.engine.unknowns import Unknown
from companion.engine.words import (
    COMMON_REFUSALS,
    N_,
    NO_WORDS,
    CriterionWords,
    FieldName,
    MoveName,
    NumberedPlace,
    NumberFieldName,
    OptionName,
    PicturedTerm,
    Plural,
    Seat,
    Sentence,
    Term,
    Words,
)
from companion.games import TALLIES_BY_SLUG
from companion.language import i18n
from companion.sentences.messages import COMMON_FIELD_LABELS, ERROR_MESSAGES
from companion.tables.names import DEFAULT_NAME, localize_names
from companion.tables.state import TableState


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a sentence. If ``thing`` is not "", it names a picture that can replace the text."""

    text: str
    thing: str = ""


_PLACEHOLDER_PATTERN = re.compile(r"%\(((?:(\w+) )?(\w+))\)s")
"""A placeholder: all of it, the grammatical form that it asks for, the name of the value."""
_FIRST_LETTER_PATTERN = re.compile(r"\w")
_MARKED_THING_PATTERN = re.compile("\ue000(.*?)\ue001(.*?)\ue002")
"""A thing in a sentence: its text, and the name of its picture."""


def parse_spans(marked: str) -> tuple[Span, ...]:
    """Split a sentence into spans of plain text and of things that have a picture."""
    parts = _MARKED_THING_PATTERN.split(marked)
    things = (Span(text, thing) for text, thing in zip(parts[1::3], parts[2::3], strict=True))
    pieces = [Span(parts[0])]
    for piece, text in zip(things, parts[3::3], strict=True):
        pieces += [piece, Span(text)]
    return tuple(piece for piece in pieces if piece.text or piece.thing)


def strip_marks(marked: str) -> str:
    """Return a sentence as plain text, without the characters that show where a picture belongs."""
    return _MARKED_THING_PATTERN.sub(r"\1", marked)


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Sentences about one table or game in the reader's language. Without names, seats are numbered."""

    game: Game[Any] | None
    names: tuple[str, ...] = ()

    def _translate(self, text: str) -> str:
        return i18n.translate(text, self._slug)

    @property
    def _words(self) -> Words:
        return self.game.words if self.game else NO_WORDS

    @property
    def _words_of_both_modes(self) -> Words:
        tally = TALLIES_BY_SLUG.get(self._slug or "")
        return tally.words if tally else self._words

    @property
    def _slug(self) -> str | None:
        return self.game.meta.slug if self.game else None

    def format(self, text: Sentence, values: Mapping[str, Any] | None = None) -> str:
        """Return a sentence in the reader's language with its values filled in, such as names for seats."""
        values = values or {}
        if isinstance(text, Plural):
            sentence = i18n.translate_plural(text.one, text.many, int(values[text.count]), self._slug)
        else:
            sentence = self._translate(text)
        placeholders = set(_PLACEHOLDER_PATTERN.findall(sentence))
        formatted = {
            placeholder: self.format_value(values[name], form)
            for placeholder, form, name in placeholders
            if name in values
        }
        result = i18n.apply_elisions(sentence, formatted, self._slug) % _SentenceValues(formatted)
        first = _PLACEHOLDER_PATTERN.match(sentence)
        value = values.get(first[3]) if first else None
        if isinstance(value[0] if isinstance(value, tuple) and value else value, Term | NumberedPlace):
            return _FIRST_LETTER_PATTERN.sub(lambda letter: letter[0].upper(), result, count=1)
        return result

    def message(self, code: str, values: Mapping[str, Any] | None = None) -> str:
        """Return the message for the code of a refusal or of another error, with these values filled in."""
        own = self._words.refusals.get(code)
        return self.format(own or COMMON_REFUSALS.get(code) or ERROR_MESSAGES.get(code) or code, values)

    def player_name(self, seat: int) -> str:
        """Return the name of the player at a seat. Seat -1 is a host without a seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        if seat < 0:
            return self._translate(N_("Host"))
        return self._translate(DEFAULT_NAME) % {"n": seat + 1}

    def term(self, value: str | None, form: str = "") -> str:
        """Return the word for the code of a tile, colour or place; "" for None.

        ``form`` is a grammatical form, such as ``a`` (with article). It is ignored if the game has none.
        """
        terms = self.game.words.terms if self.game else {}
        word = value or ""
        key = f"{form}:{word}" if f"{form}:{word}" in terms else word
        return self._translate(terms[key]) if key in terms else key

    def numbered_place(self, place: str, form: str = "") -> str:
        """Return the name of a numbered place such as ``left-3``. ``form`` is as in ``term``."""
        kind, _, number = place.partition("-")
        word = self.term(kind, form)
        if not number:
            return word
        number = i18n.isolate(number)
        return word % {"n": number} if "%(n)s" in word else f"{word} {number}"

    def prompt(self, awaiting: Awaiting, seat: int | None = None, *, own: bool = False) -> str:
        """Return the sentence about what the table waits for, on a phone that enters moves for ``seat``.

        Without a seat, it is for everybody. If ``seat`` is the reader's ``own``, it may say "you".
        """
        code = awaiting.early_prompt if seat in awaiting.early_seats else awaiting.prompt
        return self._format_for_reader(self._words.prompts, code, awaiting.values, own=own)

    def ending(self, ending: Ending, me: int | None = None) -> str:
        """Return the sentence that says why the game is over. ``me`` is the reader's seat, if any."""
        ended_by = ending.values.get("seats", (ending.values.get("seat"),))
        by_me = me is not None and isinstance(ended_by, tuple) and me in ended_by
        return self._format_for_reader(self._words.endings, ending.code, ending.values, own=by_me)

    def category_label(self, code: str) -> str:
        """Return the name of the score category with this code."""
        return self._format_by_code("categories", code)

    def criterion_words(self, criterion: Criterion) -> CriterionWords:
        """Return the label and the clauses of a criterion of the ranking, such as points."""
        return self._words.criteria[criterion.code]

    def score_part_label(self, code: str, values: Mapping[str, Any]) -> str:
        """Return the name of one part of a score line, with these values filled in."""
        return self._format_by_code("parts", code, values)

    def unknown_texts(self, unknown: Unknown) -> tuple[str, str]:
        """Return (thing whose value is unknown, or ""; missing number): ("the sphinx", "its points")."""
        default = ("", N_("a value that nobody has entered"))
        thing, missing = self._words.unknowns.get(unknown.code, default)
        values: dict[str, Any] = {"of": Term(unknown.of)}
        if unknown.seat is not None:
            values["seat"] = Seat(unknown.seat)
        return self.format(thing, values) if thing else "", self.format(missing, values)

    def set_up_step(self, step: SetupStep) -> tuple[str, str]:
        """Return (title, instruction) of a set-up step."""
        title, text = self._words.setup_steps[step.name]
        return self.format(title), self.format(text, step.values)

    def lesson(self, name: str) -> tuple[str, str]:
        """Return (title, reason to make such a move) of the lesson about a kind of move."""
        title, why = self._words.lessons[name]
        return self._translate(title), self._translate(why)

    def best_moves_intro(self) -> tuple[str, str]:
        """Return the texts above the best moves: (in the guide's strip, on its page). Each may be ""."""
        strip, page = self._words.best_moves_intro
        return strip and self._translate(strip), page and self._translate(page)

    def reason(self, description: Description) -> str:
        """Return the sentence that gives a reason for a move."""
        return self._format_by_code("reasons", description.code, description.values)

    def move_label(self, name: str) -> str:
        """Return the label of the move class ``name``, which belongs to the game or its tally."""
        labels = self._words_of_both_modes.moves
        return self.format(labels[name]) if name in labels else name

    def log_line(self, description: Description, seat: int) -> str:
        """Return the log's sentence about a move that ``seat`` made in the game or in its tally."""
        code, words = description.code, self._words_of_both_modes
        sentence = words.log_lines.get(code) or (words.news[code].other if code in words.news else code)
        return strip_marks(self.format(sentence, {**description.values, "who": Seat(seat)}))

    def news(self, news: Description, who: int, reader: int | None) -> str:
        """Return the news of an entry by the seat ``who``, worded for the seat ``reader`` (None: a viewer).

        The reader is called "you". The sentence contains marks for ``parse_spans``.
        """
        effects = [effect for effect in news.effects if effect.seat == reader]
        if not effects:
            words = self._words.effects
            effects = [effect for effect in news.effects if effect.seat == who and words[effect.code].other]
        sentences = [self._effect_sentence(effect, reader) for effect in effects]
        return self._translate(N_(". ")).join([self.news_without_effects(news, who, reader), *sentences])

    def news_without_effects(self, news: Description, who: int, reader: int | None) -> str:
        """Return the same sentence as ``news``, but without the sentences about its effects on seats."""
        words = self._words.news[news.code]
        yours = words.yours if reader is not None and reader == news.owner else None
        sentence = words.you if reader == who else yours or words.other
        return self.format(sentence, {**news.values, "who": Seat(who)})

    def _effect_sentence(self, effect: Effect, reader: int | None) -> str:
        words = self._words.effects[effect.code]
        sentence = words.you if reader == effect.seat else words.other
        return self.format(sentence, {**effect.values, "who": Seat(effect.seat)})

    def preview(self, description: Description) -> str:
        """Return the sentence about an expected consequence of a move."""
        sentence = self._format_by_code("previews", description.code, description.values)
        return sentence[:1].upper() + sentence[1:]

    def option(self, name: str) -> tuple[str, str]:
        """Return (label, help) of an option. The help may be ""."""
        label, help_text = self._words.options.get(name, (name, ""))
        return self._translate(label), self._translate(help_text) if help_text else ""

    def field_label(self, name: str) -> str:
        """Return the name of a form field: the label of an option, or the quoted name if unknown."""
        if name in self._words.options:
            return self.option(name)[0]
        label = self._words.fields.get(name) or COMMON_FIELD_LABELS.get(name)
        if label is not None:
            return self._translate(label)
        return self._translate(N_("“%(name)s”")) % {"name": name}

    def number_field_label(self, name: NumberFieldName) -> str:
        """Return the name of a number field with its range, such as "floor (1 to 6)"."""
        low, high = i18n.format_number(name.low), i18n.format_number(name.high)
        sentence = self._translate(N_("%(field)s (%(low)s to %(high)s)"))
        return sentence % {"field": self.field_label(name), "low": low, "high": high}

    def choice_label(self, name: str) -> str:
        """Return the label of the value ``name`` of an option, as shown in a list of choices."""
        return self._format_by_code("choices", name)

    def rule(self, section: str) -> tuple[str, str]:
        """Return (title, text) of a section of the rules."""
        title, text = self._words.rule_sections().get(section, (section, ""))
        return self._translate(title), self._translate(text) if text else ""

    def _format_by_code(self, table: str, code: str, values: Mapping[str, Any] | None = None) -> str:
        sentences: Mapping[str, Sentence] = getattr(self.game.words, table) if self.game else {}
        return self.format(sentences[code], values) if code in sentences else code

    def _format_for_reader(
        self, sentences: Mapping[str, tuple[Sentence, Sentence]], code: str, values: Mapping[str, Any], *,
        own: bool,
    ) -> str:  # fmt: skip
        for_everybody, for_own = sentences.get(code, (code, ""))
        return self.format(for_own if own and for_own else for_everybody, values)

    def format_value(self, value: object, form: str = "") -> str:
        """Return a value in words, by its type. ``form`` is the grammatical form for a game's words."""
        if isinstance(value, tuple | list | frozenset):
            kinds = set(map(type, value))
            if kinds and kinds <= {Term, PicturedTerm, NumberedPlace}:
                return "".join(self._join_things(value, form))
            texts = map(self.format_value, value)
            return i18n.join_list(texts) if kinds == {Seat} else i18n.join_with_commas(texts)
        if isinstance(value, Term):
            return self._mark_picture(value, self.term(value, form))
        if isinstance(value, NumberedPlace):
            return i18n.isolate(self.numbered_place(value, form))
        if isinstance(value, bool):
            return self._translate(N_("yes") if value else N_("no"))
        formatter = _FORMATTERS.get(type(value))
        if formatter is not None:
            return i18n.isolate(formatter(self, value))
        return i18n.isolate(i18n.format_number(value) if isinstance(value, int) else str(value))

    def _join_things(self, things: Iterable[Term | NumberedPlace], form: str) -> Iterator[str]:
        """Yield each thing in words after its separator. Equal things may become one text: "2 pyramids"."""
        counted, plurals = Counter(things), {}
        for thing, number in counted.items():
            if number > 1 and (plural := self._words.counted.get(f"{form}:{thing}")):
                plurals[thing] = self.format(plural, {"n": number})
        sequence = [
            thing for thing, number in counted.items() for _ in range(1 if thing in plurals else number)
        ]
        for thing, separator in zip(sequence, i18n.get_list_separators(len(sequence)), strict=True):
            if isinstance(thing, NumberedPlace):
                yield separator + (plurals.get(thing) or self.format_value(thing, form))
                continue
            yield self._mark_picture(thing, plurals.get(thing) or self.term(thing, form), separator)
            if thing in plurals and isinstance(thing, PicturedTerm):  # one picture for each of them
                yield from [self._mark_picture(thing, "")] * (counted[thing] - 1)

    def _mark_picture(self, term: Term, word: str, separator: str = "") -> str:
        text = separator + i18n.isolate(word)
        return f"\ue000{text}\ue001{term}\ue002" if isinstance(term, PicturedTerm) else text


_FORMATTERS: Mapping[type, Callable[[Phrasebook, Any], str]] = {
    Seat: Phrasebook.player_name,
    MoveName: Phrasebook.move_label,
    OptionName: lambda phrases, name: phrases.option(name)[0],
    NumberFieldName: Phrasebook.number_field_label,
    FieldName: Phrasebook.field_label,
}


class _SentenceValues(dict[str, str]):
    """The formatted values of a sentence. Missing ones raise KeyError in tests, and show "…" to players."""

    def __missing__(self, key: str) -> str:
        if not has_app_context() or current_app.testing:
            raise KeyError(key)
        return "…"


def localized_names(table: TableState) -> tuple[str, ...]:
    """Return the names of all seats in the reader's language."""
    return localize_names(table.stored_names, i18n.choose_language())


def table_phrases(table: TableState) -> Phrasebook:
    """Return the Phrasebook of a table's game, with its players' names in the reader's language."""
    return Phrasebook(table.replay.game, localized_names(table))
