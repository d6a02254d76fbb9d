"""A drawn page's forms, and what a browser would send for each tap."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

Pair = tuple[str, str]
NESTED_ELEMENTS = (
    "a",
    "button",
    "details",
    "div",
    "fieldset",
    "form",
    "label",
    "section",
    "select",
    "span",
)
"""Elements that close in the order in which they open."""


@dataclass
class Control:
    """A field of a form with the pairs it may send: one at a time, or none."""

    name: str
    open: bool = False
    """One of its choices must be made: radio buttons of which none is chosen."""
    choices: list[Pair] = field(default_factory=list)
    chosen: list[Pair] = field(default_factory=list)
    """What it sends untouched."""


@dataclass
class Form:
    """Controls, and the buttons that send them."""

    method: str
    action: str
    controls: list[Control] = field(default_factory=list)
    buttons: list[Pair | None] = field(default_factory=list)
    spots: list[Pair | None] = field(default_factory=list)
    """Buttons among these that wait for a choice."""
    lights: bool = False
    """It has such a choice; where it has none, a tap on them does nothing."""

    def default_values(self) -> list[Pair]:
        return [pair for control in self.controls for pair in control.chosen]

    def random_values(self, chance: random.Random) -> list[Pair]:
        """What a button sends after some of the choices were made."""
        sent = [pair for c in self.controls if not c.choices for pair in c.chosen]
        for control in self.controls:
            if control.choices and chance.random() < (0.95 if control.open else 0.2):
                sent.append(chance.choice(control.choices))
            else:
                sent += control.chosen if control.choices else []
        button = chance.choice(self.buttons)
        return [*sent, button] if button else sent

    def offered_fields(self) -> set[str]:
        names = [control.name for control in self.controls]
        names += [button[0] for button in self.buttons if button]
        return field_names(names)

    def submissions(self) -> Iterator[list[Pair]]:
        """What each button sends untouched, and after every choice there is."""
        kinds = {button and (button[0], button[1].split(" ")[0]): button for button in self.buttons}
        for button in self.buttons:
            yield self._sent(button)
            yield self._sent(button, *(c for c in self.controls if c.open))
        for button in kinds.values():
            for control in self.controls:
                for choice in control.choices:
                    others = [c for c in self.controls if c.open and c is not control]
                    picked = Control(control.name, choices=[choice])
                    yield self._sent(button, *others, picked, without=control)

    def _sent(self, button: Pair | None, *picked: Control, without: Control | None = None) -> list[Pair]:
        pairs = [pair for c in self.controls if c is not without for pair in c.chosen]
        pairs += [control.choices[0] for control in picked if control.choices]
        return [*pairs, button] if button else pairs


def field_names(names: Iterable[str]) -> set[str]:
    """The fields that controls of these names fill: ``move tiles[]`` fills ``move`` and ``tiles``."""
    return {part.removesuffix("[]") for name in names for part in name.split()}


def element_ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]*)"', page)


MAY_BE_MISSING = {"move-form", "taking-back"}
"""The forms that controls on the sheet belong to: not there for a phone that may enter nothing now."""
TEMPLATE = re.compile(r"<template[ >].*?</template>", re.DOTALL)


def parse_forms(page: str) -> list[Form]:
    """The forms of a page, as they can be sent: what a template holds is not on it."""
    reader = _Reader()
    reader.feed(TEMPLATE.sub("", page))
    unmet = reader.unmet.keys() - MAY_BE_MISSING
    assert not unmet, f"controls of forms that are not there: {unmet}"
    for form in reader.forms:
        form.buttons = [button for button in form.buttons if form.lights or button not in form.spots]
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.unmet: dict[str, Form] = {}
        """Forms that a control named by its ``form`` before they came."""
        self._named: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: Control | None = None
        self._option: str | None = None
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag in NESTED_ELEMENTS:
            self._within.append(tag)
        if tag == "form":
            assert self._form is None, "a form within a form"
            self._begin_form(told)
        form = self._form_named(told["form"]) if "form" in told else self._form
        if form is None or "disabled" in told:
            assert tag != "button" or "name" not in told or "disabled" in told, (
                f"a button outside of forms: {told}"
            )
            return
        if tag == "button" and told.get("type", "submit") == "submit":
            name = told.get("name")
            form.buttons.append((name, told.get("value", "")) if name else None)
            form.spots += form.buttons[-1:] if "data-target" in told else []
        elif tag == "select":
            self._select = Control(told["name"])
            form.controls.append(self._select)
        elif tag == "option" and self._select is not None:
            self._add_option(told)
        elif tag in ("input", "textarea") and told.get("name"):
            form.lights |= "data-lights" in told
            self._add_input(form, told)

    def _begin_form(self, told: dict[str, str]) -> None:
        name = told.get("id", "")
        self._form = self.unmet.pop(name, None) or Form("", "")
        self._form.method, self._form.action = told.get("method", "get"), told.get("action", "")
        self.forms.append(self._form)
        if name:
            self._named[name] = self._form

    def _form_named(self, name: str) -> Form:
        return self._named.get(name) or self.unmet.setdefault(name, Form("", ""))

    def _add_option(self, told: dict[str, str]) -> None:
        assert self._select is not None
        self._option = None if "value" in told else ""
        pair = (self._select.name, told.get("value", ""))
        self._select.choices.append(pair)
        if "selected" in told or not self._select.chosen:
            self._select.chosen = [pair]

    def _add_input(self, form: Form, told: dict[str, str]) -> None:
        kind, pair = told.get("type", "text"), (told["name"], told.get("value", ""))
        if kind == "radio":
            found = next((c for c in form.controls if c.name == pair[0]), None)
            control = found or Control(pair[0], open=True)
            if found is None:
                form.controls.append(control)
        else:
            control = Control(pair[0])
            form.controls.append(control)
        if kind in ("radio", "checkbox"):
            pair = (pair[0], told.get("value", "on"))
            control.choices.append(pair)
            if "checked" in told:
                control.chosen, control.open = [pair], False
        else:
            control.chosen = [pair]

    def handle_data(self, data: str) -> None:
        if self._option is not None and self._select is not None and data.strip():
            self._option = None
            name, worded = self._select.name, data.strip()
            changed = (name, worded)
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
