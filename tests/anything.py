"""Any move that could be written down, sense or nonsense: read off the moves' types, as the schemas are."""

import random
import types
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import islice, product
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.engine.data import AtMost, Between, OneOf, to_json
from companion.engine.game import Game
from companion.games import TALLIES
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays

Texts = tuple[str, ...]
"""What stands where any text may stand: names that the game's own moves have used."""
LONGEST, HIGHEST = 8, 99
"""Of a list and a number that have no bound of their own."""


def any_move(chance: random.Random, game: Game[Any]) -> Any:
    """One of the game's moves with anything in its fields that their types let through."""
    return _any(chance, chance.choice(game.moves), texts_of(game))


def nearly(chance: random.Random, game: Game[Any], move: Any) -> Any:
    """A move with one of its fields drawn anew; a move without fields becomes any other."""
    names = [part.name for part in fields(move)]
    if not names:
        return any_move(chance, game)
    name, kind = chance.choice(names), move.__class__
    return replace(move, **{name: _any(chance, _hints(kind)[name], texts_of(game))})


def every_move(game: Game[Any], most: int = 20_000) -> Iterator[Any]:
    """Every move there is, of the kinds that can be written down in no more than so many ways."""
    for kind in game.moves:
        with suppress(TooManyError):
            yield from _few(kind, most)


class TooManyError(Exception):
    """There are more values than are asked for, or there is no end to them."""


def _any(chance: random.Random, hint: Any, texts: Texts) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _any_bounded(chance, hint, texts)
    if origin is Literal:
        return chance.choice(inner)
    if origin in (Union, types.UnionType):
        return _any(chance, chance.choice(inner), texts)
    if origin is tuple:
        return _any_list(chance, inner, LONGEST, texts)
    if _has_fields(hint):
        return hint(**{name: _any(chance, kind, texts) for name, kind in _hints(hint).items()})
    plain: dict[Any, Any] = {
        bool: chance.random() < 0.5, int: chance.randint(-1, HIGHEST), type(None): None,
        str: chance.choice(texts) if texts else "",
    }  # fmt: skip
    return plain[hint]


def _any_bounded(chance: random.Random, hint: Any, texts: Texts) -> Any:
    bound, inner = _bounds(hint), get_args(hint)[0]
    if OneOf in bound:
        return chance.choice(bound[OneOf].names)
    if Between in bound:
        return chance.randint(bound[Between].low, bound[Between].high)
    if get_origin(inner) is tuple:
        return _any_list(chance, get_args(inner), bound[AtMost].length, texts)
    return _any(chance, inner, texts)[: bound[AtMost].length]


def _any_list(chance: random.Random, kinds: tuple[Any, ...], most: int, texts: Texts) -> Any:
    """Often as long as can be, which is what a full sheet is."""
    if kinds[-1] is not ...:
        return tuple(_any(chance, kind, texts) for kind in kinds)
    length = chance.choice((0, 1, most, chance.randint(0, most)))
    return tuple(_any(chance, kinds[0], texts) for _ in range(length))


def _few(hint: Any, most: int) -> list[Any]:
    found = list(islice(_every(hint, most), most + 1))
    if len(found) > most:
        raise TooManyError
    return found


def _every(hint: Any, most: int) -> Iterator[Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        bound = _bounds(hint)
        if OneOf in bound:
            yield from bound[OneOf].names
        elif Between in bound:
            yield from range(bound[Between].low, bound[Between].high + 1)
        elif AtMost in bound and get_origin(inner[0]) is tuple:
            one = _few(get_args(inner[0])[0], most)
            for length in range(bound[AtMost].length + 1):
                yield from product(one, repeat=length)
        else:
            raise TooManyError
    elif origin is Literal:
        yield from inner
    elif origin in (Union, types.UnionType):
        for kind in inner:
            yield from _every(kind, most)
    elif _has_fields(hint):
        hints = _hints(hint)
        for values in product(*(_few(kind, most) for kind in hints.values())):
            yield hint(**dict(zip(hints, values, strict=True)))
    elif hint in (bool, type(None)):
        yield from (False, True) if hint is bool else (None,)
    else:
        raise TooManyError


def _has_fields(hint: Any) -> bool:
    return is_dataclass(hint)


def _bounds(hint: Any) -> dict[type, Any]:
    return {type(bound): bound for bound in get_args(hint)[1:]}


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {part.name: hints[part.name] for part in fields(kind)}


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
