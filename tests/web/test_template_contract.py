"""A game's templates use only the names that docs/templates.md offers, and do not style other pages."""

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
from tests.all_games import ALL_GAMES, each_game, get_static_folder, get_template_folder
from tests.exports.test_exports import import_file, make_table_file
from tests.people import open_as_host

CONTRACT_TEXT = (ROOT / "docs" / "templates.md").read_text("utf-8")
TEMPLATES_FOLDER, STATIC_FOLDER = ROOT / "templates", ROOT / "static"
OFFERED_NAMES = {"_", "ngettext", "asset", "new_key", "seat_symbols"}
PLACE_NAMES = ("box", "edition", "setting_up")
CLASSES_AROUND_GAME = {"static-board", "count-of"}
"""Classes of elements that a game fills: a board without controls, and a seat's sheet in a count."""
JINJA_ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"])
JINJA_ENVIRONMENT.filters |= {"format_number": format_number, "isolate": isolate}


def read_documented_names() -> dict[str, set[str]]:
    """Return the names that docs/templates.md allows in each file, by the file's name without suffix."""
    section = CONTRACT_TEXT.split("\n## Names\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)\.html` \| (.*) \|$", section, re.M)
    return {file: set(re.findall(r"`(\w+)`", names)) for file, names in rows}


def list_assigned_names(source: str) -> set[str]:
    tree = JINJA_ENVIRONMENT.parse(source)
    found = {name.name for name in tree.find_all(nodes.Name) if name.ctx in ("store", "param")}
    found |= {macro.name for macro in tree.find_all(nodes.Macro)}
    imported = [name for names in tree.find_all(nodes.FromImport) for name in names.names]
    return found | {name if isinstance(name, str) else name[1] for name in imported}


def list_used_names(source: str) -> set[str]:
    return meta.find_undeclared_variables(JINJA_ENVIRONMENT.parse(source)) - list_assigned_names(source)


def iterate_game_templates(game: Game[Any]) -> Iterator[tuple[str, Path]]:
    """Yield (name of the table in docs/templates.md, path) of each template of a game."""
    for place in PLACE_NAMES:
        file = get_template_folder(game) / f"{place}.html"
        if file.exists():
            yield place, file


@each_game
def test_a_game_template_uses_only_the_documented_names(game: Game[Any]) -> None:
    offered = read_documented_names()
    for place, file in iterate_game_templates(game):
        source = file.read_text("utf-8")
        unknown = list_used_names(source) - OFFERED_NAMES - offered[place]
        assert unknown <= set(re.findall(r"(\w+) \| default\(", source)), f"{file.name}: {unknown}"


@each_game
def test_every_seat_has_a_board_with_an_id(app: Flask, game: Game[Any]) -> None:
    for name, play in load_plays(game.meta.slug).items():
        page = import_file(app, make_table_file(game.meta.slug, name, 1)).get_board_html()
        for seat in range(len(play["seats"])):
            assert page.count(f'id="board-{seat}"') == 1, name


def read_sources(folder: Path, *kinds: str) -> str:
    files = [p for kind in kinds for p in folder.rglob(f"*.{kind}") if "vendor" not in p.parts]
    return "\n".join(file.read_text("utf-8") for file in files)


def read_included_templates(game: Game[Any]) -> str:
    """Return the text of a game's templates, except those that are whole pages."""
    folder = get_template_folder(game)
    own_pages = {p for p in folder.rglob("*.html") if p.read_text("utf-8").startswith("{% extends")}
    own_parts = {
        folder / f"{name}.html"
        for page in own_pages
        for name in re.findall(r'from "games/\w+/(\w+)\.html"', page.read_text("utf-8"))
    }
    return "\n".join(p.read_text("utf-8") for p in set(folder.rglob("*.html")) - own_pages - own_parts)


