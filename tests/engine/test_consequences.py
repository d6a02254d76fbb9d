"""What an entry came to is read off the rules: points, what fits now, who is ahead, whose turn it is."""

from companion.engine.consequences import Consequences
from companion.engine.game import Description, Gain
from companion.tables.recorded import consequences_of, load_recorded_play


def came_of(slug: str, name: str, step: int) -> Consequences:
    load_recorded_play(slug, name)
    return consequences_of(slug, name, step)


def test_a_tile_scores_and_changes_what_fits_on_it() -> None:
    found = came_of("giza", "three_pyramids", 12)  # Ana lays −2 on Cy's bare Menkaure
    assert found.gains == (Gain(2, "menkaure", -2),)
    assert found.opened == ("t2", "demolition")
    assert found.closed == ("+2", "+3", "+4", "+5", "-2", "-3", "-4", "-5")
    assert (found.done, found.goes_on, found.ahead) == (0, None, None)


def test_taking_back_gives_the_points_back_and_ends_no_turn() -> None:
    laid, back = (came_of("giza", "three_pyramids", step) for step in (6, 7))
    assert laid.gains == (Gain(3, "khufu", -5),)
    assert back.gains == (Gain(3, "khufu", 5),)
    assert (laid.done, back.done) == (1, None)


def test_the_first_roll_opens_what_may_be_done_in_a_turn() -> None:
    found = came_of("cheops_catan", "twelve_points", 10)
    assert "Build" in found.opened
    assert came_of("cheops_catan", "twelve_points", 12).opened == ()
    assert not found.gains
    assert found.goes_on == 0


def test_a_stone_may_take_the_lead() -> None:
    found = came_of("cheops_catan", "twelve_points", 77)
    assert {(gain.seat, gain.category, gain.points) for gain in found.gains} == {
        (0, "curse", -2), (1, "blessing", 3), (2, "curse", -2),
    }  # fmt: skip
    assert found.ahead == 1


def test_a_lead_from_where_all_were_level_is_no_news() -> None:
    assert came_of("cheops_catan", "twelve_points", 1).ahead is None


def test_a_games_own_foresight_is_told() -> None:
    assert came_of("cheops_dice", "pyramid_and_arch", 9).previews[-1].code == "points"
    tomb = {"length": 5, "height": 4, "roofs": 1, "before": 9, "after": 19}
    assert came_of("deadline", "death", 16).previews == (Description("tomb", tomb),)
    opened = [Description("opens", {"row": 3, "column": column}) for column in (7, 8)]
    assert list(came_of("cheops_treasure", "nobody_can", 37).previews) == opened
    lost = Description("keeps_off", {"pawn": "C", "count": 1})
    assert came_of("cheops_treasure", "nobody_can", 1).previews == (lost,)


def test_a_sheet_that_is_filled_in_counts_at_once() -> None:
    found = came_of("giza", "tally_shared", 2)
    assert {(gain.seat, gain.points) for gain in found.gains} == {(1, 12)}


def test_nothing_comes_of_nothing() -> None:
    assert came_of("giza", "tally_shared", 0) == Consequences()
