"""Rules of this project that no linter knows: imports, modules of a game, sources of numbers."""

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from companion.engine.game import MAX_SEATS, Game
from companion.games import GAMES
from companion.games.seeds import seed_folder
from companion.server.app import create_app
from companion.web.common.assets import screen_styles, static_board_styles
from companion.web.common.template_globals import SEAT_SYMBOLS
from hatch_build import IMPORT_PATTERN
from tests import ROOT
from tests.all_games import each_game, game_folder
from tests.package_picture import CODE, MODULES, PAGE, PICTURE, imports, picture, room_of

OF_EVERY_GAME = {"__init__", "parts", "moves", "state", "rules", "scoring", "guide", "view", "words"}


def test_the_rules_import_only_the_standard_library_and_no_clock_or_chance() -> None:
    rules = [module for module in MODULES if room_of(module) in ("engine", "games")]
    packages = {name.split(".")[0] for module in rules for name in imports(module)}
    assert packages - set(sys.stdlib_module_names) == {"companion"}
    assert not packages & {"random", "time", "datetime", "secrets"}


def test_the_picture_of_the_house_is_true() -> None:
    assert PICTURE.findall(PAGE.read_text("utf-8")) == [picture()], "make package-picture"


def test_the_store_alone_writes_the_rows_of_tables() -> None:
    """Others select columns of them: they have no object that the ORM would write."""
    rows = r"\((?:Table|Seat|Link|Entry|Snapshot)[,)]"
    writes = re.compile(rf"\b(?:insert|update|delete|select|get|query){rows}")
    outside = [module for module in MODULES if room_of(module) != "store"]
    assert not [module for module in outside if writes.search(module.read_text("utf-8"))]


def test_every_planted_mistake_has_its_place() -> None:
    """``make mutation`` plants them; here none is left behind by what it stood in."""
    mistakes = tomllib.loads((ROOT / "tests" / "mutation" / "mistakes.toml").read_text("utf-8"))["mistake"]
    counts = {one["what"]: (ROOT / one["file"]).read_text("utf-8").count(one["old"]) for one in mistakes}
    assert {what for what, count in counts.items() if count != 1} == set()


@each_game
def test_a_game_has_the_modules_of_every_game_and_few_of_its_own(game: Game[Any]) -> None:
    modules = {module.stem for module in game_folder(game).glob("*.py")}
    assert modules >= OF_EVERY_GAME
    assert len(modules) <= 12


@each_game
def test_every_printed_number_has_a_source(game: Game[Any]) -> None:
    slug = game.meta.slug
    found = tomllib.loads((seed_folder(slug) / "parts.toml").read_text("utf-8"))
    assert found
    for name, part in found.items():
        groups = part.values() if isinstance(part, dict) and "source" not in part else [part]
        for group in groups:
            for entry in group if isinstance(group, list) else [group]:
                assert entry["source"] in ("stated", "derived", "assumed"), name


@each_game
def test_no_game_has_more_seats_than_a_table(game: Game[Any]) -> None:
    assert game.meta.seats[1] <= MAX_SEATS, f"pages and API know {MAX_SEATS}"


def test_every_seat_has_a_mark_and_two_colours_that_can_be_read() -> None:
    assert len(set(SEAT_SYMBOLS)) == len(SEAT_SYMBOLS) == MAX_SEATS
    styles = re.sub(r"\s", "", (ROOT / "static" / "css" / "tokens.css").read_text("utf-8"))
    grounds = [re.findall(rf"--{name}:(#\w+)", styles) for name in ("paper", "sheet")]
    for seat in range(MAX_SEATS):
        assert f".c{seat}{{--own:var(--c{seat});}}" in styles
        for theme, colour in enumerate(re.findall(rf"--c{seat}:(#\w+)", styles)):
            for ground in grounds:
                assert contrast(colour, ground[theme]) >= 4.5, (seat, theme)
        assert len(re.findall(rf"--c{seat}:(#\w+)", styles)) == 2


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' luminances, as WCAG measures it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_python_that_is_promised_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = [name.rsplit(" ", 1)[1] for name in project["classifiers"] if "Python :: 3" in name]
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert re.findall(r'"(3\.\d+)"', workflow) == told
    assert project["requires-python"] == f">={told[0]}"


OUTSIDE_THE_GAMES = [
    *(m for m in MODULES if not {"engine", "games"} & set(m.relative_to(CODE).parts)),
    *sorted(p for p in (ROOT / "templates").rglob("*.*") if "games" not in p.parts),
    *sorted(
        p for p in (ROOT / "static").rglob("*.*")
        if not {"games", "vendor"} & set(p.parts) and p.suffix in (".css", ".js", ".html", ".svg")
    ),
]  # fmt: skip


def test_the_house_names_no_game() -> None:
    slug = re.compile(rf"(?<![a-z_])(?:{'|'.join(game.meta.slug for game in GAMES)})(?![a-z_])")
    assert not [file for file in OUTSIDE_THE_GAMES if slug.search(file.read_text("utf-8"))]


def worked_out(source: str) -> list[int]:
    """Lines with a refusal whose section or permission is not written beside its code."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    made = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in ("Refusal", "RefusalKind")]
    told = [
        (call.lineno, [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "overridable")])
        for call in made
    ]
    return [line for line, parts in told if not all(isinstance(p, ast.Constant) for p in parts)]


def test_section_and_permission_stand_beside_a_refusals_code() -> None:
    lines = {module: worked_out(module.read_text("utf-8")) for module in (CODE / "games").rglob("*.py")}
    assert not {module: at for module, at in lines.items() if at}


def sources() -> list[Path]:
    found = [*(ROOT / "static").rglob("*.css"), *(ROOT / "static").rglob("*.js")]
    return [file for file in found if "vendor" not in file.parts] + [ROOT / "templates" / "sw.js"]


BRINGS = {
    r"\bdata-(share|picture)\b|\bshared_link\b": "share",
    'id="install"': "install",
}
"""What a page has, and the script that it brings for it."""


def test_a_page_brings_the_script_for_what_it_has() -> None:
    for page in (ROOT / "templates").glob("**/*.html"):
        text = page.read_text("utf-8")
        for sign, script in BRINGS.items():
            if re.search(sign, text) and "games" not in page.parts and page.name != "_shared.html":
                assert f"asset('js/{script}.js')" in text, page


def with_parts(files: set[Path]) -> set[Path]:
    """Files of our own with all that they import, directly or not."""
    reached, waiting = set[Path](), files
    while waiting:
        reached |= waiting
        found = {
            file.parent / name
            for file in waiting
            for name in IMPORT_PATTERN.findall(file.read_text("utf-8"))
        }
        waiting = {file.resolve() for file in found if "vendor" not in file.parts} - reached
    return reached


def test_every_script_and_style_is_reached_from_a_page() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "templates").rglob("*.html"))
    asked = re.findall(r"asset\('([^']+\.(?:css|js))'\)", pages)
    reached = {ROOT / "static" / name for name in asked}
    reached |= {ROOT / "static" / "games" / f"{game.meta.slug}.css" for game in GAMES}
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite:///not-opened.sqlite3"})
    with app.app_context():
        for styles in (screen_styles, static_board_styles):
            reached |= {ROOT / "static" / s for game in GAMES for s in styles(game.meta.slug)}
    assert set(sources()) - with_parts(reached) <= {ROOT / "templates" / "sw.js"}
