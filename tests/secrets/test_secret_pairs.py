"""At two tables that differ in one secret, everybody but the secret's owner sees exactly the same."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game
from companion.engine.json_data import to_json
from companion.games import GAMES_BY_SLUG
from tests.all_games import ALL_GAMES, each_game, get_expectations
from tests.secrets.scenario import ROLES, Pair, Responses, ScenarioTable, find_differences, run_scenario
from tests.test_every_game import play_at_random


def get_secret_pairs(game: Game[Any]) -> dict[str, Pair]:
    pairs: dict[str, Pair] = getattr(get_expectations(game), "SECRET_PAIRS", {})
    return pairs


ALL_PAIRS = {
    f"{game.meta.slug}: {hidden}": pair
    for game in ALL_GAMES
    for hidden, pair in get_secret_pairs(game).items()
}
FIRST_PAIR_NAMES = {pair[0].slug: name for name, pair in ALL_PAIRS.items()}.values()
OTHER_PAIR_PARAMETERS = [
    pytest.param(name, marks=pytest.mark.long) for name in ALL_PAIRS if name not in FIRST_PAIR_NAMES
]
ONE_PAIR_OR_ALL = pytest.mark.parametrize(
    "compare",
    [pytest.param(name, marks=[pytest.mark.long] if n else []) for n, name in enumerate(ALL_PAIRS)],
    indirect=True,
)
"""For code that is the same in all games. A usual run tries the first pair."""

ComparePairs = Callable[[Callable[[ScenarioTable], Responses]], dict[str, str]]


@pytest.fixture(params=[*FIRST_PAIR_NAMES, *OTHER_PAIR_PARAMETERS])
def compare(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> ComparePairs:
    """Return a function that compares the responses of two tables that differ only in a secret."""
    one, other = ALL_PAIRS[request.param]

    def compare_tables(send_requests: Callable[[ScenarioTable], Responses]) -> dict[str, str]:
        responses = [run_scenario(each, empty_database, tmp_path, send_requests) for each in (one, other)]
        return find_differences(*responses)

    return compare_tables


def test_every_route_returns_the_same(compare: ComparePairs) -> None:
    def read_and_write(table: ScenarioTable) -> Responses:
        return table.read_all_routes() | table.send_all_writes()

    assert compare(read_and_write) == {}


def test_trying_and_undoing_moves_reveals_nothing(compare: ComparePairs) -> None:
    def try_and_undo_moves(table: ScenarioTable) -> Responses:
        responses: Responses = {}
        moves = [
            (type(move).__name__, to_json(move)) for move in GAMES_BY_SLUG[table.scenario.slug].examples
        ]
        guesses = [{**data, "seat": seat, "move": name} for seat in range(3) for name, data in moves]
        for n, line in enumerate((*table.scenario.probes, *guesses)):
            for role in ROLES if n == 0 else ("host", "seat"):
                for path in (f"/api/v1/tables/{table.code}/ask", f"/t/{table.code}/ask"):
                    responses[f"{role} asks {path} {n}"] = table.send_move(role, "POST", path, line)
                answer = responses[f"{role} enters {n}"] = table.enter(role, line, seen=0)
                if answer[0] == 201 and b'"confirmed":true' not in answer[2].replace(b" ", b""):
                    responses[f"{role} undoes {n}"] = table.enter("seat", {"kind": "undo"})
        for role in ROLES:
            for path in (f"/t/{table.code}/log", f"/api/v1/tables/{table.code}/log"):
                responses[f"{role} reads {path}"] = table.request(role, path)
        return responses

    assert compare(try_and_undo_moves) == {}


def test_changing_old_entries_reveals_nothing(compare: ComparePairs) -> None:
    def change_old_entries(table: ScenarioTable) -> Responses:
        routes = table.list_checking_routes()
        assert ("POST", f"/t/{table.code}/ask") in routes
        lines = [line for line in (*table.scenario.log, *table.scenario.probes) if "move" in line]
        roles = ("host", "seat")
        return {
            f"{role} {method} {path} {n} of {of}": table.ask_to_change(role, method, path, line, of)
            for n, line in enumerate(lines)
            for of in range(1, len(table.scenario.log) + 1)
            for role in [roles[(n + of) % 2]]
            for method, path in routes
        }

    assert compare(change_old_entries) == {}


@ONE_PAIR_OR_ALL
def test_asking_to_count_reveals_nothing(compare: ComparePairs) -> None:
    def ask_to_count_and_undo(table: ScenarioTable) -> Responses:
        responses: Responses = {}
        for role in (*ROLES, *ROLES):
            responses[f"{role} counts {len(responses)}"] = table.enter(role, {"kind": "count"})
        responses |= {f"while asked: {key}": answer for key, answer in table.read_all_routes().items()}
        assert table.heard
        responses["undo"] = table.enter("seat", {"kind": "undo"})
        for role in ROLES:
            responses[f"{role} after"] = table.request(role, f"/api/v1/tables/{table.code}")
            responses[f"{role} log after"] = table.request(role, f"/t/{table.code}/log")
        return responses

    assert compare(ask_to_count_and_undo) == {}


@each_game
def test_a_game_has_secret_pairs_exactly_if_it_hides_something(game: Game[Any]) -> None:
    assert bool(get_secret_pairs(game)) == hides_something(game), "correct SECRET_PAIRS in expectations.py"
    for one, other in get_secret_pairs(game).values():
        assert one.slug == other.slug == game.meta.slug


def hides_something(game: Game[Any]) -> bool:
    """Return whether two viewers see different things in at least one state of some random plays."""
    seats = game.meta.seats[1]
    for seed in (1, 2):
        log, states = play_at_random(game, seats, seed)
        for state, viewer in product(states, (None, *range(seats))):
            if game.hidden_seats(state, viewer) or game.view(state, viewer) != game.view(state, None):
                return True
            if any(game.redact_move(state, viewer, each.seat, each.move) != each.move for each in log):
                return True
    return False
