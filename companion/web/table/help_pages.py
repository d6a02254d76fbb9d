"""The pages that explain the rules: which moves are possible now, and the rules with examples."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from typing import Any

from flask import render_template, request
from markupsafe import Markup, escape

from companion.engine.game import ElementIds, Game, Move
from companion.engine.json_data import to_json
from companion.engine.possible_moves import MoveChoices, RefusedAttempts
from companion.engine.tally import Tally
from companion.engine.words import Term
from companion.games.examples import Example, Verdict, judge_example, judge_section_examples, load_examples
from companion.sentences.phrases import Phrasebook, localized_names, table_phrases
from companion.tables import queries
from companion.tables.errors import NotFound
from companion.tables.links import Member, require_player
from companion.tables.names import make_name_key
from companion.tables.state import TableState
from companion.web.common.assets import static_board_styles
from companion.web.common.http import TableBlueprint, move_to_form
from companion.web.common.jinja_environment import render_table_page
from companion.web.common.page_fragments import render_inner
from companion.web.device.acting_for import ActingFor, load_acting_for
from companion.web.table.play_fragments import page_fragments
from companion.web.table.public_table import make_shared_page, make_viewer

bp = TableBlueprint("help_pages", __name__, url_prefix="/t/<code>")
SPARE_NAMES = ["Kim", "Lou", "Mia", "Noa", "Sam", "Tom", "Uli", "Vera", "Will", "Yara", "Zoe", "Jan", "Ida"]
"""Names for the people in an example who have the same name as a reader."""


@bp.get("/moves")
def show_moves(table: TableState, member: Member) -> str:
    """Show every kind of move: where it is possible now, or why it is not."""
    require_player(member)
    return render_template("moves.html", **moves_context(table, member, load_acting_for(table)))


def moves_context(table: TableState, member: Member, acting_for: ActingFor) -> dict[str, Any]:
    """Return the template variables of the page of moves, for the acting seat or else for the own seat.

    ``possible`` are the kinds of move that can be entered, ``impossible`` those that the game refuses, and
    ``later`` those for which it is not the time now.
    """
    shared = make_shared_page(table, None)
    viewer = make_viewer(shared, table, member, acting_for)
    seat = viewer.acting if viewer.acting is not None else member.seat or 0
    kinds = queries.get_move_choices(table, seat)
    refused = [kind for kind in kinds if not kind.moves]
    later = [kind for kind in refused if kind.objections[0].refusal.code.startswith("table.")]
    return {
        "table": table,
        "meta": table.replay.origin.meta,
        "phrases": shared.phrases,
        "turn": viewer.turn,
        "prompt": viewer.prompt,
        "ended": shared.table.ended,
        "invalid_entries": shared.table.invalid_entries,
        "has_guide": shared.table.has_guide,
        "seat": seat,
        "possible": [_move_kind_data(table, seat, kind) for kind in kinds if kind.moves],
        "impossible": [kind for kind in refused if kind not in later],
        "later": later,
    }


def _move_kind_data(table: TableState, seat: int, kind: MoveChoices) -> dict[str, Any]:
    steps = highlight_steps(table.replay.game, table.replay.state, seat, kind.moves)
    return {
        "kind": kind.kind.__name__,
        "count": len(kind.moves),
        "places": sum(bool(step["at"]) for step in steps),
        "steps": steps,
        "objections": [
            (objection.refusal, _refusal_highlight_steps(objection, table_phrases(table)))
            for objection in kind.objections
        ],
    }


def _refusal_highlight_steps(objection: RefusedAttempts, phrases: Phrasebook) -> list[dict[str, Any]]:
    by_place = {refusal.at: refusal for refusal in reversed(objection.refusals) if refusal.at}
    return [
        {"at": at, "values": {}, "refused": phrases.message(refusal.code, refusal.values)}
        for at, refusal in reversed(by_place.items())
    ]


def highlight_steps(game: Game[Any], state: Any, seat: int, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return steps in which a page highlights these moves, one for each target on the board.

    ``at`` has the ids of the target's elements, ``values`` a list of values for each form field of the
    moves there. A move without a target has a step of its own.
    """
    by_place: dict[ElementIds, dict[str, list[str]]] = {}
    steps = []
    for move in moves:
        form = move_to_form(type(move).__name__, seat, to_json(move))
        values = {name: [value] if isinstance(value, str) else value for name, value in form.items()}
        place = game.move_targets(state, seat, move)
        if place and place in by_place:
            for name, new_values in values.items():
                known_values = by_place[place].setdefault(name, [])
                known_values += [value for value in new_values if value not in known_values]
        else:
            steps.append({"at": place, "values": values})
            by_place[place] = values
    return steps


