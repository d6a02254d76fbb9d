"""The result as plain text, to paste anywhere."""

from __future__ import annotations

from flask_babel import gettext

from companion.exports.result import Result


def summary(result: Result) -> str:
    """Places, every seat's lines, and how a tie was broken."""
    lines = [f"{result.meta.title} · {result.began:%Y-%m-%d}"]
    if result.ending:
        lines.append(result.ending)
    ranking = result.ranking
    order = sorted(
        range(len(result.names)), key=lambda seat: ranking["places"][seat] if ranking else seat
    )
    for seat in order:
        told = result.seats[seat]
        place = f"{ranking['places'][seat]}. " if ranking else ""
        lines.append(f"{place}{told['name']}: {_points(told['total'])}")
        parts = [f"{line['label']} {_points(line['points'])}" for line in told["lines"] or ()]
        if parts:
            lines.append("   " + ", ".join(parts))
    if ranking and len(ranking["steps"]) > 1:
        lines.append(gettext("How the tie was broken"))
        for step in ranking["steps"]:
            values = zip(step["seats"], step["values"], strict=True)
            shown = ", ".join(f"{result.names[seat]} {value}" for seat, value in values)
            lines.append(f"   {step['label']}: {shown}")
    return "\n".join(lines) + "\n"


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)
