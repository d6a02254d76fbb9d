"""What a group's tables tell together: evenings, streaks, the best and the closest play."""

from dataclasses import replace
from datetime import datetime, timedelta

from flask import Flask

from companion.groups.evenings import ClosestPlay, best_play, closest_play, evenings, trophies, won_last
from companion.groups.history import PersonalRecord, PlayedTable
from tests.groups.test_groups import founded, played, told
from tests.people import Phone

NIGHT = datetime(2026, 11, 20, 19, 30)


def table(hours: float, points: list[int | None], winners: list[int], names: str = "Ana Bo") -> PlayedTable:
    """A finished table, opened so many hours after half past seven."""
    result = {"points": points, "winners": winners, "settled": None not in points}
    opened, number = NIGHT + timedelta(hours=hours), round(hours * 10)
    seats = names.split()
    return PlayedTable(number, f"T{number}", "giza", opened, tuple(seats), (), result)


def test_tables_of_a_night_are_one_evening_midnight_or_not() -> None:
    late, early, next_day = table(5, [3, 9], [1]), table(0, [9, 4], [0]), table(24, [5, 5], [0, 1])
    newest, first = evenings([next_day, late, early])
    assert (first.began, first.plays) == (NIGHT, (late, early))
    assert first.wins == (("Ana", 1), ("Bo", 1))
    assert (newest.plays, dict(newest.wins)) == ((next_day,), {"Ana": 1, "Bo": 1})
    assert evenings([]) == []


def test_the_best_and_the_closest_play_are_found() -> None:
    high, close = table(2, [30, 12], [0]), table(1, [20, 19], [0])
    unknown = table(3, [40, None], [])
    plays = [unknown, high, close]
    best, closest = best_play(plays), closest_play(plays)
    assert best
    assert (best.name, best.points, best.play) == ("Ana", 40, unknown)
    assert closest
    assert (closest.margin, closest.play) == (1, close)
    assert won_last(plays) == [high]
    level = table(0, [7, 7], [0, 1])
    assert closest_play([level]) == ClosestPlay(0, level)
    assert closest_play([unknown]) is None
    assert best_play([]) is None
    assert won_last([unknown]) == []


def test_wins_of_all_games_are_a_persons_trophies() -> None:
    first, second = table(0, [9, 4], [0]), table(1, [3, 9], [1])
    third, unknown = table(2, [1, 9], [1], "Bo Ana"), table(3, [None, 2], [1])
    plays = [replace(play, people=(1, 2)) for play in (unknown, second, first)]
    assert trophies([*plays, replace(third, people=(2, 1))]) == [("Ana", 2), ("Bo", 1)]
    assert trophies([replace(first, people=(None, None))]) == []


def test_two_of_one_name_are_two_people() -> None:
    play = table(0, [9, 4], [0], "Somebody Somebody")
    closest = closest_play([play])
    assert closest
    assert closest.margin == 5


def test_a_streak_ends_with_the_first_play_not_won() -> None:
    assert PersonalRecord("Ana", won=[True, True, False, True, True, True]).streak == 2
    assert PersonalRecord("Ana", won=[True, True, False, True, True, True]).longest_streak == 3
    assert PersonalRecord("Bo").streak == PersonalRecord("Bo").longest_streak == 0


def test_the_page_and_the_api_tell_the_evening(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [9, 4])
    code = played(phone, group, ["Ana", "Bo"], [7, 6])
    told_by_api = told(phone, group)
    [evening] = told_by_api["evenings"]
    assert (evening["tables"][0], evening["wins"]) == (code, [{"name": "Ana", "wins": 2}])
    assert told_by_api["records"] == [
        {"game": "giza", "best": {"name": "Ana", "points": 9, "table": evening["tables"][1]},
         "closest": {"margin": 1, "table": code}}
    ]  # fmt: skip
    streaks = {one["name"]: one["streak"] for one in told_by_api["statistics"]}
    assert streaks == {"Ana": 2, "Bo": 0}
    page = phone.client.get(f"/g/{group}").text
    for words in (
        "Won it last", "Ana: 2 wins", "Most points: Ana with 9",
        "Closest: Ana won by 1 point", "Ana has won the last 2",
    ):  # fmt: skip
        assert words in page, words
