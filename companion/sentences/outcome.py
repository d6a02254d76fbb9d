"""The result of a game in words: who wins, what is uncertain, how ties were broken, who was ahead."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, TypedDict

from companion.engine.game import Criterion
from companion.engine.ranking import Ranking, RankingStep
from companion.engine.tally import Tally
from companion.engine.unknowns import Amount
from companion.engine.words import N_, Seat
from companion.language.i18n import format_number, format_percent, gettext, join_list, ngettext
from companion.sentences.phrases import Phrasebook, strip_marks
from companion.sentences.presenters import response_data
from companion.tables import log_lines, queries
from companion.tables.errors import call_or_none
from companion.tables.names import is_default_name
from companion.tables.queries import score_history
from companion.tables.state import TableState

MAX_DECIMAL_PLACES = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game in sentences of the reader's language."""

    headline: str
    """Who wins, as far as that is certain."""
    note: str
    """Which values are missing and what they decide; empty if everything is known."""
    order: tuple[int, ...]
    """The seats, best first."""
    places: tuple[str, ...]
    """For each seat its place: ``1.``, or ``2–3.`` while it is not certain, or a dash for none."""
    reasons: tuple[str, ...]
    """Sentences about conditions that ranked the seats before points were compared."""
    ties: tuple[str, ...]
    """How ties were broken; empty without ties."""
    own: str
    """A sentence about the reader's own place, if it is certain and not the first."""
    steps: tuple[int, ...]
    """For each seat, its step on the podium: the worst place that it can still get."""


def describe_outcome(phrases: Phrasebook, ranking: Ranking, me: int | None = None) -> Outcome:
    """Return the ranking in sentences for the reader at seat ``me``, or for a viewer if that is None."""
    seats = range(len(ranking.places))
    deciding_steps = [step for step in ranking.steps if step.separates]
    return Outcome(
        headline=winner_sentence(phrases, ranking, me),
        note=_uncertainty_note(phrases, ranking),
        order=tuple(sorted(seats, key=lambda seat: ranking.possible[seat])),
        places=tuple(_place_text(ranking, seat) for seat in seats),
        reasons=(
            *(ranking_step_sentence(phrases, step) for step in deciding_steps if step.criterion.flag),
            *(
                _clause_to_sentence(phrases.format(phrases.criterion_words(criterion).nobody))
                for criterion in ranking.unmet_criteria
            ),
        ),
        ties=tuple(_tie_sentence(phrases, step, me) for step in deciding_steps if step.criterion.tie_break),
        own=_own_place_sentence(ranking, me),
        steps=tuple(
            len(seats) if seat in ranking.cannot_win else ranking.possible[seat][1] for seat in seats
        ),
    )


def winner_sentence(phrases: Phrasebook, ranking: Ranking, me: int | None = None) -> str:
    """Return the sentence that says who wins, or that this is not certain. Seat ``me`` is called "you"."""
    if ranking.nobody_wins:
        return gettext("Nobody wins")
    if not ranking.winners:
        return _uncertain_winner_sentence(phrases, ranking)
    texts = [phrases.unknown_texts(unknown)[0] for unknown in ranking.missing]
    unknown_things = list(dict.fromkeys(filter(None, texts)))
    if not unknown_things and ranking.winners == (me,):
        name = phrases.player_name(ranking.winners[0])
        return gettext("You win!") if is_default_name(name) else gettext("You win, %(name)s!", name=name)
    claim, things = _winner_claim(phrases, ranking.winners, me), join_list(unknown_things)
    condition = ngettext(
        "whatever %(what)s is worth", "whatever %(what)s are worth", len(unknown_things), what=things
    )
    return gettext("%(claim)s, %(whatever)s", claim=claim, whatever=condition) if unknown_things else claim


def _winner_claim(phrases: Phrasebook, winners: tuple[int, ...], me: int | None) -> str:
    others = join_list([phrases.player_name(seat) for seat in winners if seat != me])
    if me in winners:
        shared = gettext("You share the win with %(names)s", names=others)
        return shared if others else gettext("You win")
    shared = gettext("%(names)s share the win", names=others)
    return shared if len(winners) > 1 else gettext("%(name)s wins", name=others)


