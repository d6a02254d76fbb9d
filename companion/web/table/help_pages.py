"""The pages that explain the rules: which moves are possible now, and the rules with examples."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, render_template, request

from companion.engine.game import ElementIds, Game, Move
from companion.engine.json_data import to_json
from companion.engine.possible_moves import MoveChoices, RefusedAttempts
from companion.games.examples import judge_section_examples
from companion.sentences.phrases import Phrasebook, localized_names, table_phrases
from companion.tables import queries
from companion.tables.errors import NotFound
from companion.tables.links import Member, require_player
from companion.tables.state import TableState
from companion.web.common.assets import static_board_styles
from companion.web.common.form_fields import move_to_form
from companion.web.common.request import require_member
from companion.web.device.acting_for import ActingFor, load_acting_for
from companion.web.table.public_table import make_shared_page, make_viewer
from companion.web.table.rule_examples import example_context

bp = Blueprint("help_pages", __name__, url_prefix="/t/<code>")


@bp.get("/moves")
def show_moves(code: str) -> str:
    """Show every kind of move: where it is possible now, or why it is not."""
    table, member = require_member(code)
    require_player(member)
    return render_template("moves.html", **moves_context(table, member, load_acting_for(table)))


def moves_context(table: TableState, member: Member, acting_for: ActingFor) -> dict[str, Any]:
    """Return the template variables of the moves for the acting seat, or for the own seat.

    ``possible`` are the kinds that can be entered, ``impossible`` those that the game refuses, and
    ``later`` those for which it is not the time.
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
    """Return the template variables of a kind of move, with the steps for the button "Show me"."""
    steps = highlight_steps(table.replay.game, table.replay.state, seat, kind.moves)
    return {
        "kind": kind.kind.__name__,
        "count": len(kind.moves),
        "places": sum(bool(step["at"]) for step in steps),
        "steps": steps,
        "objections": [
            (objection.refusal, _refused_steps(objection, table_phrases(table)))
            for objection in kind.objections
        ],
    }


def _refused_steps(objection: RefusedAttempts, phrases: Phrasebook) -> list[dict[str, Any]]:
    """Return one highlight step, with the refusal's message, for each target of a refused move."""
    by_place = {refusal.at: refusal for refusal in reversed(objection.refusals) if refusal.at}
    return [
        {"at": at, "values": {}, "refused": phrases.message(refusal.code, refusal.values)}
        for at, refusal in reversed(by_place.items())
    ]


def highlight_steps(game: Game[Any], state: Any, seat: int, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return one step for each target on the board, with all form values that are possible there.

    A move without a target is a step of its own.
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
def show_rule(code: str, section: str) -> str:
    """Show one section of the rules with examples.

    ``example`` in the query is the name of an example, or the code of a refusal. Without it, the first is
    shown.
    """
    table, _ = require_member(code)
    slug = table.slug
    if section not in table.replay.game.words.sections():
        raise NotFound("table.no_such_page")
    of_section = judge_section_examples(slug, section)
    wanted = request.args.get("example", "")
    matches = (name for name, e in of_section.items() if wanted in (name, e.refused, e.warned))
    shown = next(matches, next(iter(of_section), None))
    return render_template(
        "rule.html", table=table, meta=table.replay.origin.meta, phrases=table_phrases(table),
        options=table.replay.setup.options, section=section, styles=static_board_styles(slug),
        examples=[example_context(slug, name, localized_names(table))
                  for name in of_section if name != shown],
        example=example_context(slug, shown, localized_names(table), draw=True) if shown else None,
    )  # fmt: skip
