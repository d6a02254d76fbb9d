"""The examples of the rules have the stated results, and every refusal has an example."""

import ast
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game, check_option
from companion.games.examples import judge_example, load_examples
from companion.language.i18n import set_language_game
from companion.sentences.phrases import Phrasebook
from tests.all_games import each_game, get_game_folder, import_game_tests
from tests.catalogues import ALL_LANGUAGES
from tests.sentence_checks import check_value_has_kind

COMMON_CODES = ("table.over", "tally.sheets_missing")
"""The app's own refusals of moves that are possible in every game. The others are about the log."""
MAX_REFUSAL_LETTERS = 80
"""The maximum length of a refusal with its values."""


def iterate_refusal_calls(game: Game[Any]) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield (name of the module, arguments) of each refusal and warning in the source of a game."""
    for module in get_game_folder(game).glob("*.py"):
        for call in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Refusal", "RefusalKind"):
                yield module.stem, call.args


def iterate_declared_refusals(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Yield (code, section) of each refusal and warning, except those about records of the box."""
    checks = (option.check for option in game.meta.options if option.check)
    record_modules = {check.__module__.rpartition(".")[2] for check in checks}
    for module, (code, section, *_) in iterate_refusal_calls(game):
        if module not in record_modules:
            yield ast.literal_eval(code), ast.literal_eval(section)


@each_game
def test_every_example_has_the_stated_result(game: Game[Any]) -> None:
    for name, example in load_examples(game.meta.slug).items():
        verdict = judge_example(game.meta.slug, name)
        assert verdict.replay.invalid is None, (name, verdict.replay.invalid)
        assert verdict.section in game.words.rule_sections(), name
        refused = verdict.refusal.code if verdict.refusal else ""
        assert refused == example.refused, name
        assert example.warned in ("", *(warning.code for warning in verdict.warnings)), name
        assert verdict.section == example.rule, name
        for option in game.meta.options:
            value = example.setup.options[option.name]
            assert check_option(option, value, example.setup.seats) is None, (name, option.name)


@each_game
def test_a_refusal_of_several_sheets_names_the_fields_to_correct(game: Game[Any]) -> None:
    for name in load_examples(game.meta.slug):
        refusal = judge_example(game.meta.slug, name).refusal
        if refusal and ".sheets_" in refusal.code:
            assert refusal.at, refusal


@each_game
def test_every_refusal_has_an_example_in_its_section(game: Game[Any]) -> None:
    shown = set()
    for name in load_examples(game.meta.slug):
        verdict = judge_example(game.meta.slug, name)
        for reason in (verdict.refusal, *verdict.warnings):
            if reason is not None:
                shown.add((reason.code, reason.rule))
    without_example = getattr(import_game_tests(game), "WITHOUT_EXAMPLE", {})
    needed = {
        (code, section) for code, section in iterate_declared_refusals(game) if code not in without_example
    }
    assert needed, "no refusal was found in its modules"
    assert not needed - shown, "no example in seeds/<slug>/examples.toml is refused so"
    assert set(COMMON_CODES) <= {code for code, _ in shown}


@each_game
def test_every_refusal_names_a_section_of_the_rules(game: Game[Any]) -> None:
    sections = {ast.literal_eval(arguments[1]) for _, arguments in iterate_refusal_calls(game)}
    assert sections <= game.words.rule_sections().keys()


@each_game
def test_every_section_named_by_a_refusal_has_an_example(game: Game[Any]) -> None:
    slug = game.meta.slug
    named = {"setup", "turn", "end", *(section for _, section in iterate_declared_refusals(game))}
    shown = {judge_example(slug, name).section for name in load_examples(slug)}
    assert not named - shown


@each_game
def test_every_kind_of_move_is_explained_by_a_section_with_an_example(game: Game[Any]) -> None:
    slug, explained = game.meta.slug, game.words.explained
    assert set(explained) == {kind.__name__ for kind in game.moves}
    assert set(explained.values()) <= {judge_example(slug, name).section for name in load_examples(slug)}


@pytest.mark.parametrize("language", ALL_LANGUAGES)
@each_game
def test_refusals_are_short_and_their_values_have_types(app: Flask, game: Game[Any], language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        set_language_game(game.meta.slug)
        for name, example in load_examples(game.meta.slug).items():
            verdict = judge_example(game.meta.slug, name)
            phrases = Phrasebook(verdict.replay.game, example.names)
            for refusal in filter(None, (verdict.refusal, *verdict.warnings)):
                message = phrases.message(refusal.code, refusal.values)
                assert len(message) <= MAX_REFUSAL_LETTERS, message
                for value in refusal.values.values():
                    check_value_has_kind(game.meta.slug, refusal.code, value)
