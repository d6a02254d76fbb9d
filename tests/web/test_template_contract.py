"""A game's templates use only what docs/templates.md offers, and do not style the app's own pages."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import Environment, meta, nodes

from companion.engine.game import Game
from companion.games.seeds import load_plays
from companion.language.i18n import format_number, isolate
from tests import ROOT
from tests.all_games import ALL_GAMES, each_game, static_folder, template_folder
from tests.exports.test_exports import import_file, make_table_file
from tests.people import hosting

PAGE = (ROOT / "docs" / "templates.md").read_text("utf-8")
TEMPLATES, STATIC = ROOT / "templates", ROOT / "static"
OFFERED = {"_", "ngettext", "asset", "new_key", "seat_symbols"}
PLACES = ("box", "edition", "setting_up")
AROUND_A_GAME = {"still", "count-of"}
"""Classes of elements that a game fills: a board without controls, and a seat's sheet in a count."""
ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"])
ENVIRONMENT.filters |= {"format_number": format_number, "isolate": isolate}


def documented_names() -> dict[str, set[str]]:
    """Return the names that docs/templates.md allows in each file, by the file's stem."""
    section = PAGE.split("\n## Names\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)\.html` \| (.*) \|$", section, re.M)
    return {file: set(re.findall(r"`(\w+)`", names)) for file, names in rows}


def assigned_names(source: str) -> set[str]:
    tree = ENVIRONMENT.parse(source)
    found = {name.name for name in tree.find_all(nodes.Name) if name.ctx in ("store", "param")}
    found |= {macro.name for macro in tree.find_all(nodes.Macro)}
    imported = [name for names in tree.find_all(nodes.FromImport) for name in names.names]
    return found | {name if isinstance(name, str) else name[1] for name in imported}


def used_names(source: str) -> set[str]:
    return meta.find_undeclared_variables(ENVIRONMENT.parse(source)) - assigned_names(source)


def game_templates(game: Game[Any]) -> Iterator[tuple[str, Path]]:
    """Yield each template of a game that the app includes, with its table in docs/templates.md."""
    for place in PLACES:
        file = template_folder(game) / f"{place}.html"
        if file.exists():
            yield place, file


@each_game
def test_a_game_template_uses_only_the_documented_names(game: Game[Any]) -> None:
    offered = documented_names()
    for place, file in game_templates(game):
        source = file.read_text("utf-8")
        unknown = used_names(source) - OFFERED - offered[place]
        assert unknown <= set(re.findall(r"(\w+) \| default\(", source)), f"{file.name}: {unknown}"


@each_game
def test_every_seat_has_a_board_with_an_id(app: Flask, game: Game[Any]) -> None:
    for name, play in load_plays(game.meta.slug).items():
        page = import_file(app, make_table_file(game.meta.slug, name, 1)).board()
        for seat in range(len(play["seats"])):
            assert page.count(f'id="board-{seat}"') == 1, name


def source_texts(folder: Path, *kinds: str) -> str:
    files = [p for kind in kinds for p in folder.rglob(f"*.{kind}") if "vendor" not in p.parts]
    return "\n".join(file.read_text("utf-8") for file in files)


def included_templates(game: Game[Any]) -> str:
    """Return a game's templates except those that are pages of their own."""
    folder = template_folder(game)
    own_pages = {p for p in folder.rglob("*.html") if p.read_text("utf-8").startswith("{% extends")}
    own_parts = {
        folder / f"{name}.html"
        for page in own_pages
        for name in re.findall(r'from "games/\w+/(\w+)\.html"', page.read_text("utf-8"))
    }
    return "\n".join(p.read_text("utf-8") for p in set(folder.rglob("*.html")) - own_pages - own_parts)


@each_game
def test_every_data_attribute_is_used_by_a_script_or_style(game: Game[Any]) -> None:
    known = source_texts(STATIC, "js", "css")
    assert not {
        name
        for name in set(re.findall(r"\bdata-[a-z-]+", included_templates(game)))
        if not is_used(name, known)
    }


def is_used(attribute: str, source: str) -> bool:
    camel = re.sub(r"-(\w)", lambda found: found[1].upper(), attribute.removeprefix("data-"))
    return bool(re.search(rf"{attribute}\b|\bdataset\.{camel}\b|[\"']{camel}[\"']", source))


def class_names(text: str) -> set[str]:
    plain = re.sub(r"\{%.*?%\}", " ", text, flags=re.DOTALL)
    plain = re.sub(r"\{\{.*?\}\}", "{}", plain, flags=re.DOTALL)
    found = " ".join(re.findall(r'class="([^"]*)"', plain)).split()
    return {name for name in found if "{" not in name}


def styled_classes(text: str) -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]*)", text))


@each_game
def test_every_class_is_used_by_a_style_or_script(game: Game[Any]) -> None:
    known = source_texts(STATIC, "js", "css") + source_texts(static_folder(game), "css")
    assert not {
        name for name in class_names(included_templates(game)) if not re.search(rf"\b{name}\b", known)
    }


def classes_of_the_app() -> set[str]:
    """Return the classes of pages with a game's styles that no game's template uses."""
    pages = [page for page in TEMPLATES.rglob("*.html") if "games" not in page.parts]
    drawn = [
        class_names(page.read_text("utf-8"))
        for page in pages
        if page.name not in ("home.html", "plays.html", "group.html", "_evening.html")
    ]
    return set().union(*drawn) - class_names("".join(map(included_templates, ALL_GAMES))) - AROUND_A_GAME


def selectors_of_the_app(styles: str, of_the_app: set[str]) -> set[str]:
    """Return the selectors that contain only classes of the app's pages and nothing of a game."""
    plain = re.sub(r"/\*.*?\*/|:\w+\([^()]*\)", "", styles, flags=re.DOTALL)
    found = {one.strip() for many in re.findall(r"([^{};]+)\{", plain) for one in many.split(",")}
    return {
        one for one in found if "#" not in one and styled_classes(one) and styled_classes(one) <= of_the_app
    }


@each_game
def test_a_games_styles_do_not_change_the_apps_pages(game: Game[Any]) -> None:
    for file in static_folder(game).glob(f"{game.meta.slug}*.css"):
        assert not selectors_of_the_app(file.read_text("utf-8"), classes_of_the_app()), file.name


def form_fields(page: str) -> set[str]:
    """Return the first part of each field name in a page's forms, without the language form."""
    forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "/language" not in form]
    names = re.findall(r"<(?:input|select|textarea|button)[^>]* name=\"([^\"]+)\"", "".join(forms))
    return {re.split(r"[.\[]", name)[0] for name in names}


@each_game
def test_field_names_are_fields_of_the_move_or_sheet(app: Flask, game: Game[Any]) -> None:
    client, slug = app.test_client(), game.meta.slug
    named = {part.name for part in fields(game.scoring.sheet_type)}
    phone = hosting(app, slug, ["Ana", "Bo", "Cy"][: max(2, game.meta.seats[0])], mode="tally")
    sheets = phone.board().split('<section id="board-', 1)[1].split("</section>", 1)[0]
    asked = {name for told in form_fields(sheets) for name in told.split(" ")}
    assert asked <= named | {"key", "seat", "move", "by"}
    for option in game.meta.options:
        if option.printed and not option.pad:
            copied = {"name", "value", *["by"] * bool(option.confirmation_option)}
            assert form_fields(client.get(f"/editions/{slug}/new").text) == copied