def _own_place_sentence(ranking: Ranking, me: int | None) -> str:
    if me is None or me in ranking.winners or ranking.places.count(ranking.places[me]) > 1:
        return ""
    places = {
        2: gettext("You came second."), 3: gettext("You came third."), 4: gettext("You came fourth."),
        5: gettext("You came fifth."), 6: gettext("You came sixth."),
    }  # fmt: skip
    return places.get(ranking.place(me) or 0, "")


def _uncertain_winner_sentence(phrases: Phrasebook, ranking: Ranking) -> str:
    first = [seat for seat, span in enumerate(ranking.possible) if span == (1, 1)]
    names = [phrases.player_name(seat) for seat in first if seat not in ranking.cannot_win]
    if names:
        first_names = join_list(names)
        return gettext("%(names)s: first for certain, but perhaps level with others", names=first_names)
    return gettext("It is not yet certain who wins")


def _uncertainty_note(phrases: Phrasebook, ranking: Ranking) -> str:
    if not ranking.missing:
        return ""
    what = join_list(dict.fromkeys(phrases.unknown_texts(unknown)[1] for unknown in ranking.missing))
    if ranking.certain:
        return gettext("The places are final, the points are not. Still missing: %(what)s.", what=what)
    if ranking.winners_are_certain:
        return gettext("Who wins is certain, but not every place. Still missing: %(what)s.", what=what)
    return gettext("Not final. Still missing: %(what)s.", what=what)


def _place_text(ranking: Ranking, seat: int) -> str:
    best, worst = ranking.possible[seat]
    if best == 1 and seat in ranking.cannot_win:
        return "–"
    return f"{best}." if best == worst else f"{best}–{worst}."


def ranking_step_sentence(phrases: Phrasebook, step: RankingStep, me: int | None = None) -> str:
    """Return sentences about a step of the ranking: the values, and who stays level. ``me`` is "you"."""
    values = [step.criterion.values[seat] for seat in step.seats]
    known_values = [value for value in values if value is not None and not isinstance(value, Amount)]
    if len(known_values) < len(values):
        return _uncertain_step_sentence(phrases, step)
    if not step.separates:
        return _still_level_sentence(phrases, step.seats)
    if step.criterion.flag:
        flag = phrases.criterion_words(step.criterion).tells
        seats = [seat for seat in step.seats if step.criterion.values[seat] == flag]
        return _clause_to_sentence(_ranking_clause(phrases, step.criterion, seats, flag))
    formatted = _format_values(known_values)
    level_sentences = [_still_level_sentence(phrases, group) for group in step.groups if len(group) > 1]
    values_in_order = [formatted[known_values[step.seats.index(group[0])]] for group in step.groups]
    if step.criterion.tie_break:
        best, *others = values_in_order
        other_values = [format_number(other) if isinstance(other, int) else other for other in others]
        values_in_words = {"best": best, "others": join_list(other_values)}
        clause = phrases.format(phrases.criterion_words(step.criterion).one, values_in_words)
        sentence = _tie_winner_sentence(phrases, step.groups[0], me, clause)
    else:
        pairs = zip(step.groups, values_in_order, strict=True)
        clauses = [_ranking_clause(phrases, step.criterion, *pair) for pair in pairs]
        sentence = _clause_to_sentence(join_list(clauses))
    return " ".join((sentence, *level_sentences))


def _ranking_clause(
    phrases: Phrasebook, criterion: Criterion, seats: Sequence[int], value: int | str
) -> str:
    """Return a clause such as "Ana has 12 points". All these seats have the same ``value``."""
    words, who = phrases.criterion_words(criterion), join_list(map(phrases.player_name, seats))
    return phrases.format(words.one if len(seats) == 1 else words.several, {"who": who, "value": value})


def _tie_winner_sentence(phrases: Phrasebook, seats: Sequence[int], me: int | None, how: str) -> str:
    names = join_list(map(phrases.player_name, seats))
    if len(seats) > 1:
        return gettext("%(names)s win the tie: %(how)s.", names=names, how=how)
    if seats == (me,):
        return gettext("You win the tie: %(how)s.", how=how)
    return gettext("%(name)s wins the tie: %(how)s.", name=names, how=how)


