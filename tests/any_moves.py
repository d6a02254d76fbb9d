"""Random moves with any values that their types allow, legal or not."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import islice, product
from typing import Any

from companion.engine.game import Game
from companion.engine.json_data import (
    AllowedNames,
    AnnotatedShape,
    Between,
    ListShape,
    LiteralShape,
    MaxLength,
    PlainShape,
    RecordShape,
    Shape,
    UnionShape,
    get_record_shape,
    to_json,
)
from companion.games import TALLIES_BY_SLUG
from companion.games.plays import parse_recorded_play
from companion.games.seeds import load_plays

Texts = tuple[str, ...]
"""Values for text fields: names that the game's own moves have used."""
MAX_LIST_LENGTH, MAX_NUMBER = 8, 99
"""Bounds for lists and numbers without bounds of their own."""


def any_move(chance: random.Random, game: Game[Any]) -> Any:
    """Return a random move of the game, with any values that its types allow."""
    return _any_value(chance, get_record_shape(chance.choice(game.moves)), texts_of(game))


def vary_move(chance: random.Random, game: Game[Any], move: Any) -> Any:
    """Return the move with one random field changed, or another move if it has no fields."""
    names = [part.name for part in fields(move)]
    if not names:
        return any_move(chance, game)
    name, kind = chance.choice(names), move.__class__
    return replace(move, **{name: _any_value(chance, get_record_shape(kind).fields[name], texts_of(game))})


def every_move(game: Game[Any], most: int = 20_000) -> Iterator[Any]:
    """Yield every possible move of the kinds that have at most ``most`` of them."""
    for kind in game.moves:
        with suppress(TooManyError):
            yield from _all_values(get_record_shape(kind), most)


class TooManyError(Exception):
    """There are more values than the limit, or infinitely many."""


def _any_value(chance: random.Random, shape: Shape, texts: Texts) -> Any:
    match shape:
        case AnnotatedShape(ListShape(shapes), _, [MaxLength(most)]):
            return _any_list(chance, shapes, most, texts)
        case AnnotatedShape(inner, _, [MaxLength(most)]):
            return _any_value(chance, inner, texts)[:most]
        case AnnotatedShape(_, _, [bound]):
            return chance.choice(_allowed_values(bound))
        case LiteralShape(values):
            return chance.choice(values)
        case UnionShape(shapes, optional):
            chosen = chance.choice([*shapes, *[None] * optional])
            return chosen and _any_value(chance, chosen, texts)
        case ListShape(shapes, _, True):
            return tuple(_any_value(chance, each, texts) for each in shapes)
        case ListShape(shapes):
            return _any_list(chance, shapes, MAX_LIST_LENGTH, texts)
        case RecordShape(kind, fields):
            return kind(**{name: _any_value(chance, each, texts) for name, each in fields.items()})
        case PlainShape(kind) if kind is str:
            return chance.choice(texts) if texts else ""
        case PlainShape(kind) if kind is int:
            return chance.randint(-1, MAX_NUMBER)
        case PlainShape(kind) if kind is bool:
            return chance.random() < 0.5
    raise TypeError(shape)


def _allowed_values(bound: Between | AllowedNames) -> Sequence[Any]:
    return bound.names if isinstance(bound, AllowedNames) else range(bound.low, bound.high + 1)


def _any_list(chance: random.Random, shapes: Sequence[Shape], most: int, texts: Texts) -> Any:
    """Return a random list. It often has the maximum length, like a full sheet."""
    length = chance.choice((0, 1, most, chance.randint(0, most)))
    return tuple(_any_value(chance, shapes[0], texts) for _ in range(length))


def _all_values(shape: Shape, most: int) -> list[Any]:
    values = list(islice(_values(shape, most), most + 1))
    if len(values) > most:
        raise TooManyError
    return values


def _values(shape: Shape, most: int) -> Iterator[Any]:
    match shape:
        case AnnotatedShape(ListShape([one]), _, [MaxLength(longest)]):
            for length in range(longest + 1):
                yield from product(_all_values(one, most), repeat=length)
        case AnnotatedShape(_, _, [Between() | AllowedNames() as bound]):
            yield from _allowed_values(bound)
        case LiteralShape(values):
            yield from values
        case UnionShape(shapes, optional):
            for each in shapes:
                yield from _values(each, most)
            yield from [None] * optional
        case RecordShape(kind, fields):
            for values in product(*(_all_values(each, most) for each in fields.values())):
                yield kind(**dict(zip(fields, values, strict=True)))
        case PlainShape(kind) if kind is bool:
            yield from (False, True)
        case _:
            raise TooManyError


@cache
def _texts(slug: str) -> Texts:
    texts: set[str] = set()
    moves = [
        entry.move for record in load_plays(slug).values() for entry in parse_recorded_play(record).log
    ]
    for move in (*moves, *TALLIES_BY_SLUG[slug].examples):
        texts.update(_texts_in(to_json(move)))
    return tuple(sorted(texts))


def texts_of(game: Game[Any]) -> Texts:
    return _texts(game.meta.slug)


def _texts_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _texts_in(inner)
