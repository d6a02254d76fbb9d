"""Summarizes who was ahead in a finished game, in two or three sentences."""

from collections import Counter
from collections.abc import Sequence

from companion.engine.tally import Tally
from companion.engine.words import N_, Seat
from companion.sentences.phrases import Phrasebook, strip_marks
from companion.tables import log_lines, queries
from companion.tables.queries import score_history
from companion.tables.safe_call import call_or_none
from companion.tables.state import TableState

LEAD_SENTENCE = N_("By the running score, %(who)s was in the lead for %(times)s of %(moves)s moves.")
YOUR_LEAD_SENTENCE = N_("By the running score, you were in the lead for %(times)s of %(moves)s moves.")
ONLY_LEADER_SENTENCE = N_("Nobody else was ever ahead.")
TURNING_POINT_SENTENCE = N_("%(what)s. From then on %(who)s was ahead.")
YOUR_TURNING_POINT_SENTENCE = N_("%(what)s. From then on you were ahead.")
LAST_MOVE_SENTENCE = N_("%(what)s. This last move decided it.")


def summarize_lead(table: TableState, phrases: Phrasebook, me: int | None = None) -> str:
    """Return sentences about who was ahead longest, and from when the winner was ahead.

    ``me`` is the seat of the reader, who is addressed as "you". Return "" if scores were unknown during the
    game, or if it was counted by hand.
    """
    return call_or_none(table.id, table.version, _describe_lead, table, phrases, me) or ""


def _describe_lead(table: TableState, phrases: Phrasebook, me: int | None) -> str:
    totals = score_history(table, provisional=True).totals
    if isinstance(table.replay.state, Tally) or any(None in points for _, points in totals):
        return ""
    leaders = [_find_sole_leader(points) for _, points in totals]
    moves, final_leader = len(totals) - 1, leaders[-1]
    moves_ahead = Counter(leader for leader in leaders if leader is not None).most_common()
    sentences, others = [], moves_ahead[1:]
    if moves_ahead and (not others or others[0][1] < moves_ahead[0][1]):
        longest, times = moves_ahead[0]
        values = {"who": Seat(longest), "times": times, "moves": moves}
        sentences = [phrases.format(YOUR_LEAD_SENTENCE if longest == me else LEAD_SENTENCE, values)]
        if not others:
            sentences.append(phrases.format(ONLY_LEADER_SENTENCE))
    ranking = queries.scores(table, None).ranking
    if final_leader is not None and others and ranking and ranking.winners == (final_leader,):
        turning_move = max(n for n, leader in enumerate(leaders) if leader != final_leader) + 1
        sentence = YOUR_TURNING_POINT_SENTENCE if final_leader == me else TURNING_POINT_SENTENCE
        if turning_move == moves:
            sentence = LAST_MOVE_SENTENCE
        news = log_lines.news_of_entry(table, me, totals[turning_move][0])
        if news is not None:
            action = strip_marks(phrases.news_without_effects(news[1], news[0], me))
            sentences.append(phrases.format(sentence, {"what": action, "who": Seat(final_leader)}))
    return " ".join(sentences)


def _find_sole_leader(points: Sequence[int | None]) -> int | None:
    best = max(of_seat or 0 for of_seat in points)
    return points.index(best) if points.count(best) == 1 else None