def _clause_to_sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def _still_level_sentence(phrases: Phrasebook, seats: Sequence[int]) -> str:
    return gettext("%(names)s stay level.", names=join_list(map(phrases.player_name, seats)))


def _uncertain_step_sentence(phrases: Phrasebook, step: RankingStep) -> str:
    groups = [join_list(map(phrases.player_name, group)) for group in step.groups]
    if not step.separates:
        return gettext("Between %(names)s it is not yet certain who is ahead.", names=groups[0])
    pairs = pairwise(groups)
    return " ".join(gettext("Ahead of %(others)s: %(names)s.", names=a, others=b) for a, b in pairs)


def _format_values(values: Sequence[int | Fraction]) -> dict[int | Fraction, int | str]:
    """Return ``{value: what to show}``. Fractions become percentages with enough decimals to differ."""
    fractions = {value for value in values if isinstance(value, Fraction)}
    formatted: dict[int | Fraction, int | str] = {v: v for v in values if isinstance(v, int)}
    for places in range(MAX_DECIMAL_PLACES):
        rounded = {value: format_percent(value, places) for value in fractions}
        if len(set(rounded.values())) == len(fractions):
            break
    return formatted | rounded


def _tie_sentence(phrases: Phrasebook, step: RankingStep, me: int | None) -> str:
    names = join_list([phrases.player_name(seat) for seat in step.seats])
    tie_break = ranking_step_sentence(phrases, step, me)
    return gettext("%(names)s are level. %(told)s", names=names, told=tie_break)


class MissingNumber(TypedDict):
    code: str
    of: Annotated[str, "Which one: a tile, a colour."]
    seat: Annotated[int | None, "The seat on whose sheet it is missing."]
    option: Annotated[str | None, "The option that contains it."]
    label: str
    decides: Annotated[bool, "Whether the order of two seats depends on it."]


class RankingStepResponse(TypedDict):
    criterion: str
    label: str
    section: str
    seats: list[int]
    values: list[Annotated[str, "A question mark: not known yet."]]
    groups: list[list[int]]
    tie_break: Annotated[bool, "Asked only of seats level on what counts."]
    message: str


class RankingResponse(TypedDict):
    places: Annotated[list[int], "While not certain: the best place still possible."]
    winners: Annotated[list[int], "Empty until it is certain who wins, and if nobody does."]
    won: Annotated[list[bool | None], "By seat; null while not certain."]
    certain: Annotated[bool, "False while a deciding value is unknown."]
    possible_places: Annotated[
        list[list[int]], "Best and worst place of each seat, whatever the unknown values are."
    ]
    ahead: Annotated[list[list[int]], "Pairs of seats, the first before the second for certain."]
    level: Annotated[list[list[int]], "Pairs that share a place for certain."]
    nobody_wins: bool
    missing: list[MissingNumber]
    message: Annotated[str, "Who wins, as far as it is certain."]
    steps: list[RankingStepResponse]


def ranking_data(phrases: Phrasebook, ranking: Ranking | None) -> RankingResponse | None:
    """Return places, winners and every step of a ranking as JSON data; None without a ranking."""
    if ranking is None:
        return None
    return response_data(
        RankingResponse, ranking,
        won=[ranking.won(seat) for seat in range(len(ranking.places))],
        possible_places=ranking.possible,
        message=winner_sentence(phrases, ranking),
        missing=[
            response_data(
                MissingNumber, unknown, option=unknown.option or None,
                label=phrases.unknown_texts(unknown)[1], decides=unknown in ranking.deciding,
            )
            for unknown in ranking.missing
        ],
        steps=[_ranking_step_data(phrases, step) for step in ranking.steps],
    )  # fmt: skip


def _ranking_step_data(phrases: Phrasebook, step: RankingStep) -> RankingStepResponse:
    values = [step.criterion.values[seat] for seat in step.seats]
    return response_data(
        RankingStepResponse, step,
        criterion=step.criterion.code,
        label=phrases.format(phrases.criterion_words(step.criterion).label),
        section=step.criterion.rule,
        values=["?" if v is None or isinstance(v, Amount) else str(v) for v in values],
        tie_break=step.criterion.tie_break,
        message=ranking_step_sentence(phrases, step),
    )  # fmt: skip


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
