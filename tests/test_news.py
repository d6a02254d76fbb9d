"""What every phone is told of an entry: in its reader's person, whole, and short."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
from flask import Flask

from companion.engine.log import EffectiveMove, Entry, fold
from companion.engine.possible_moves import legal_moves
from companion.engine.replay import Replay, apply_entry, replay, states_before
from companion.engine.words import PicturedTerm, Plural, Sentence, Term
from companion.games import BY_SLUG, GAMES
from companion.games.plays import RecordedPlay, parse_recorded_play
from companion.games.seeds import plays
from companion.language.i18n import set_language_game
from companion.offline.store import BrowserStore
from companion.sentences.news import NewsLine, make_newest_news
from companion.sentences.phrases import localized_names, table_phrases
from companion.sentences.presenters import log_sentence
from companion.tables.log_lines import (
    make_newest_line,
    newest_move_as_seen,
    news_of_newest,
    undo_or_redo_target,
)
from companion.tables.state import TableState
from tests.catalogues import ALL_LANGUAGES
from tests.sentence_checks import check_kind, placeholders
from tests.tables.test_story import ISOLATES

NOWHERE = BrowserStore(lambda name, text: None)
SLUGS = [game.meta.slug for game in GAMES]
LONGEST = 110
"""Letters that fit into the band of three lines, and are not cut at 320."""
STOCKLIST = re.compile(r"\d × |ـ[ء-ي]")
"""A thing counted as in a list, and an Arabic word that does not join the one before it."""
FORM = re.compile(r"%\((?:(\w+) )?(\w+)\)s")


class Read(NamedTuple):
    """A line of news, and who reads it where."""

    table: TableState
    reader: int | None
    news: NewsLine


def tables(play: RecordedPlay) -> Iterator[TableState]:
    """The table after each entry; after a move also after it was taken back by its own seat, by another,
    and put back again; in the end after a change was taken back and put back."""
    at, seats = replay(play.game, play.setup), len(play.names)
    for entry in play.log:
        at = apply_entry(at, entry)
        yield _table(play, at, entry, entry.seat)
        if entry.kind in ("move", "ruling") and at.invalid is None:
            back = Entry(entry.seq + 1, "undo", entry.seat, of=entry.seq)
            again = Entry(entry.seq + 2, "redo", entry.seat, of=entry.seq)
            undone = apply_entry(at, back)
            for by in (entry.seat, (entry.seat + 1) % seats):
                yield _table(play, undone, back, by)
                yield _table(play, replace(at, log=fold((again,), undone.log)), again, by)
    change = Entry(len(play.log) + 1, "amend", of=len(play.log))
    changed, back, again = (
        apply_entry(at, change),
        Entry(change.seq + 1, "undo"),
        Entry(change.seq + 2, "redo"),
    )
    for by in range(seats):
        yield _table(play, apply_entry(changed, back), back, by)
        yield _table(play, changed, again, by)


def _table(play: RecordedPlay, at: Replay, entry: Entry, by: int) -> TableState:
    return TableState(
        0, "", play.game.meta.slug, play.mode, play.names, entry.seq, at,
        newest=entry, newest_by=by,
    )  # fmt: skip


@cache
def recorded(slug: str) -> tuple[TableState, ...]:
    """Such tables of a game's recorded plays, one for each thing that is told of somebody."""
    found: dict[str, TableState] = {}
    for record in plays(slug).values():
        for table in tables(parse_recorded_play(record)):
            entry = table.newest
            assert entry is not None
            about = undo_or_redo_target(table.replay.log, entry) or entry
            news = news_of_newest(table, about, newest_move_as_seen(table, None, about))
            key = (localized_names(table), entry.kind, about.seat, table.newest_by, news or str(about.move))
            found.setdefault(repr(key), table)
    return tuple(found.values())