@bp.get("/rules/<section>")
def show_rule(table: TableState, section: str) -> str:
    """Show one section of the rules with examples.

    ``example`` in the query is the name of the example to draw, or the code of a refusal; by default, the
    first example is drawn.
    """
    slug = table.slug
    if section not in table.replay.game.words.rule_sections():
        raise NotFound("table.no_such_page")
    of_section = judge_section_examples(slug, section)
    wanted = request.args.get("example", "")
    matches = (name for name, e in of_section.items() if wanted in (name, e.refused, e.warned))
    shown = next(matches, next(iter(of_section), None))
    names = localized_names(table)
    return render_table_page(
        "rule.html", table, section=section, styles=static_board_styles(slug),
        examples=[example_context(slug, name, names) for name in of_section if name != shown],
        example=example_context(slug, shown, names, draw=True) if shown else None,
    )  # fmt: skip


def example_context(slug: str, name: str, people: Sequence[str], *, draw: bool = False) -> dict[str, Any]:
    """Return the template variables of a rule's example: a move, what the rules say, the board if ``draw``.

    Nobody in the example has the name of one of ``people``.
    """
    example, verdict = load_examples(slug)[name], judge_example(slug, name)
    example = replace(example, names=_replace_taken_names(example.names, people))
    replay, refusal = verdict.replay, verdict.refusal
    phrases = Phrasebook(replay.game, example.names)
    is_count = isinstance(replay.state, Tally)
    description = replay.game.describe(None if refusal else replay.state, example.seat, example.move)
    return {
        "name": name,
        "entered": phrases.log_line(description, example.seat),
        "refused": phrases.message(refusal.code, refusal.values) if refusal else "",
        "warnings": [phrases.message(w.code, w.values) for w in verdict.warnings],
        "switches": [
            (phrases.option(option.name)[0], option, example.changed[option.name])
            for option in replay.game.meta.options
            if option.name in example.changed and option.kind != "record"
        ],
        "drawing": _example_board_html(slug, example, verdict) if draw and not is_count else "",
        "sheets": list(_filled_sheets(example, verdict, phrases)) if draw and is_count else [],
    }


def _replace_taken_names(names: Sequence[str], people: Sequence[str]) -> tuple[str, ...]:
    taken_keys = {make_name_key(name) for name in people}
    spare_names = (name for name in SPARE_NAMES if make_name_key(name) not in taken_keys)
    return tuple(next(spare_names) if make_name_key(name) in taken_keys else name for name in names)


def _example_board_html(slug: str, example: Example, verdict: Verdict) -> Markup:
    """Return the HTML of an example's board: after the move, or with the targets that the rules refuse."""
    replay, refusal = verdict.replay, verdict.refusal
    if refusal is None:
        replay = replace(replay, state=replay.game.apply(replay.state, example.seat, example.move))
    table = TableState(0, "", slug, example.mode, example.names, 1, replay)
    targets = refusal.at if refusal else ()
    page = _board_html(table, Member(0, "viewer", example.seat, 0), ActingFor(example.seat))
    if not all(f' id="{target}"' in page for target in targets):  # only players see this target
        page = _board_html(table, Member(0, "seat", example.seat, 0), ActingFor(example.seat))
    return make_static_board(page, targets, last=refusal is None)


def _board_html(table: TableState, member: Member, acting_for: ActingFor) -> Markup:
    """Return the HTML inside the board's element, as this member sees the table."""
    shared = make_shared_page(table, None)
    viewer = make_viewer(shared, table, member, acting_for)
    return render_inner(page_fragments(shared.table, viewer), "board")


