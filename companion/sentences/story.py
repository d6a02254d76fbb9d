"""How a finished game went: two or three sentences, read off the log and the running score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.tally import Tally
from companion.engine.words import N_, Seat
from companion.sentences.phrases import Phrasebook, strip_marks
from companion.tables import log_lines, queries
from companion.tables.queries import score_history
from companion.tables.safe_call import call_or_none
from companion.tables.state import TableState

AHEAD = N_("By the running score, %(who)s was in the lead for %(times)s of %(moves)s moves.")
YOU_AHEAD = N_("By the running score, you were in the lead for %(times)s of %(moves)s moves.")
NOBODY_ELSE = N_("Nobody else was ever ahead.")
TURN = N_("%(what)s. From then on %(who)s was ahead.")
YOUR_TURN = N_("%(what)s. From then on you were ahead.")
LAST = N_("%(what)s. This last move decided it.")


def story(table: TableState, phrases: Phrasebook, me: int | None = None) -> str:
    """Who was ahead longest and what turned it, as the one at ``me`` is told; empty where somebody's points
    were not known all along, of what was counted by hand, and where its words fail."""
    return call_or_none(table.id, table.version, _story, table, phrases, me) or ""


def _story(table: TableState, phrases: Phrasebook, me: int | None) -> str:
    totals = score_history(table, standing=True).totals
    if isinstance(table.replay.state, Tally) or any(None in points for _, points in totals):
        return ""
    leaders = [_leader(points) for _, points in totals]
    moves, last = len(totals) - 1, leaders[-1]
    ahead = Counter(leader for leader in leaders if leader is not None).most_common()
    told, others = [], ahead[1:]
    if ahead and (not others or others[0][1] < ahead[0][1]):
        longest, times = ahead[0]
        values = {"who": Seat(longest), "times": times, "moves": moves}
        told = [phrases.format(YOU_AHEAD if longest == me else AHEAD, values)]
        if not others:
            told.append(phrases.format(NOBODY_ELSE))
    ranking = queries.scores(table, None).ranking
    if last is not None and others and ranking and ranking.winners == (last,):
        since = max(n for n, leader in enumerate(leaders) if leader != last) + 1
        said = LAST if since == moves else YOUR_TURN if last == me else TURN
        turned = log_lines.news_of_entry(table, me, totals[since][0])
        if turned is not None:
            what = strip_marks(phrases.action(turned[1], turned[0], me))
            told.append(phrases.format(said, {"what": what, "who": Seat(last)}))
    return " ".join(told)


def _leader(points: Sequence[int | None]) -> int | None:
    """The seat with more points than every other; None where there is no such."""
    best = max(of_seat or 0 for of_seat in points)
    return points.index(best) if points.count(best) == 1 else None
