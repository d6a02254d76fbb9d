"""The result as plain text, to paste anywhere."""

from __future__ import annotations

from companion.exports.result import Result
from companion.language.i18n import gettext, local, put_in_a_row, set_apart


def summary(result: Result) -> str:
    """Who won and what is not certain, places, what each seat's points are made of, and how a tie was
    broken.
    """
    lines = [f"{result.meta.title} · {local(result.began):%Y-%m-%d}"]
    found = result.outcome
    if found and result.final:
        lines += [f"{found.headline}.", *([found.note] if found.note else [])]
    if result.ending:
        lines.append(result.ending)
    for seat in found.order if found else range(len(result.names)):
        told = result.seats[seat]
        place = f"{found.places[seat]} " if found else ""
        lines.append(f"{place}{set_apart(told['name'])}: {_points(told['total'])}")
        counted = [line for line in told["lines"] or () if line["points"] != 0]
        parts = [f"{line['label']} {set_apart(_points(line['points']))}" for line in counted]
        if parts:
            lines.append("   " + put_in_a_row(parts))
    if found:
        lines += [" ".join(found.reasons)] if found.reasons else []
    if found and found.ties:
        lines.append(gettext("How the tie was broken"))
        lines += [f"   {tie}" for tie in found.ties]
    return "\n".join(lines) + "\n"


def _points(points: int | None) -> str:
    return "?" if points is None else str(points).replace("-", "−")
