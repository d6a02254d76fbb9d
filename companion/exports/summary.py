"""The result as plain text for pasting."""

from __future__ import annotations

from companion.exports.result import Result
from companion.language.i18n import gettext, isolate, join_with_commas, to_local_time
from companion.sentences.lead_summary import summarize_lead
from companion.sentences.phrases import table_phrases
from companion.tables.state import TableState


def format_summary(table: TableState, result: Result) -> str:
    """Return the result as text: winner, unknown values, leads, places, points by category, tie-breaks."""
    lines = [f"{result.meta.title} · {to_local_time(result.began):%Y-%m-%d}"]
    outcome = result.outcome
    if outcome and result.final:
        lines += [f"{outcome.headline}.", *([outcome.note] if outcome.note else [])]
    if result.ending:
        lines.append(result.ending)
    if result.final and (lead_text := summarize_lead(table, table_phrases(table))):
        lines.append(lead_text)
    for seat in outcome.order if outcome else range(len(result.names)):
        score = result.seats[seat]
        place = f"{outcome.places[seat]} " if outcome else ""
        lines.append(f"{place}{isolate(score['name'])}: {_format_points(score['total'])}")
        scored_lines = [line for line in score["lines"] or () if line["points"] != 0]
        parts = [f"{line['label']} {isolate(_format_points(line['points']))}" for line in scored_lines]
        if parts:
            lines.append("   " + join_with_commas(parts))
    if outcome and outcome.reasons:
        lines.append(" ".join(outcome.reasons))
    if outcome and outcome.ties:
        lines.append(gettext("How the tie was broken"))
        lines += [f"   {tie}" for tie in outcome.ties]
    return "\n".join(lines) + "\n"


def _format_points(points: int | None) -> str:
    return "?" if points is None else str(points).replace("-", "−")
