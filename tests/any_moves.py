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
    AllowedNames,
    AnnotatedShape,
    Between,
    ListShape,
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

TextChoices = tuple[str, ...]
"""Values for text fields: names that the game's own moves have used."""
MAX_LIST_LENGTH, MAX_NUMBER = 8, 99
"""Bounds for lists and numbers without bounds of their own."""


def make_any_move(chance: random.Random, game: Game[Any]) -> Any:
    """Return a random move of the game. Each field gets any value that its type allows."""
    shape = get_record_shape(chance.choice(game.moves))
    return _make_random_value(chance, shape, list_move_texts(game.meta.slug))


def vary_move(chance: random.Random, game: Game[Any], move: Any) -> Any:
    """Return the move with one random field changed; for a move without fields, any move of the game."""
    names = [part.name for part in fields(move)]
    if not names:
        return make_any_move(chance, game)
    name = chance.choice(names)
    shape = get_record_shape(move.__class__).fields[name]
    return replace(move, **{name: _make_random_value(chance, shape, list_move_texts(game.meta.slug))})


def iterate_all_moves(game: Game[Any], most: int = 20_000) -> Iterator[Any]:
    """Yield all possible moves of each kind, except kinds with more than ``most`` possible moves."""
    for kind in game.moves:
        with suppress(TooManyValuesError):
            yield from _list_all_values(get_record_shape(kind), most)


class TooManyValuesError(Exception):
    """Raised if a type has more values than the limit, or infinitely many."""


def _make_random_value(chance: random.Random, shape: Shape, texts: TextChoices) -> Any:
    match shape:
        case AnnotatedShape(ListShape(shapes), _, [MaxLength(most)]):
            return _make_random_list(chance, shapes, most, texts)
        case AnnotatedShape(inner, _, [MaxLength(most)]):
            return _make_random_value(chance, inner, texts)[:most]
        case AnnotatedShape(_, _, [bound]):
            return chance.choice(_list_allowed_values(bound))
        case UnionShape(shapes, optional):
            chosen = chance.choice([*shapes, *[None] * optional])
            return chosen and _make_random_value(chance, chosen, texts)
        case ListShape(shapes, _, True):
            return tuple(_make_random_value(chance, each, texts) for each in shapes)
        case ListShape(shapes):
            return _make_random_list(chance, shapes, MAX_LIST_LENGTH, texts)
        case RecordShape(kind, fields):
            return kind(**{name: _make_random_value(chance, each, texts) for name, each in fields.items()})
        case PlainShape(kind) if kind is str:
            return chance.choice(texts) if texts else ""
        case PlainShape(kind) if kind is int:
            return chance.randint(-1, MAX_NUMBER)
        case PlainShape(kind) if kind is bool:
            return chance.random() < 0.5
    raise TypeError(shape)


def _list_allowed_values(bound: Between | AllowedNames) -> Sequence[Any]:
    return bound.names if isinstance(bound, AllowedNames) else range(bound.low, bound.high + 1)


def _make_random_list(chance: random.Random, shapes: Sequence[Shape], most: int, texts: TextChoices) -> Any:
    length = chance.choice((0, 1, most, chance.randint(0, most)))
    return tuple(_make_random_value(chance, shapes[0], texts) for _ in range(length))


def _list_all_values(shape: Shape, most: int) -> list[Any]:
    values = list(islice(_iterate_all_values(shape, most), most + 1))
    if len(values) > most:
        raise TooManyValuesError
    return values


def _iterate_all_values(shape: Shape, most: int) -> Iterator[Any]:
    match shape:
        case AnnotatedShape(ListShape([one]), _, [MaxLength(longest)]):
            for length in range(longest + 1):
                yield from product(_list_all_values(one, most), repeat=length)
        case AnnotatedShape(_, _, [Between() | AllowedNames() as bound]):
            yield from _list_allowed_values(bound)
        case UnionShape(shapes, optional):
            for each in shapes:
                yield from _iterate_all_values(each, most)
            yield from [None] * optional
        case RecordShape(kind, fields):
            for values in product(*(_list_all_values(each, most) for each in fields.values())):
                yield kind(**dict(zip(fields, values, strict=True)))
        case PlainShape(kind) if kind is bool:
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
