"""Parses the forms of a page, and computes the fields that a browser sends for each button."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

Pair = tuple[str, str]
"""(name, value)."""
NESTED_ELEMENTS = (
    "a", "button", "details", "div", "fieldset", "form", "label", "section", "select", "span",
)  # fmt: skip
"""Elements that must be closed in the reverse order of opening."""


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
        """Yield what each button sends, with the default choices and with each other one."""
        kinds = {button and (button[0], button[1].split(" ")[0]): button for button in self.buttons}
        for button in self.buttons:
            yield self._submission(button)
            yield self._submission(button, *(c for c in self.controls if c.open))
        for button in kinds.values():
            for control in self.controls:
                for choice in control.choices:
                    others = [c for c in self.controls if c.open and c is not control]
                    picked = Control(control.name, choices=[choice])
                    yield self._submission(button, *others, picked, without=control)

    def _submission(
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
    reader = _FormReader()
    reader.feed(TEMPLATE_PATTERN.sub("", page))
    missing = reader.missing.keys() - OPTIONAL_FORM_IDS
    assert not missing, f"controls of forms that are not there: {missing}"
    for form in reader.forms:
        form.buttons = [
            button for button in form.buttons if form.has_target_choice or button not in form.target_buttons
        ]
    return reader.forms


class _FormReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.missing: dict[str, Form] = {}
        """Forms that a control names by its ``form`` attribute before they appear."""
        self._named: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: Control | None = None
        self._option: str | None = None
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag in NESTED_ELEMENTS:
            self._within.append(tag)
        if tag == "form":
            assert self._form is None, "a form within a form"
            self._begin_form(attributes)
        form = self._form_named(attributes["form"]) if "form" in attributes else self._form
        if form is None or "disabled" in attributes:
            assert tag != "button" or "name" not in attributes or "disabled" in attributes, (
                f"a button outside of forms: {attributes}"
            )
            return
        if tag == "button" and attributes.get("type", "submit") == "submit":
            name = attributes.get("name")
            form.buttons.append((name, attributes.get("value", "")) if name else None)
            form.target_buttons += form.buttons[-1:] if "data-target" in attributes else []
        elif tag == "select":
            self._select = Control(attributes["name"])
            form.controls.append(self._select)
        elif tag == "option" and self._select is not None:
            self._add_option(attributes)
        elif tag in ("input", "textarea") and attributes.get("name"):
            form.has_target_choice |= "data-lights" in attributes
            self._add_input(form, attributes)

    def _begin_form(self, attributes: dict[str, str]) -> None:
        name = attributes.get("id", "")
        self._form = self.missing.pop(name, None) or Form("", "")
        self._form.method, self._form.action = attributes.get("method", "get"), attributes.get("action", "")
        self.forms.append(self._form)
        if name:
            self._named[name] = self._form

    def _form_named(self, name: str) -> Form:
        return self._named.get(name) or self.missing.setdefault(name, Form("", ""))

    def _add_option(self, attributes: dict[str, str]) -> None:
        assert self._select is not None
        self._option = None if "value" in attributes else ""
        pair = (self._select.name, attributes.get("value", ""))
        self._select.choices.append(pair)
        if "selected" in attributes or not self._select.chosen:
            self._select.chosen = [pair]

    def _add_input(self, form: Form, attributes: dict[str, str]) -> None:
        kind, pair = attributes.get("type", "text"), (attributes["name"], attributes.get("value", ""))
        if kind == "radio":
            existing = next((c for c in form.controls if c.name == pair[0]), None)
            control = existing or Control(pair[0], open=True)
            if existing is None:
                form.controls.append(control)
        else:
            control = Control(pair[0])
            form.controls.append(control)
        if kind in ("radio", "checkbox"):
            pair = (pair[0], attributes.get("value", "on"))
            control.choices.append(pair)
            if "checked" in attributes:
                control.chosen, control.open = [pair], False
        else:
            control.chosen = [pair]

    def handle_data(self, data: str) -> None:
        if self._option is not None and self._select is not None and data.strip():
            self._option = None
            name, label = self._select.name, data.strip()
            changed = (name, label)
            old = self._select.choices[-1]
            self._select.choices[-1] = changed
            if self._select.chosen == [old]:
                self._select.chosen = [changed]

    def handle_endtag(self, tag: str) -> None:
        if tag in NESTED_ELEMENTS:
            assert self._within[-1:] == [tag], f"a stray </{tag}>"
            self._within.pop()
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = self._option = None
