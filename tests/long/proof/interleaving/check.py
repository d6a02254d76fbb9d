"""Whatever order the steps of some requests fall in, it is as if they had come one after the other."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import permutations

from tests.long.proof.interleaving.model import Deed, People, do
from tests.long.proof.interleaving.table import Table
from tests.long.proof.interleaving.turns import Turns, every_order


def faults(table: Table, deeds: Sequence[Deed], interruptions: int) -> Iterator[str]:
    """What is wrong with the outcome of an order, for each order in which something is."""
    tried = [replace(deed, seen=[]) for deed in deeds]

    def run(turns: Turns) -> None:
        table.put_back(turns)
        turns.run([table.request(deed) for deed in tried])

    for turns in every_order(run, interruptions):
        with table.app.app_context():
            wrong = _wrong(table, tried, turns)
        if wrong:
            yield f"{' + '.join(map(str, tried))}: {wrong} ({' '.join(turns.order)})"


def _wrong(table: Table, deeds: Sequence[Deed], turns: Turns) -> str:
    try:
        now = table.now()
    except AssertionError as broken:
        return str(broken)
    if now not in _one_after_the_other(table.people, deeds, turns):
        return f"no order of the deeds leads to {now}"
    if table.untold():
        return "somebody was not told"
    return "a page shows other people" if table.page_is_old() else ""


def _one_after_the_other(before: People, deeds: Sequence[Deed], turns: Turns) -> Iterator[People]:
    """What the model says, for each order of the deeds in which none comes before one that was done."""
    for order in permutations(range(len(deeds))):
        spans = [turns.spans[n] for n in order]
        if any(late[1] < early[0] for n, early in enumerate(spans) for late in spans[n + 1 :]):
            continue
        people = deepcopy(before)
        for n in order:
            do(people, deeds[n])
        yield people
