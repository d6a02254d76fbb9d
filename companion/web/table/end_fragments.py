"""The end of a game on the table's page: who won and why, a chart of points, what is missing, a rematch."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.engine.log import TallyStart
from companion.engine.tally import Tally
from companion.engine.unknowns import Unknown
from companion.sentences.outcome import Outcome, describe_outcome, summarize_lead
from companion.sentences.phrases import Phrasebook
from companion.tables import queries
from companion.tables.errors import call_or_none
from companion.tables.opening import find_possible_starters
from companion.tables.queries import score_history
from companion.tables.state import TableState
from companion.web.common.page_fragments import HtmlByName, load_macros
from companion.web.table.viewer import Chart, ChartLine, GameEnd, PublicTable, Viewer


class Standing(NamedTuple):
    """One seat in the final standings."""

    seat: int
    name: str
    place: str
    points: int | None
    has_won: bool
    is_viewer: bool
    sheet: str
    """The URL where the viewer corrects the seat's sheet; empty if no sheets were counted."""


def describe_end(table: TableState, phrases: Phrasebook, me: int | None) -> GameEnd | None:
    """Return the end of the game in words for the seat ``me`` (None: a viewer), or None before the end."""
    ending = queries.ending(table)
    if ending is None:
        return None
    chart = call_or_none(table.id, table.version, make_score_chart, table)
    end = GameEnd(phrases.ending(ending, me), summarize_lead(table, phrases, me), chart)
    scores = queries.scores(table, None)
    ranking = scores.ranking
    if ranking is None:
        return end
    return end._replace(
        outcome=describe_outcome(phrases, ranking, me), winners=ranking.winners,
        beginners=find_possible_starters(table.replay.origin.meta, scores),
        asks=missing_value_urls(table, phrases, ranking.missing),
        missing=tuple([unknown.option for unknown in ranking.missing if unknown.option]),
        sheets=tuple([_sheet_url(table, seat) for seat in range(table.seats)]),
    )  # fmt: skip


def missing_value_urls(
    table: TableState, phrases: Phrasebook, missing: Iterable[Unknown]
) -> tuple[tuple[str, str], ...]:
    """Return (what is missing, URL of the form to enter it) for each of the ``missing`` values."""
    urls = {}
    for unknown in missing:
        page = f"/t/{table.code}/box" if unknown.option else _sheet_url(table, unknown.seat)
        urls[phrases.unknown_texts(unknown)[1]] = page
    return tuple(urls.items())


def _sheet_url(table: TableState, seat: int | None) -> str:
    replay = table.replay
    if replay.game.ending(replay.state) is None:
        return f"#board-{seat}"
    sheets = [
        step.seq
        for step in replay.log.effective_moves()
        if not isinstance(step, TallyStart)
        and step.seat == seat
        and isinstance(step.move, replay.game.scoring.sheet_type)
    ]
    return f"/t/{table.code}/change/{sheets[-1]}" if sheets else f"/t/{table.code}/log"


def end_fragments(table: PublicTable, viewer: Viewer, of_game: HtmlByName) -> HtmlByName:
    """Return the fragments that show the end of the game, including the game's own ones (``of_game``)."""
    draw, end = load_macros("fragments/end.html", table.slug), viewer.end
    if end is None or (viewer.is_table_page and end.outcome is None):
        return {"end": draw.end(False)}
    outcome, code = end.outcome, table.code
    may_enter, is_table_page = viewer.may_enter, viewer.is_table_page
    has_rematch_button = not table.is_rematched and table.practice_table is None
    shows_missing = "missing" in of_game
    asks = tuple([ask for ask in end.asks if not (shows_missing and ask[1].endswith("/box"))])
    page = {
        **of_game,
        "end": draw.end(True),
        "result": draw.result(
            code, is_table_page, may_enter, end.sentence, outcome, asks, shows_missing,
            end.chart is not None,
            is_table_page and not table.counting and outcome is not None and not outcome.note,
            is_table_page and may_enter and has_rematch_button,
        ),
        "afterwards": draw.afterwards(
            code, may_enter, table.is_rematched, table.practice_table.where if table.practice_table else "",
            end.beginners, table.names, not table.counting,
        ),
    }  # fmt: skip
    if outcome is not None:
        steps = (outcome.order, outcome.steps, outcome.places, table.names, end.winners)
        page["podium"] = draw.podium(*steps)
        rows = _standings(table, viewer, end, outcome)
        page["standings"] = draw.standings(code, rows, "laid-0" in of_game, is_table_page)
    if end.chart is not None:
        page["lead"] = draw.lead_chart(end.chart, viewer.seat, end.lead_summary)
    return page


def _standings(table: PublicTable, viewer: Viewer, end: GameEnd, outcome: Outcome) -> tuple[Standing, ...]:
    can_correct = viewer.is_table_page and viewer.may_enter and table.counting
    rows = viewer.visible_rows(table)
    return tuple(
        [
            Standing(
                n, rows[n].name, outcome.places[n], rows[n].points, n in end.winners, n == viewer.seat,
                end.sheets[n] if can_correct else "",
            )
            for n in outcome.order
        ]
    )  # fmt: skip


CHART_WIDTH, CHART_HEIGHT = 300, 120
"""The size of the chart without its margins."""
MIN_LABEL_DISTANCE = 17.0
"""The vertical distance of two symbols, so that none covers another."""


def make_score_chart(table: TableState) -> Chart | None:
    """Return the chart of a table's points; None for a count by hand, or if known points never changed."""
    if isinstance(table.replay.state, Tally):
        return None
    known_totals = [
        totals for _, totals in score_history(table, provisional=True).totals if None not in totals
    ]
    if len(set(known_totals)) < 2:
        return None
    seat_totals = list(zip(*known_totals, strict=True))
    values = [value or 0 for totals in seat_totals for value in totals]
    low, high = min(values), max(values)

    def compute_y(value: int | None) -> float:
        return round(CHART_HEIGHT - ((value or 0) - low) * CHART_HEIGHT / max(high - low, 1), 1)

    ends = tuple(compute_y(totals[-1]) for totals in seat_totals)
    margin = (high - low) / 5
    tick_values = sorted({low, high} | ({0} if low + margin < 0 < high - margin else set()))
    return Chart(
        tuple(
            ChartLine(
                _polyline_points([compute_y(value) for value in totals]),
                str(end),
                str(mark),
                str(mark + 4.5),
            )
            for totals, end, mark in zip(seat_totals, ends, spread_labels(ends), strict=True)
        ),
        tuple((value, str(compute_y(value)), str(compute_y(value) + 4)) for value in tick_values),
    )


def _polyline_points(heights: Sequence[float]) -> str:
    step = CHART_WIDTH / (len(heights) - 1)
    corners = [
        n
        for n, height in enumerate(heights)
        if n in (0, len(heights) - 1) or not heights[n - 1] == height == heights[n + 1]
    ]
    return " ".join(f"{n * step:.1f},{heights[n]:g}" for n in corners)


def spread_labels(ends: Sequence[float], apart: float = MIN_LABEL_DISTANCE) -> list[float]:
    """Return y coordinates for labels, near the lines' ``ends`` but at least ``apart`` from each other."""
    order = sorted(range(len(ends)), key=lambda n: ends[n])
    positions = list(ends)
    for above, n in pairwise(order):
        positions[n] = max(positions[n], positions[above] + apart)
    for nth, n in enumerate(reversed(order)):
        positions[n] = round(min(positions[n], CHART_HEIGHT - nth * apart), 1)
    return positions
