"""Positions of random play under random switches: what a generic test asks of every game."""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.engine.game import Game, Option, Setup, check_option
from companion.engine.possible_moves import check_move, legal_moves
from companion.games.plays import parse_recorded_play
from companion.games.seeds import plays
from tests.any_moves import any_move, vary_move

MAX_MOVES = 300


class Position(NamedTuple):
    """A state that random play came to, and what it was set up with."""

    setup: Setup
    state: Any


def is_plain(value: Any) -> bool:
    """Whether a value is as it was after it went out as JSON and came back; a tuple goes as a list."""
    text = json.dumps(value)
    return json.dumps(json.loads(text)) == text


def any_options(chance: random.Random, game: Game[Any], mode: str, seats: int) -> dict[str, Any]:
    """A value for each switch; half of the records come from the box, as somebody once copied it."""
    options = [option for option in game.meta.options if mode in option.modes]
    chosen = {option.name: any_value(chance, game, option) for option in options}
    wrong = {o.name for o in options if check_option(o, chosen[o.name], seats) is not None}
    return {name: value for name, value in chosen.items() if name not in wrong}


def any_value(chance: random.Random, game: Game[Any], option: Option) -> Any:
    if option.kind == "flag":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.choices)
    if option.kind == "number":
        return chance.randint(*option.bounds)
    return chance.choice([option.default, *known_records(game, option.name)])


def known_records(game: Game[Any], name: str) -> list[Any]:
    """Every record known of an option: that comes with the app or stands in a recorded play."""
    ready = [record for o in game.meta.options if o.name == name for record in o.presets.values()]
    recorded = [parse_recorded_play(play) for play in plays(game.meta.slug).values()]
    given = [play.setup.options[name] for play in recorded]
    set_later = [entry.value for play in recorded for entry in play.log if entry.option == name]
    return [record for record in (*ready, *given, *set_later) if record is not None]


def any_setup(chance: random.Random, game: Game[Any], seats: int | None = None) -> Setup:
    seats = seats or chance.randint(*game.meta.seats)
    options = any_options(chance, game, "referee", seats)
    return Setup.of(game.meta, seats, options, chance.randrange(seats))


def positions(
    game: Game[Any], chance: random.Random, count: int, seats: int | None = None
) -> Iterator[Position]:
    """So many positions, a few of each play; moves that no list holds are entered too."""
    seen = 0
    while seen < count:
        setup = any_setup(chance, game, seats)
        state = game.setup(setup)
        for _ in range(MAX_MOVES):
            if chance.random() < 0.2:
                seen += 1
                yield Position(setup, state)
            if seen >= count or game.ending(state) is not None:
                break
            moved = _moved(chance, game, state)
            if moved is None:
                break
            state = moved


def finished(game: Game[Any], chance: random.Random, seats: int) -> Position:
    while True:
        setup = any_setup(chance, game, seats)
        state: Any = game.setup(setup)
        for _ in range(MAX_MOVES):
            state = _moved(chance, game, state)
            if state is None:
                break
            if game.ending(state) is not None:
                return Position(setup, state)


def _moved(chance: random.Random, game: Game[Any], state: Any) -> Any:
    awaiting = game.awaiting(state)
    seats = [*awaiting.seats, *awaiting.optional_seats]
    chance.shuffle(seats)
    for seat in seats:
        moves = legal_moves(game, state, seat)
        if not moves:
            continue
        move = chance.choice(moves)
        other = chance.choice((any_move(chance, game), vary_move(chance, game, move)))
        if check_move(game, state, seat, other) is None:
            move = other
        return game.apply(state, seat, move)
    return None