def _filled_sheets(
    example: Example, verdict: Verdict, phrases: Phrasebook
) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    tally: Tally = verdict.replay.state
    sheets = list(tally.sheets)
    if isinstance(example.move, verdict.replay.origin.scoring.sheet_type):
        sheets[example.seat] = example.move
    for seat, sheet in enumerate(sheets):
        if sheet is not None:
            filled = [part for part in fields(sheet) if getattr(sheet, part.name) != part.default]
            words = [
                (phrases.field_label(p.name), _value_in_words(getattr(sheet, p.name), phrases))
                for p in filled
            ]
            yield seat, phrases.player_name(seat), words


def _value_in_words(value: Any, phrases: Phrasebook) -> str:
    if isinstance(value, tuple | list):
        return " · ".join(_value_in_words(item, phrases) for item in value)
    if is_dataclass(value):
        parts = (getattr(value, part.name) for part in fields(value))
        return " ".join(_value_in_words(item, phrases) for item in parts if item is not None)
    return phrases.format_value(Term(value) if isinstance(value, str) else value)


VOID_TAGS = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"))
DROPPED_TAGS = frozenset(("script", "link", "template", "dialog"))
DROPPED_ATTRIBUTE_PATTERN = re.compile(
    r"hx-.*|aria-.*|data-(?!last$).*|command.*|name|value|for|role|tabindex|checked|method|action"
)
"""Attributes for scripts, forms and screen readers."""
ID_REFERENCE_PATTERN = re.compile(r"(?:(?<=url\(#)|(?<=^#))(?=[\w-])")
"""The position in an attribute's value where the id of another element begins (``url(#…)``, ``#…``)."""
ID_PREFIX = "still-"
REFUSED_CLASS = "refused-here"


def make_static_board(page: str, refused_ids: Collection[str] = (), *, last: bool = True) -> Markup:
    """Return a board, given the HTML of its ``page``, without its controls, scripts and dialogs.

    The elements with an id in ``refused_ids`` are marked as refused. If ``last`` is False, the newest
    move is not highlighted.
    """
    parser = _StaticBoardParser(refused_ids, last=last)
    parser.feed(page)
    parser.close()
    return Markup("".join(parser.kept))


class _StaticBoardParser(HTMLParser):
    """Copies HTML into ``kept``, without the elements in ``DROPPED_TAGS`` and their contents."""

    def __init__(self, refused_ids: Collection[str], *, last: bool) -> None:
        super().__init__()
        self.kept: list[str] = []
        self._marked, self._last = refused_ids, last
        self._gone: list[str] = []
        """The open tags inside a dropped element, outermost first."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._gone or tag in DROPPED_TAGS:
            if tag not in VOID_TAGS:
                self._gone.append(tag)
            return
        self.kept.append(f"<{tag}{self._attributes(attrs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._gone and tag not in DROPPED_TAGS:
            self.kept.append(f"<{tag}{self._attributes(attrs)}/>")

    def handle_endtag(self, tag: str) -> None:
        if not self._gone:
            self.kept.append(f"</{tag}>")
        elif tag in self._gone:
            while self._gone.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._gone:
            self.kept.append(escape(data))

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> str:
        attributes = {name: value for name, value in attrs if not DROPPED_ATTRIBUTE_PATTERN.fullmatch(name)}
        if not self._last:
            attributes.pop("data-last", None)
        if attributes.get("id") in self._marked:
            attributes["class"] = f"{attributes.get('class') or ''} {REFUSED_CLASS}".strip()
        if "id" in attributes:
            attributes["id"] = f"{ID_PREFIX}{attributes['id']}"
        return "".join(_format_attribute(name, value) for name, value in attributes.items())


def _format_attribute(name: str, value: str | None) -> str:
    if value is None:
        return f" {name}"
    return f' {name}="{escape(ID_REFERENCE_PATTERN.sub(ID_PREFIX, value) if name != "class" else value)}"'