@each_game
def test_every_data_attribute_is_used_by_a_script_or_style(game: Game[Any]) -> None:
    known = read_sources(STATIC_FOLDER, "js", "css")
    assert not {
        name
        for name in set(re.findall(r"\bdata-[a-z-]+", read_included_templates(game)))
        if not is_used(name, known)
    }


def is_used(attribute: str, source: str) -> bool:
    camel = re.sub(r"-(\w)", lambda found: found[1].upper(), attribute.removeprefix("data-"))
    return bool(re.search(rf"{attribute}\b|\bdataset\.{camel}\b|[\"']{camel}[\"']", source))


def list_class_names(text: str) -> set[str]:
    plain = re.sub(r"\{%.*?%\}", " ", text, flags=re.DOTALL)
    plain = re.sub(r"\{\{.*?\}\}", "{}", plain, flags=re.DOTALL)
    found = " ".join(re.findall(r'class="([^"]*)"', plain)).split()
    return {name for name in found if "{" not in name}


def list_styled_classes(text: str) -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]*)", text))


@each_game
def test_every_class_is_used_by_a_style_or_script(game: Game[Any]) -> None:
    known = read_sources(STATIC_FOLDER, "js", "css") + read_sources(get_static_folder(game), "css")
    assert not {
        name
        for name in list_class_names(read_included_templates(game))
        if not re.search(rf"\b{name}\b", known)
    }


def list_app_classes() -> set[str]:
    """Return the classes of pages with a game's styles that no game's template uses."""
    pages = [page for page in TEMPLATES_FOLDER.rglob("*.html") if "games" not in page.parts]
    drawn = [
        list_class_names(page.read_text("utf-8"))
        for page in pages
        if page.name not in ("home.html", "plays.html", "group.html", "_evening.html")
    ]
    return (
        set().union(*drawn)
        - list_class_names("".join(map(read_included_templates, ALL_GAMES)))
        - CLASSES_AROUND_GAME
    )


def list_app_selectors(styles: str, of_the_app: set[str]) -> set[str]:
    """Return the selectors that contain only classes of the app's own pages."""
    plain = re.sub(r"/\*.*?\*/|:\w+\([^()]*\)", "", styles, flags=re.DOTALL)
    found = {one.strip() for many in re.findall(r"([^{};]+)\{", plain) for one in many.split(",")}
    return {
        one
        for one in found
        if "#" not in one and list_styled_classes(one) and list_styled_classes(one) <= of_the_app
    }


@each_game
def test_a_games_styles_do_not_change_the_apps_pages(game: Game[Any]) -> None:
    for file in get_static_folder(game).glob(f"{game.meta.slug}*.css"):
        assert not list_app_selectors(file.read_text("utf-8"), list_app_classes()), file.name


def list_form_fields(page: str) -> set[str]:
    """Return the first part of the name of each field in a page's forms, except the form for the
    language.
    """
    forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "/language" not in form]
    names = re.findall(r"<(?:input|select|textarea|button)[^>]* name=\"([^\"]+)\"", "".join(forms))
    return {re.split(r"[.\[]", name)[0] for name in names}


@each_game
def test_field_names_are_fields_of_the_move_or_sheet(app: Flask, game: Game[Any]) -> None:
    client, slug = app.test_client(), game.meta.slug
    named = {part.name for part in fields(game.scoring.sheet_type)}
    phone = open_as_host(app, slug, ["Ana", "Bo", "Cy"][: max(2, game.meta.seats[0])], mode="tally")
    sheets = phone.get_board_html().split('<section id="board-', 1)[1].split("</section>", 1)[0]
    asked = {name for told in list_form_fields(sheets) for name in told.split(" ")}
    assert asked <= named | {"key", "seat", "move", "by"}
    for option in game.meta.options:
        if option.printed and not option.pad:
            copied = {"name", "value", *["by"] * bool(option.confirmation_option)}
            assert list_form_fields(client.get(f"/editions/{slug}/new").text) == copied