def read(slug: str) -> Iterator[Read]:
    for table in recorded(slug):
        phrases = table_phrases(table)
        for reader in (None, *range(table.seats)):
            news = make_newest_news(NOWHERE, table, phrases, reader)
            if news is not None:
                yield Read(table, reader, news)


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_news_fit_into_their_band(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        told = {one.news.text: one.news.letters for one in read(slug)}
    assert told
    assert {line: length for line, length in told.items() if length > LONGEST} == {}
    assert not [line for line in told if STOCKLIST.search(line)]


@pytest.mark.parametrize("slug", SLUGS)
def test_news_name_everybody_but_their_reader(slug: str) -> None:
    read_by: dict[bool, int] = {True: 0, False: 0}
    for one in read(slug):
        by = one.table.newest_by
        about = one.news.seat
        if by < 0 or one.news.kind not in ("move", "ruling", "undo", "redo"):
            continue
        said = one.news.text
        if one.reader is not None and one.reader in (by, about):
            assert localized_names(one.table)[one.reader] not in said.split(), said
        if one.reader == by:
            read_by[said.startswith("You") or "you" in said.lower()] += 1
    assert read_by[True] > 20 * read_by[False], read_by


@pytest.mark.parametrize("slug", SLUGS)
def test_all_words_of_news_are_known(slug: str) -> None:
    game, codes = BY_SLUG[slug], set()
    for table in recorded(slug):
        replay = table.replay
        if game.news is None or replay.game is not game or not replay.earlier_states:
            continue
        entry = replay.log.next_undo()
        if entry is None or entry.kind not in ("move", "ruling"):
            continue
        news = game.news(replay.earlier_states[-1], replay.state, entry.seat, entry.move)
        words = game.words.news[news.code]
        for sentence in (words.other, words.you, words.yours or ""):
            assert placeholders(sentence) <= {*news.values, "who"}, news
        for value in news.values.values():
            check_kind(slug, news.code, value)
        things = [v for v in news.values.values() if isinstance(v, PicturedTerm)]
        assert all(thing in game.words.terms for thing in things), news
        assert (news.owner is None) == (words.yours is None), news
        assert news.owner in (None, news.values.get("owner")), news
        codes.add(news.code)
    assert codes


def test_all_see_the_same_pieces_in_the_news_of_a_move() -> None:
    """What somebody alone knows is in nobody's news."""
    for table in recorded("giza"):
        told = [make_newest_news(NOWHERE, table, table_phrases(table), n) for n in (None, 0, 1)]
        pieces = {tuple(span.thing for span in news.spans) for news in told if news}
        assert len(pieces) == 1 or (table.newest and table.newest.kind in ("undo", "redo")), told


def changes(slug: str) -> Iterator[tuple[RecordedPlay, Replay, Entry]]:
    """Tables of a game's plays, each with a change of an entry into a move that its seat could have made:
    one of each kind that could be made in the place of each other."""
    seen = set()
    for record in plays(slug).values():
        play = parse_recorded_play(record)
        at = replay(play.game, play.setup, play.log)
        if at.invalid is not None or at.is_tally:
            continue
        for step, game, state in states_before(at):
            if not isinstance(step, EffectiveMove) or game.ending(state) is not None:
                continue
            for move in legal_moves(game, state, step.seat):
                if (pair := (type(step.move), type(move))) not in seen:
                    seen.add(pair)
                    yield play, at, Entry(len(play.log) + 1, "amend", step.seat, move, step.seq)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_change_that_is_taken_back_or_put_back_is_told_as_a_change(slug: str) -> None:
    lines = 0
    for play, at, change in changes(slug):
        changed = apply_entry(at, change)
        back = Entry(change.seq + 1, "undo", 0, of=change.seq)
        undone = apply_entry(changed, back)
        again = Entry(change.seq + 2, "redo", 0, of=change.seq)
        for entry, after, verb in (
            (back, undone, "took back"), (again, apply_entry(undone, again), "redid")
        ):  # fmt: skip
            table = _table(play, after, entry, 0)
            name = localized_names(table)[0]
            for reader in (None, *range(table.seats)):
                news = make_newest_news(NOWHERE, table, table_phrases(table), reader)
                who = "You" if reader == 0 else name
                assert news is not None
                assert ISOLATES.sub("", news.text) == f"{who} {verb} the change to entry {change.of}"
                about = undo_or_redo_target(after.log, entry)
                assert about == change
                assert log_sentence(table_phrases(table), make_newest_line(table, reader, about))
                lines += 1
    assert lines > 8


def test_a_gain_is_told_to_whom_it_concerns() -> None:
    told = {
        (one.reader == one.news.seat, one.news.text)
        for one in read("cheops_catan")
        if "stone" in one.news.text and one.news.kind == "move"
    }
    assert (True, "You laid a stone. You have the Blessing now: +3") in told
    assert any(said.endswith(". You bear a Curse now: −2") for mine, said in told if not mine), told


NAMES = ("dice", "site", "symbol", "boxes")
"""Values that stand in sentences as names or in a row: colours of dice, pyramids, symbols, boxes."""


@pytest.mark.parametrize("slug", SLUGS)
def test_no_word_of_the_game_stands_bare_in_news_and_log(slug: str) -> None:
    """A thing carries its article: the sentence asks for a form of it, and each such form has words."""
    words, asked = BY_SLUG[slug].words, 0
    news = [*words.news.values(), *words.effects.values()]
    sentences: list[Sentence | None] = [*words.log_lines.values()]
    for one in news:
        sentences += [one.other, one.you, one.yours]
    terms = {
        (name, word)
        for said in described(slug)
        for name, value in said.items()
        for word in (value if isinstance(value, tuple) else (value,))
        if isinstance(word, Term)
    }
    for sentence in filter(None, sentences):
        text = sentence.many if isinstance(sentence, Plural) else str(sentence)
        for form, name in FORM.findall(text):
            for word in (word for of, word in terms if of == name):
                spoken = words.terms.get(f"{form}:{word}", "" if form else word)
                assert spoken or not words.terms[word].strip("+−12345") or word == "", (sentence, word)
                assert form or name in NAMES, sentence
                asked += 1
    assert asked


def described(slug: str) -> Iterator[Mapping[str, object]]:
    for table in recorded(slug):
        entry = table.newest
        if entry is None or entry.kind != "move":
            continue
        for news in (
            make_newest_line(table, None, entry).news,
            make_newest_line(table, None, entry).description,
        ):
            if news is not None:
                yield news.values
                yield from (effect.values for effect in getattr(news, "effects", ()))
