"""Rules for this project's code that no linter checks."""

import pkgutil
import re
import sys
import tomllib
from importlib import import_module
from inspect import getmembers, isclass, isfunction
from typing import Any

import grimp

import companion
from companion.engine.game import MAX_SEATS, Game
from companion.games import GAMES
from companion.games.seeds import find_seed_folder
from companion.web.common.jinja_environment import SEAT_SYMBOLS
from tests import ROOT
from tests.all_games import each_game

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MODULES = sorted(p for p in (ROOT / "companion").rglob("*.py") if "migrations" not in p.parts)


def test_the_rules_import_only_the_standard_library_without_clock_and_randomness() -> None:
    graph = grimp.build_graph("companion", include_external_packages=True, cache_dir=None)
    rules = {"companion.engine", "companion.games"}
    for package in rules:
        graph.squash_module(package)
    imported = set().union(*map(graph.find_modules_directly_imported_by, rules)) - rules
    assert imported
    assert imported <= set(sys.stdlib_module_names) - {"random", "time", "datetime", "secrets"}


def test_the_picture_of_the_packages_is_up_to_date() -> None:
    graph, picture = grimp.build_graph("companion", cache_dir=None), "graph TD\n"
    layers = PYPROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    packages = [f"companion.{name}" for name in layers]
    for package in packages:
        graph.squash_module(package)
    for package in packages:
        lower = graph.find_modules_directly_imported_by(package) - {"companion", package}
        indirect = {module for other in lower for module in graph.find_upstream_modules(other) - {other}}
        for other in sorted(lower - indirect, key=packages.index, reverse=True):
            picture += f"  {package} --> {other}\n".replace("companion.", "")
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert f"```mermaid\n{picture}```" in page, picture


def test_only_the_store_writes_rows_of_tables() -> None:
    rows = r"\((?:Table|Seat|Link|Entry)[,)]"
    writes = re.compile(rf"\b(?:insert|update|delete|select|get|query){rows}")
    outside = [module for module in MODULES if "store" not in module.parts]
    assert not [module for module in outside if writes.search(module.read_text("utf-8"))]


@each_game
def test_every_printed_number_has_a_source(game: Game[Any]) -> None:
    slug = game.meta.slug
    numbers = tomllib.loads((find_seed_folder(slug) / "parts.toml").read_text("utf-8"))
    assert numbers
    for name, part in numbers.items():
        groups = part.values() if isinstance(part, dict) and "source" not in part else [part]
        for group in groups:
            for entry in group if isinstance(group, list) else [group]:
                assert entry["source"] in ("stated", "derived", "assumed"), name


def test_every_seat_has_a_symbol_and_two_readable_colours() -> None:
    assert max(game.meta.seats[1] for game in GAMES) <= MAX_SEATS
    assert len(set(SEAT_SYMBOLS)) == len(SEAT_SYMBOLS) == MAX_SEATS
    styles = re.sub(r"\s", "", (ROOT / "static" / "css" / "tokens.css").read_text("utf-8"))
    grounds = [re.findall(rf"--{name}:(#\w+)", styles) for name in ("paper", "sheet")]
    for seat in range(MAX_SEATS):
        assert f".c{seat}{{--own:var(--c{seat});}}" in styles
        for theme, colour in enumerate(re.findall(rf"--c{seat}:(#\w+)", styles)):
            for ground in grounds:
                assert compute_contrast(colour, ground[theme]) >= 4.5, (seat, theme)
        assert len(re.findall(rf"--c{seat}:(#\w+)", styles)) == 2


def compute_contrast(*colours: str) -> float:
    luminances = []
    for colour in colours:
        shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
        luminances.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


MODULES_OUTSIDE_GAMES = [
    *(module for module in MODULES if not {"engine", "games"} & set(module.parts)),
    *sorted(p for p in (ROOT / "templates").rglob("*.*") if "games" not in p.parts),
    *sorted(
        p for p in (ROOT / "static").rglob("*.*")
        if not {"games", "vendor"} & set(p.parts) and p.suffix in (".css", ".js", ".html", ".svg")
    ),
]  # fmt: skip


def test_code_outside_the_games_names_no_game() -> None:
    slug = re.compile(rf"(?<![a-z_])(?:{'|'.join(game.meta.slug for game in GAMES)})(?![a-z_])")
    assert not [file for file in MODULES_OUTSIDE_GAMES if slug.search(file.read_text("utf-8"))]


ALLOWED_PRIVATE_OVERRIDES = {
    ("companion.tables.schemas", "_deserialize"): "documented by marshmallow for fields",
    ("companion.server.serving", "_discard"): "gevent calls it on our request body; its version is bounded",
}


def test_no_private_name_of_another_package_is_overridden() -> None:
    overridden = set()
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if ".migrations." in module.name or module.name.endswith("__main__"):
            continue
        for _, cls in getmembers(import_module(module.name), isclass):
            bases = [base for base in cls.__mro__ if not base.__module__.startswith("companion.")]
            names = [name for name, value in vars(cls).items() if _is_private(name) and isfunction(value)]
            if cls.__module__ == module.name:
                private = {name for name in names if any(name in vars(base) for base in bases)}
                overridden |= {(module.name, name) for name in private}
    assert overridden <= ALLOWED_PRIVATE_OVERRIDES.keys()


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")
