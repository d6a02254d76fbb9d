"""The examples of the rules: each is judged as it says, and every refusal of a position has one."""

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from companion.engine.game import Game, check_option
from companion.games.examples import judge_example, load_examples
from tests.all_games import each_game, game_folder, game_tests_package

OF_EVERY_GAME = ("table.over", "tally.sheets_missing")
"""Of the house's own refusals of moves, those that every game can meet; the others are about the log."""


def judging_records(game: Game[Any]) -> set[str]:
    """The modules that judge what is copied from the box: no move at a table, so nothing is drawn; a
    refusal points at the field that is to be put right."""
    checks = (option.check for option in game.meta.options if option.check)
    return {check.__module__.rpartition(".")[2] for check in checks}


def declared(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """(code, section) of all that the game refuses or warns of at a table, read off its sources."""
    for module in game_folder(game).glob("*.py"):
        if module.stem in judging_records(game):
            continue
        for call in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Refusal", "RefusalKind"):
                code, section = call.args[:2]
                if isinstance(code, ast.Constant) and isinstance(section, ast.Constant):
                    yield str(code.value), str(section.value)


@each_game
def test_every_example_is_judged_as_it_says(game: Game[Any]) -> None:
    for name, example in load_examples(game.meta.slug).items():
        verdict = judge_example(game.meta.slug, name)
        assert verdict.replay.invalid is None, (name, verdict.replay.invalid)
        assert verdict.section in game.words.sections(), name
        refused = verdict.refusal.code if verdict.refusal else ""
        assert refused == example.refused, name
        assert example.warned in ("", *(warning.code for warning in verdict.warnings)), name
        assert verdict.section == example.rule, name
        for option in game.meta.options:
            value = example.setup.options[option.name]
            assert check_option(option, value, example.setup.seats) is None, (name, option.name)


@each_game
def test_every_refusal_has_an_example_in_its_section(game: Game[Any]) -> None:
    shown = set()
    for name in load_examples(game.meta.slug):
        verdict = judge_example(game.meta.slug, name)
        for said in (verdict.refusal, *verdict.warnings):
            if said is not None:
                shown.add((said.code, said.rule))
    not_shown = getattr(import_module(game_tests_package(game)), "WITHOUT_EXAMPLE", {})
    needed = {(code, section) for code, section in declared(game) if code not in not_shown}
    assert needed, "no refusal was found in its modules"
    assert not needed - shown, "no example in seeds/<slug>/examples.toml is refused so"
    assert set(OF_EVERY_GAME) <= {code for code, _ in shown}


@each_game
def test_every_section_that_a_refusal_names_has_an_example(game: Game[Any]) -> None:
    slug = game.meta.slug
    named = {"setup", "turn", "end", *(section for _, section in declared(game))}
    shown = {judge_example(slug, name).section for name in load_examples(slug)}
    assert not named - shown


@each_game
def test_every_kind_of_move_is_explained_by_a_section_with_an_example(game: Game[Any]) -> None:
    slug, explained = game.meta.slug, game.words.explained
    assert set(explained) == {kind.__name__ for kind in game.moves}
    assert set(explained.values()) <= {judge_example(slug, name).section for name in load_examples(slug)}
