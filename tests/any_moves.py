"""Any move that could be written down, sense or nonsense: read off the moves' types, as the schemas are."""

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
    shape_of_record,
    to_json,
)
from companion.games import TALLIES
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays

Texts = tuple[str, ...]
"""What stands where any text may stand: names that the game's own moves have used."""
LONGEST, HIGHEST = 8, 99
"""Of a list and a number that have no bound of their own."""


def any_move(chance: random.Random, game: Game[Any]) -> Any:
    """One of the game's moves with anything in its fields that their types let through."""
    return _any(chance, shape_of_record(chance.choice(game.moves)), texts_of(game))


def vary_move(chance: random.Random, game: Game[Any], move: Any) -> Any:
    """A move with one of its fields drawn anew; a move without fields becomes any other."""
    names = [part.name for part in fields(move)]
    if not names:
        return any_move(chance, game)
    name, kind = chance.choice(names), move.__class__
    return replace(move, **{name: _any(chance, shape_of_record(kind).fields[name], texts_of(game))})


def every_move(game: Game[Any], most: int = 20_000) -> Iterator[Any]:
    """Every move there is, of the kinds that can be written down in no more than so many ways."""
    for kind in game.moves:
        with suppress(TooManyError):
            yield from _few(shape_of_record(kind), most)


class TooManyError(Exception):
    """There are more values than are asked for, or there is no end to them."""


def _any(chance: random.Random, shape: Shape, texts: Texts) -> Any:
    match shape:
        case AnnotatedShape(ListShape(shapes), _, [MaxLength(most)]):
            return _any_list(chance, shapes, most, texts)
        case AnnotatedShape(inner, _, [MaxLength(most)]):
            return _any(chance, inner, texts)[:most]
        case AnnotatedShape(_, _, [bound]):
            return chance.choice(_within(bound))
        case LiteralShape(values):
            return chance.choice(values)
        case UnionShape(shapes, optional):
            one = chance.choice([*shapes, *[None] * optional])
            return one and _any(chance, one, texts)
        case ListShape(shapes, _, True):
            return tuple(_any(chance, each, texts) for each in shapes)
        case ListShape(shapes):
            return _any_list(chance, shapes, LONGEST, texts)
        case RecordShape(kind, fields):
            return kind(**{name: _any(chance, each, texts) for name, each in fields.items()})
        case PlainShape(kind) if kind is str:
            return chance.choice(texts) if texts else ""
        case PlainShape(kind) if kind is int:
            return chance.randint(-1, HIGHEST)
        case PlainShape(kind) if kind is bool:
            return chance.random() < 0.5
    raise TypeError(shape)


def _within(bound: Between | AllowedNames) -> Sequence[Any]:
    return bound.names if isinstance(bound, AllowedNames) else range(bound.low, bound.high + 1)


def _any_list(chance: random.Random, shapes: Sequence[Shape], most: int, texts: Texts) -> Any:
    """Often as long as can be, which is what a full sheet is."""
    length = chance.choice((0, 1, most, chance.randint(0, most)))
    return tuple(_any(chance, shapes[0], texts) for _ in range(length))


def _few(shape: Shape, most: int) -> list[Any]:
    found = list(islice(_every(shape, most), most + 1))
    if len(found) > most:
        raise TooManyError
    return found


def _every(shape: Shape, most: int) -> Iterator[Any]:
    match shape:
        case AnnotatedShape(ListShape([one]), _, [MaxLength(longest)]):
            for length in range(longest + 1):
                yield from product(_few(one, most), repeat=length)
        case AnnotatedShape(_, _, [Between() | AllowedNames() as bound]):
            yield from _within(bound)
        case LiteralShape(values):
            yield from values
        case UnionShape(shapes, optional):
            for each in shapes:
                yield from _every(each, most)
            yield from [None] * optional
        case RecordShape(kind, fields):
            for values in product(*(_few(each, most) for each in fields.values())):
                yield kind(**dict(zip(fields, values, strict=True)))
        case PlainShape(kind) if kind is bool:
            yield from (False, True)
        case _:
            raise TooManyError


@cache
def _texts(slug: str) -> Texts:
    found: set[str] = set()
    moves = [entry.move for told in plays(slug).values() for entry in parse_recorded_play(told).log]
    for move in (*moves, *TALLIES[slug].examples):
        found.update(_words_in(to_json(move)))
    return tuple(sorted(found))


def texts_of(game: Game[Any]) -> Texts:
    return _texts(game.meta.slug)


def _words_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _words_in(inner)
