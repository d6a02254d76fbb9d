"""Makes moves with any values that their types allow, legal or not."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import islice, product
from typing import Any

from companion.engine.game import Game
from companion.engine.json_data import (
    AllowedValues,
    AnnotatedParser,
    Between,
    ListParser,
    MaxLength,
    Parser,
    PlainParser,
    RecordParser,
    UnionParser,
    get_record_parser,
    to_json,
)
from companion.games import TALLIES_BY_SLUG
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays

TextChoices = tuple[str, ...]
"""Values for text fields: names that the game's own moves have used."""
MAX_LIST_LENGTH, MAX_NUMBER = 8, 99
"""Bounds for lists and numbers without bounds of their own."""


def make_any_move(chance: random.Random, game: Game[Any]) -> Any:
    """Return a random move of the game. Each field gets any value that its type allows."""
    parser = get_record_parser(chance.choice(game.moves))
    return _make_random_value(chance, parser, list_move_texts(game.meta.slug))


def vary_move(chance: random.Random, game: Game[Any], move: Any) -> Any:
    """Return the move with one random field changed; for a move without fields, any move of the game."""
    names = [part.name for part in fields(move)]
    if not names:
        return make_any_move(chance, game)
    name = chance.choice(names)
    parser = get_record_parser(move.__class__).fields[name]
    return replace(move, **{name: _make_random_value(chance, parser, list_move_texts(game.meta.slug))})


def iterate_all_moves(game: Game[Any], most: int = 20_000) -> Iterator[Any]:
    """Yield all possible moves of each kind, except kinds with more than ``most`` possible moves."""
    for kind in game.moves:
        with suppress(TooManyValuesError):
            yield from _list_all_values(get_record_parser(kind), most)


class TooManyValuesError(Exception):
    """Raised if a type has more values than the limit, or infinitely many."""


def _make_random_value(chance: random.Random, parser: Parser, texts: TextChoices) -> Any:
    match parser:
        case AnnotatedParser(ListParser(parsers), [MaxLength(most)]):
            return _make_random_list(chance, parsers, most, texts)
        case AnnotatedParser(inner, [MaxLength(most)]):
            return _make_random_value(chance, inner, texts)[:most]
        case AnnotatedParser(_, [bound]):
            return chance.choice(_list_allowed_values(bound))
        case UnionParser(parsers, optional):
            chosen = chance.choice([*parsers, *[None] * optional])
            return chosen and _make_random_value(chance, chosen, texts)
        case ListParser(parsers, _, True):
            return tuple(_make_random_value(chance, each, texts) for each in parsers)
        case ListParser(parsers):
            return _make_random_list(chance, parsers, MAX_LIST_LENGTH, texts)
        case RecordParser(kind, fields):
            return kind(**{name: _make_random_value(chance, each, texts) for name, each in fields.items()})
        case PlainParser(kind) if kind is str:
            return chance.choice(texts) if texts else ""
        case PlainParser(kind) if kind is int:
            return chance.randint(-1, MAX_NUMBER)
        case PlainParser(kind) if kind is bool:
            return chance.random() < 0.5
    raise TypeError(parser)


def _list_allowed_values(bound: Between | AllowedValues) -> Sequence[Any]:
    return bound.names if isinstance(bound, AllowedValues) else range(bound.low, bound.high + 1)


def _make_random_list(
    chance: random.Random, parsers: Sequence[Parser], most: int, texts: TextChoices
) -> Any:
    length = chance.choice((0, 1, most, chance.randint(0, most)))
    return tuple(_make_random_value(chance, parsers[0], texts) for _ in range(length))


def _list_all_values(parser: Parser, most: int) -> list[Any]:
    values = list(islice(_iterate_all_values(parser, most), most + 1))
    if len(values) > most:
        raise TooManyValuesError
    return values


def _iterate_all_values(parser: Parser, most: int) -> Iterator[Any]:
    match parser:
        case AnnotatedParser(ListParser([one]), [MaxLength(longest)]):
            for length in range(longest + 1):
                yield from product(_list_all_values(one, most), repeat=length)
        case AnnotatedParser(_, [Between() | AllowedValues() as bound]):
            yield from _list_allowed_values(bound)
        case UnionParser(parsers, optional):
            for each in parsers:
                yield from _iterate_all_values(each, most)
            yield from [None] * optional
        case RecordParser(kind, fields):
            for values in product(*(_list_all_values(each, most) for each in fields.values())):
                yield kind(**dict(zip(fields, values, strict=True)))
        case PlainParser(kind) if kind is bool:
            yield from (False, True)
        case _:
            raise TooManyValuesError


@cache
def list_move_texts(slug: str) -> TextChoices:
    """Return the texts that occur in moves of the game's recorded plays or examples, sorted."""
    texts: set[str] = set()
    logs = (parse_recorded_play(record).log for record in load_plays(slug).values())
    moves = [entry.move for log in logs for entry in log]
    for move in (*moves, *TALLIES_BY_SLUG[slug].examples):
        texts.update(_iterate_texts(to_json(move)))
    return tuple(sorted(texts))


def _iterate_texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _iterate_texts(inner)
