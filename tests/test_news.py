"""The news of each entry is correct for every reader, complete and short."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from flask import Flask

from companion.engine.log import EffectiveMove, Entry, make_effective_log
from companion.engine.possible_moves import list_legal_moves
from companion.engine.replay import Replay, apply_entry, iterate_steps_with_states, replay_log
from companion.engine.words import PicturedTerm, Sentence, Term
from companion.games import GAMES_BY_SLUG
from companion.games.plays import RecordedPlay, parse_recorded_play
from companion.games.seeds import load_plays
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
from tests.all_games import each_slug
from tests.catalogues import ALL_LANGUAGES
from tests.sentence_checks import check_value_has_kind, find_placeholders
from tests.tables.test_outcome import ISOLATE_PATTERN

TABLE_STORE = BrowserStore(lambda name, text: None)
MAX_LETTERS = 110
"""The number of letters that fit into three lines on a screen of 320 pixels."""
STOCK_LIST_PATTERN = re.compile(r"\d × |ـ[ء-ي]")
"""A count as in a stock list ("3 × "), and an Arabic word that is not joined to the one before."""


TERM_FORM_PATTERN = re.compile(r"%\((\w+) (\w+)\)s")


class NewsForReader(NamedTuple):
    table: TableState
    reader: int | None
    news: NewsLine


def iterate_tables(play: RecordedPlay) -> Iterator[TableState]:
    """Yield the table after each entry, and after each undo and redo of a move, entered by two seats.

    At the end, the last entry is removed, and each seat undoes and redoes this.
    """
    replayed, seats = replay_log(play.game, play.setup), len(play.names)
    for entry in play.log:
        replayed = apply_entry(replayed, entry)
        yield _make_table(play, replayed, entry, entry.seat)
        if entry.kind in ("move", "ruling") and replayed.invalid is None:
            undo = Entry(entry.seq + 1, "undo", entry.seat, of=entry.seq)
            redo = Entry(entry.seq + 2, "redo", entry.seat, of=entry.seq)
            undone = apply_entry(replayed, undo)
            for by in (entry.seat, (entry.seat + 1) % seats):
                yield _make_table(play, undone, undo, by)
                redone = replace(replayed, log=make_effective_log((redo,), undone.log))
                yield _make_table(play, redone, redo, by)
    change = Entry(len(play.log) + 1, "amend", of=len(play.log))
    changed = apply_entry(replayed, change)
    undo, redo = Entry(change.seq + 1, "undo"), Entry(change.seq + 2, "redo")
    for by in range(seats):
        yield _make_table(play, apply_entry(changed, undo), undo, by)
        yield _make_table(play, changed, redo, by)


def _make_table(play: RecordedPlay, replayed: Replay, entry: Entry, by: int) -> TableState:
    return TableState(
        0, "", play.game.meta.slug, play.mode, play.names, entry.seq, replayed,
        newest=entry, newest_by=by,
    )  # fmt: skip


@cache
def list_tables_with_different_news(slug: str) -> tuple[TableState, ...]:
    by_news: dict[str, TableState] = {}
    for record in load_plays(slug).values():
        for table in iterate_tables(parse_recorded_play(record)):
            entry = table.newest
            assert entry is not None
            target = undo_or_redo_target(table.replay.log, entry) or entry
            news = news_of_newest(table, target, newest_move_as_seen(table, None, target))
            names, what = localized_names(table), news or str(target.move)
            key = (names, entry.kind, target.seat, table.newest_by, what)
            by_news.setdefault(repr(key), table)
    return tuple(by_news.values())


def iterate_news(slug: str) -> Iterator[NewsForReader]:
    for table in list_tables_with_different_news(slug):
        phrases = table_phrases(table)
        for reader in (None, *range(table.seats)):
            news, _ = make_newest_news(TABLE_STORE, table, phrases, reader)
            if news is not None:
                yield NewsForReader(table, reader, news)


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@each_slug
def test_news_fit_on_a_small_screen(app: Flask, slug: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(slug)
        lengths = {line.news.text: line.news.length_in_letters for line in iterate_news(slug)}
    assert lengths
    assert {sentence: length for sentence, length in lengths.items() if length > MAX_LETTERS} == {}
    assert not [sentence for sentence in lengths if STOCK_LIST_PATTERN.search(sentence)]


@each_slug
def test_news_address_the_reader_as_you(slug: str) -> None:
    counts: dict[bool, int] = {True: 0, False: 0}
    for line in iterate_news(slug):
        by = line.table.newest_by
        seat = line.news.seat
        if by < 0 or line.news.kind not in ("move", "ruling", "undo", "redo"):
            continue
        text = line.news.text
        if line.reader is not None and line.reader in (by, seat):
            assert localized_names(line.table)[line.reader] not in text.split(), text
        if line.reader == by:
            counts[text.startswith("You") or "you" in text.lower()] += 1
    assert counts[True] > 20 * counts[False], counts


@each_slug
def test_news_call_only_who_moved_and_the_owner_you(slug: str) -> None:
    seen = set()
    for table in list_tables_with_different_news(slug):
        entry, phrases = table.newest, table_phrases(table)
        assert entry is not None
        news = news_of_newest(table, entry, newest_move_as_seen(table, None, entry))
        if news is not None and entry.kind == "move":
            seen.add(news.owner is not None)
            plain = phrases.news_without_effects(news, entry.seat, None)
            for reader in {*range(table.seats)} - {entry.seat, news.owner}:
                assert phrases.news_without_effects(news, entry.seat, reader) == plain
    assert False in seen


@each_slug
def test_news_sentences_have_all_values_and_terms(slug: str) -> None:
    game, codes = GAMES_BY_SLUG[slug], set()
    for table in list_tables_with_different_news(slug):
        replay = table.replay
        if replay.game is not game or not replay.earlier_states:
            continue
        entry = replay.log.next_undo()
        if entry is None or entry.kind not in ("move", "ruling"):
            continue
        news = game.news(replay.earlier_states[-1], replay.state, entry.seat, entry.move)
        words = game.words.news[news.code]
        for sentence in (words.other, words.you, words.yours or ""):
            assert find_placeholders(sentence) <= {*news.values, "who"}, news
            check_term_forms(sentence, news.values, game.words.terms)
        for effect in news.effects:
            for sentence in (game.words.effects[effect.code].other, game.words.effects[effect.code].you):
                check_term_forms(sentence, effect.values, game.words.terms)
        for value in news.values.values():
            check_value_has_kind(slug, news.code, value)
        things = [v for v in news.values.values() if isinstance(v, PicturedTerm)]
        assert all(thing in game.words.terms for thing in things), news
        assert (news.owner is None) == (words.yours is None), news
        assert news.owner in (None, news.values.get("owner")), news
        codes.add(news.code)
    assert codes


def check_term_forms(sentence: Sentence, values: Mapping[str, Any], terms: Mapping[str, str]) -> None:
    """Assert that ``terms`` has each grammatical form, such as ``a:tile``, that the sentence uses."""
    for form, name in TERM_FORM_PATTERN.findall(str(sentence)):
        value = values.get(name)
        for thing in value if isinstance(value, tuple) else (value,):
            if isinstance(thing, Term) and terms.get(thing, "").strip("+−12345"):
                assert f"{form}:{thing}" in terms, (sentence, thing)


def test_the_news_of_a_move_show_the_same_pieces_to_everybody() -> None:
    for table in list_tables_with_different_news("giza"):
        news_lines = [
            make_newest_news(TABLE_STORE, table, table_phrases(table), n)[0] for n in (None, 0, 1)
        ]
        pieces = {tuple(span.thing for span in news.spans) for news in news_lines if news}
        assert len(pieces) == 1 or (table.newest and table.newest.kind in ("undo", "redo")), news_lines


def iterate_possible_changes(slug: str) -> Iterator[tuple[RecordedPlay, Replay, Entry]]:
    """Yield (play, replay, entry that legally changes a move), once for each pair of kinds of moves."""
    seen = set()
    for record in load_plays(slug).values():
        play = parse_recorded_play(record)
        replayed = replay_log(play.game, play.setup, play.log)
        if replayed.invalid is not None or replayed.is_tally:
            continue
        for step, game, state in iterate_steps_with_states(replayed):
            if not isinstance(step, EffectiveMove) or game.ending(state) is not None:
                continue
            for move in list_legal_moves(game, state, step.seat):
                if (pair := (type(step.move), type(move))) not in seen:
                    seen.add(pair)
                    yield play, replayed, Entry(len(play.log) + 1, "amend", step.seat, move, step.seq)


@each_slug
def test_undoing_or_redoing_a_change_is_described_as_a_change(slug: str) -> None:
    count = 0
    for play, replayed, change in iterate_possible_changes(slug):
        changed = apply_entry(replayed, change)
        undo = Entry(change.seq + 1, "undo", 0, of=change.seq)
        undone = apply_entry(changed, undo)
        redo = Entry(change.seq + 2, "redo", 0, of=change.seq)
        for entry, after, verb in (
            (undo, undone, "took back"), (redo, apply_entry(undone, redo), "redid")
        ):  # fmt: skip
            table = _make_table(play, after, entry, 0)
            name = localized_names(table)[0]
            for reader in (None, *range(table.seats)):
                news, _ = make_newest_news(TABLE_STORE, table, table_phrases(table), reader)
                who = "You" if reader == 0 else name
                assert news is not None
                assert ISOLATE_PATTERN.sub("", news.text) == f"{who} {verb} the change to entry {change.of}"
                target = undo_or_redo_target(after.log, entry)
                assert target == change
                assert log_sentence(table_phrases(table), make_newest_line(table, reader, target))
                count += 1
    assert count > 8


def test_gains_are_told_to_the_seat_that_gets_them() -> None:
    news = {
        (one.reader == one.news.seat, one.news.text)
        for one in iterate_news("cheops_catan")
        if "stone" in one.news.text and one.news.kind == "move"
    }
    assert (True, "You laid a stone. You have the Blessing now: +3") in news
    assert any(text.endswith(". You bear a Curse now: −2") for is_own, text in news if not is_own), news
