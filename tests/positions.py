"""Makes positions of random plays with random options, for the generic tests."""

import json
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from companion.engine.game import Game, Option, Setup, check_option
from companion.engine.possible_moves import check_move, get_move_choices, list_legal_moves
from tests.all_games import list_known_records
from tests.any_moves import make_any_move, vary_move

MAX_MOVES = 400


class Position(NamedTuple):
    """A state in a random play, with the setup of the play."""

    setup: Setup
    state: Any


def is_json_value(value: Any) -> bool:
    """Return whether writing and reading the value as JSON leaves it equal. Tuples are equal to lists."""
    text = json.dumps(value)
    return json.dumps(json.loads(text)) == text


def make_random_options(chance: random.Random, game: Game[Any], mode: str, seats: int) -> dict[str, Any]:
    """Return random valid option values. A record is the default, a preset or from a recorded play."""
    options = [option for option in game.meta.options if mode in option.modes]
    chosen = {option.name: make_option_value(chance, game, option) for option in options}
    invalid = {o.name for o in options if check_option(o, chosen[o.name], seats) is not None}
    return {name: value for name, value in chosen.items() if name not in invalid}


def make_option_value(chance: random.Random, game: Game[Any], option: Option) -> Any:
    if option.kind == "flag":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.choices)
    if option.kind == "number":
        return chance.randint(*option.bounds)
    return chance.choice([option.default, *list_known_records(game, option)])


def make_setup(chance: random.Random, game: Game[Any], seats: int | None = None, **options: Any) -> Setup:
    """Return a setup with these options and this number of seats. All that is not given is random."""
    seats = seats or chance.randint(*game.meta.seats)
    options = {**make_random_options(chance, game, "referee", seats), **options}
    return Setup.of(game.meta, seats, options, chance.randrange(seats))


def iterate_positions(
    game: Game[Any], chance: random.Random, count: int, seats: int | None = None, **options: Any
) -> Iterator[Position]:
    """Yield ``count`` positions of random plays of one game, a few from each play.

    Random moves that ``legal_moves`` may not list are tried first, and used if they are legal.
    """
    yielded = 0
    while yielded < count:
        setup = make_setup(chance, game, seats, **options)
        for state in iterate_random_states(chance, game, setup):
            if chance.random() < 0.2:
                yielded += 1
                yield Position(setup, state)
            if yielded >= count:
                break


def iterate_random_states(chance: random.Random, game: Game[Any], setup: Setup) -> Iterator[Any]:
    """Yield the states of a random play: the first one, and that after each move.

    The play ends early where every move needs a number that nobody has copied from the box.
    """
    state: Any = game.setup(setup)
    for _ in range(MAX_MOVES):
        yield state
        if game.ending(state) is not None:
            return
        after = _play_random_move(chance, game, state)
        if after is None:
            assert _is_number_missing(game, state), "nobody can enter anything"
            return
        state = after


def make_finished_position(game: Game[Any], chance: random.Random, seats: int) -> Position:
    while True:
        setup = make_setup(chance, game, seats)
        *_, state = iterate_random_states(chance, game, setup)
        if game.ending(state) is not None:
            return Position(setup, state)


def _play_random_move(chance: random.Random, game: Game[Any], state: Any) -> Any:
    awaiting = game.awaiting(state)
    seats = [*awaiting.seats, *awaiting.optional_seats]
    chance.shuffle(seats)
    for seat in seats:
        moves = list_legal_moves(game, state, seat)
        if not moves:
            continue
        move = chance.choice(moves)
        other = chance.choice((make_any_move(chance, game), vary_move(chance, game, move)))
        if check_move(game, state, seat, other) is None:
            move = other
        return game.apply(state, seat, move)
    return None


def _is_number_missing(game: Game[Any], state: Any) -> bool:
    choices = chain(*[get_move_choices(game, state, seat) for seat in game.awaiting(state).seats])
    refusals = [objection.refusal for choice in choices for objection in choice.objections]
    return any(refusal.code == "cheops_treasure.tablet_unknown" for refusal in refusals)


def iterate_random_steps(
    chance: random.Random, game: Game[Any], setup: Setup
) -> Iterator[tuple[Any, int, Any]]:
    """Yield (state before, seat, move) of a random legal play, with each kind of move equally often."""
    state = game.setup(setup)
    for _ in range(MAX_MOVES):
        if game.ending(state) is not None:
            return
        awaiting = game.awaiting(state)
        seat = chance.choice((*awaiting.seats, *awaiting.optional_seats))
        kinds: dict[type, list[Any]] = {}
        for move in list_legal_moves(game, state, seat):
            kinds.setdefault(type(move), []).append(move)
        if kinds:
            move = chance.choice(chance.choice(list(kinds.values())))
            yield state, seat, move
            state = game.apply(state, seat, move)
