"""Parses the forms of a page, and computes the fields that a browser sends for each button."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

Pair = tuple[str, str]
"""(name, value)."""
VOID_ELEMENTS = {"base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
"""Elements without an end tag."""


@dataclass
class Control:
    """A field of a form, which sends one of its choices or nothing."""

    name: str
    open: bool = False
    """Whether a choice is required: radio buttons of which none is checked."""
    choices: list[Pair] = field(default_factory=list)
    chosen: list[Pair] = field(default_factory=list)
    """The pairs that it sends by default."""


@dataclass
class Form:
    """A form with its controls and its submit buttons."""

    method: str
    action: str
    controls: list[Control] = field(default_factory=list)
    buttons: list[Pair | None] = field(default_factory=list)
    target_buttons: list[Pair | None] = field(default_factory=list)
    """Buttons on board targets that only work after a choice."""
    has_target_choice: bool = False
    """Whether the form has such a choice."""

    def add_element(self, element: Element) -> None:
        """Add an element of the page, if it is a control or a submit button."""
        name, kind = element.get("name", ""), element.get("type", "")
        pair = (name, element.get("value", "on" if kind in ("radio", "checkbox") else ""))
        if element.tag == "button" and kind in ("", "submit"):
            self.buttons.append(pair if name else None)
            self.target_buttons += self.buttons[-1:] if "data-target" in element.attrib else []
        elif element.tag == "select":
            options = {option: "".join(option.itertext()).strip() for option in element.iter("option")}
            choices = {option: (name, option.get("value", text)) for option, text in options.items()}
            selected = [choices[option] for option in options if "selected" in option.attrib]
            every_choice = list(choices.values())
            self.controls.append(Control(name, False, every_choice, selected[-1:] or every_choice[:1]))
        elif element.tag in ("input", "textarea") and name:
            self.has_target_choice |= "data-lights" in element.attrib
            self._add_input(pair, kind, is_checked="checked" in element.attrib)

    def _add_input(self, pair: Pair, kind: str, *, is_checked: bool) -> None:
        same = [c for c in self.controls if c.name == pair[0]] if kind == "radio" else []
        control = same[0] if same else Control(pair[0], open=kind == "radio")
        self.controls += [] if same else [control]
        if kind not in ("radio", "checkbox"):
            control.chosen = [pair]
            return
        control.choices.append(pair)
        if is_checked:
            control.chosen, control.open = [pair], False

    def list_default_pairs(self) -> list[Pair]:
        """Return the (name, value) pairs that the form sends if the user changes nothing."""
        return [pair for control in self.controls for pair in control.chosen]

    def make_random_pairs(self, chance: random.Random) -> list[Pair]:
        """Return the (name, value) pairs that a random button sends after random choices."""
        sent = [pair for c in self.controls if not c.choices for pair in c.chosen]
        for control in self.controls:
            if control.choices and chance.random() < (0.95 if control.open else 0.2):
                sent.append(chance.choice(control.choices))
            else:
                sent += control.chosen if control.choices else []
        button = chance.choice(self.buttons)
        return [*sent, button] if button else sent

    def list_field_names(self) -> set[str]:
        names = [control.name for control in self.controls]
        names += [button[0] for button in self.buttons if button]
        return expand_field_names(names)

    def iterate_submissions(self) -> Iterator[list[Pair]]:
        """Yield the pairs that each button sends: with the default choices, and with each other choice."""
        kinds = {button and (button[0], button[1].split(" ")[0]): button for button in self.buttons}
        for button in self.buttons:
            yield self._make_submission(button)
            yield self._make_submission(button, *(c for c in self.controls if c.open))
        for button in kinds.values():
            for control in self.controls:
                for choice in control.choices:
                    others = [c for c in self.controls if c.open and c is not control]
                    picked = Control(control.name, choices=[choice])
                    yield self._make_submission(button, *others, picked, without=control)

    def _make_submission(
        self, button: Pair | None, *picked: Control, without: Control | None = None
    ) -> list[Pair]:
        pairs = [pair for c in self.controls if c is not without for pair in c.chosen]
        pairs += [control.choices[0] for control in picked if control.choices]
        return [*pairs, button] if button else pairs


def expand_field_names(names: Iterable[str]) -> set[str]:
    """Return the fields that these controls set: ``move tiles[]`` sets ``move`` and ``tiles``."""
    return {part.removesuffix("[]") for name in names for part in name.split()}


def list_element_ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]*)"', page)


OPTIONAL_FORM_IDS = {"move-form", "taking-back"}
"""Forms that a page omits for a phone that cannot enter anything now."""
TEMPLATE_PATTERN = re.compile(r"<template[ >].*?</template>", re.DOTALL)


def parse_forms(page: str) -> list[Form]:
    """Return the forms of a page, except those in its ``<template>`` elements."""
    tree = parse_page(TEMPLATE_PATTERN.sub("", page))
    elements = list(tree.iter("form"))
    assert not any(element.findall(".//form") for element in elements), "a form within a form"
    forms = {element: Form(element.get("method", "get"), element.get("action", "")) for element in elements}
    forms_by_id = {element.get("id"): form for element, form in forms.items()}
    forms_around = {inner: forms[element] for element in elements for inner in element.iter()}
    for element in tree.iter():
        form_id, is_enabled = element.get("form"), "disabled" not in element.attrib
        form = forms_by_id.get(form_id) if form_id else forms_around.get(element)
        if form and is_enabled:
            form.add_element(element)
        elif form_id:
            assert form or form_id in OPTIONAL_FORM_IDS, f"a control of the missing form {form_id}"
        elif element.tag == "button" and "name" in element.attrib:
            assert not is_enabled, f"a button outside of forms: {element.attrib}"
    for form in forms.values():
        form.buttons = [
            button for button in form.buttons if form.has_target_choice or button not in form.target_buttons
        ]
    return list(forms.values())


def parse_page(page: str) -> Element:
    """Return the root element of a page or of a part of one.

    Fail if a tag is not closed in its place, or if two elements outside of templates have the same id.
    """
    parser = _PageParser()
    parser.feed(f"<main>{page}</main>")
    return parser.builder.close()


class _PageParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.builder = TreeBuilder()
        self._open: list[str] = []
        self._ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self.builder.start(tag, {name: value or "" for name, value in attrs})
        if "id" in element.attrib and "template" not in self._open:
            assert element.attrib["id"] not in self._ids, f"twice: {element.attrib}"
            self._ids.add(element.attrib["id"])
        self._open.append(tag)
        if tag in VOID_ELEMENTS:
            self._close(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID_ELEMENTS:
            self._close(tag)

    def _close(self, tag: str) -> None:
        assert self._open.pop() == tag, f"a stray </{tag}>"
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        self.builder.data(data)
