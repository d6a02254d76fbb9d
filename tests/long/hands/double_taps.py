"""Taps twice, or three times, at one point on every kind of control in every state of a game.

A state is a position of a recorded play with some taps of its next entry made, or a sheet or drawer opened.
An entry that comes of a later tap counts as a fault, and so do an entry that it drops and a form that it
posts by another control than the first tap's, a script error, and an answer of 500 or more.
"""

import itertools
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Error

from tests.browser import hands
from tests.long.hands.double_tap_phones import (
    Event,
    OfflineMode,
    Online,
    Recorder,
    State,
    Step,
    Tapper,
    World,
)

GAPS = (120, 250, 500)
"""Milliseconds between two taps."""
TRIPLE_GAP = 250
GUARD_MS = 450
"""A control that has just appeared takes no tap for 400 ms; the first tap of a pair comes later."""
SEEN_MS = 400
"""What a tap chose was seen after so long; one more tap on it then means it."""
LATE_MS = 800
"""On a slow machine a tap may land so late that it is no double tap: such a pair is not counted."""
PAIRS_PER_VISIT = 8
OPENED = 2
"""Sheets and drawers that are opened at each position, others at each."""
ENTERS = 4
"""What may enter something at once is tapped so many times as often, and so often on one visit."""


@dataclass(frozen=True)
class Pair:
    """Taps at one point."""

    state: State
    kind: str
    x: float
    y: float
    on: str
    """The control in words."""
    gap: int
    taps: int = 2


@dataclass
class Figures:
    """What came of the pairs of one game on one kind of connection."""

    slug: str
    way: str
    pairs: int = 0
    states: set[State] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    entered: int = 0
    """Pairs whose first tap entered something."""
    late: int = 0
    """Pairs that the machine was too slow for."""
    asked: int = 0
    """Pairs after which the page asked whether the same is to be entered once more."""
    unreachable: list[str] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    """The kind of each, and how to reproduce it."""
    seconds: float = 0

    def __str__(self) -> str:
        speed = self.pairs / self.seconds if self.seconds else 0
        counts = ", ".join(f"{n} × {kind}" for kind, n in Counter(kind for kind, _ in self.faults).items())
        return (
            f"{self.slug}, {self.way}: {self.pairs} pairs in {len(self.states)} states on {len(self.kinds)}"
            f" kinds of control, {speed:.1f} a second; {self.entered} first taps entered something;"
            f" the page asked {self.asked} times; {len(self.unreachable)} states were not reached;"
            f" {self.late} pairs landed too late;"
            f" {len(self.faults)} faults{': ' + counts if counts else ''}"
        )


def landed_late(events: Sequence[Event]) -> bool:
    """Whether two taps landed too far apart."""
    at = [event["at"] for event in events if event["what"] == "down"]
    return any(later - one > LATE_MS for one, later in pairwise(at))


def judge(events: Sequence[Event], problems: Sequence[str]) -> list[str]:
    """The kinds of fault that the taps at one point show. A form that enters nothing, and an entry that
    waited before, may be posted or dropped twice by the same control. The phone drops what was accepted.
    """
    later = [event for event in events if event["tap"] > 1]
    by_first = [event for event in events if event["tap"] <= 1]
    taps = {event["tap"]: event for event in events if event["what"] == "down"}
    refused = {event["key"] for event in events if event["what"] == "answer" and event["status"] >= 400}
    accepted = {event["key"] for event in events if event["what"] == "answer" and event["status"] == 200}
    faults = [problem.partition(":")[0] for problem in problems]
    for event in later:
        first, tap = taps.get(1), taps.get(event["tap"])
        is_same_control = bool(first and tap and first["on"] == tap["on"])
        if event["what"] == "entry":
            gap = tap["at"] - first["at"] if first and tap else 0
            is_seen = gap >= SEEN_MS
            fault = _entered_by_later(event, by_first, is_same_control, is_seen)
            faults += [f"{fault} (refused)" if event["key"] in refused else fault] if fault else []
        elif event["what"] == "dropped" and event["key"] not in accepted:
            if any(each["what"] == "entry" and each["key"] == event["key"] for each in events):
                faults.append("the first tap's entry dropped")
            elif not is_same_control:
                faults.append("a waiting entry dropped")
        elif event["what"] == "post":
            is_same_form = any(event["url"] == each.get("url") for each in by_first)
            if not is_same_form:
                faults.append("another form posted")
            elif not is_same_control:
                faults.append("the same form with another value")
    return faults


def _entered_by_later(
    event: Event, by_first: Sequence[Event], is_same_control: bool, is_seen: bool
) -> str | None:
    """None where the first tap chose, and the other one at the same place confirmed what was seen."""
    meant = [_said(first) for first in by_first if first["what"] == "entry"]
    if meant:
        return "the same entered twice" if _said(event) in meant else "another entry"
    if not is_same_control:
        return "entered, though the first tap entered nothing"
    return None if is_seen else "entered before anybody saw what the first tap chose"


def _said(event: Event) -> str:
    """An entry or a form without what differs each time."""
    if event["what"] not in ("entry", "post"):
        return ""
    fields = [pair for pair in parse_qsl(event.get("body", "")) if pair[0] not in ("key", "seen", "of")]
    return f"{event['what']} {event.get('url', '')} {fields}"


@dataclass
class Visit:
    """A phone's stay in one state."""

    state: State
    kinds: Counter[str] = field(default_factory=Counter)
    """Tapped already."""
    stays: bool = True

    def is_over(self) -> bool:
        return not self.stays or self.kinds.total() >= PAIRS_PER_VISIT


class Survey:
    """Every state of a game on one kind of connection, by several phones at once."""

    def __init__(self, world: World, phones: Sequence[Tapper], chance: random.Random) -> None:
        self.world, self.phones, self.chance = world, phones, chance
        self.figures = Figures(world.slug, phones[0].connection.way)

    def states(self, few: int) -> list[State]:
        """Each position as it is, half entered, entered, and with a sheet or drawer open."""
        phone, states = self.phones[0], list[State]()
        for number, (position, line) in enumerate(self.world.positions(self.chance, few)):
            alone = self.figures.way == OfflineMode.way or number % 3 == 0
            bare = replace(position, alone=alone)
            if not self._reached({phone: bare}):
                continue
            opened = self._opened(phone, bare)
            steps = self._steps_of(phone, line) if line else ()
            lengths = {0, len(steps) - 1, len(steps)} & set(range(len(steps) + 1))
            states += [replace(bare, steps=steps[:length]) for length in sorted(lengths)] + opened
        play = next(iter(self.world.records))
        lobbies = [State(play, 0, 0, lobby="host"), State(play, 0, 1, alone=False, lobby="guest")]
        for lobby in lobbies:
            if self._reached({phone: lobby}):
                states += [lobby, *self._opened(phone, lobby)]
        assert states, "\n".join(self.figures.unreachable)
        self.chance.shuffle(states)
        return states

    def _opened(self, phone: Tapper, state: State) -> list[State]:
        """The state that a phone shows with a few of its sheets and drawers open."""
        openers = phone.openers()
        chosen = self.chance.sample(openers, min(OPENED, len(openers)))
        return [replace(state, steps=(Step("tap", opener),)) for opener in chosen]

    def _reached(self, wanted: Mapping[Tapper, State]) -> set[Tapper]:
        """The phones that show these states; of the others it is noted why not."""
        waiting = {phone: phone.arrive(state) for phone, state in wanted.items()}
        reached = set[Tapper]()
        while waiting:
            for phone, arrival in list(waiting.items()):
                try:
                    next(arrival)
                except StopIteration:
                    reached.add(phone)
                    del waiting[phone]
                except (AssertionError, Error) as error:
                    self.figures.unreachable.append(f"{wanted[phone]}: {str(error)[:300]}")
                    del waiting[phone]
        return reached

    def _steps_of(self, phone: Tapper, line: hands.Line) -> tuple[Step, ...]:
        """The deeds by which people enter a line, as far as they come."""
        recorder = Recorder(phone.page)
        with suppress(AssertionError, Error, StopIteration):
            hands.enter(recorder, self.world.slug, line)
        phone.give_up()
        return tuple(recorder.steps)

    def run(self, states: Sequence[State], pairs: int) -> Figures:
        """So many pairs, spread over the states and the kinds of control."""
        begun = time.monotonic()
        queue = itertools.cycle(states)
        visits = {phone: Visit(next(queue)) for phone in self.phones}
        cases = [(gap, 2) for gap in GAPS]
        if self.figures.way != Online.way:
            cases.append((TRIPLE_GAP, 3))
        for gap, taps in itertools.cycle(cases):
            if self.figures.pairs >= pairs or len(self.figures.unreachable) > pairs:
                break
            for phone in [phone for phone in self.phones if visits[phone].is_over()]:
                visits[phone] = Visit(next(queue))
            reached = self._reached({phone: visit.state for phone, visit in visits.items()})
            batch = []
            for phone, visit in visits.items():
                control = self._control(phone, visit) if phone in reached else None
                if control is None:
                    visit.stays = False
                else:
                    batch.append((phone, Pair(visit.state, gap=gap, taps=taps, **control)))
            if batch:
                self._tap(batch)
        self.figures.seconds = time.monotonic() - begun
        return self.figures

    def _control(self, phone: Tapper, visit: Visit) -> dict[str, Any] | None:
        """A control of the kind that was tapped least; None where all were tapped on this visit."""
        controls = [
            control
            for control in phone.controls()
            if visit.kinds[control["kind"]] < (ENTERS if control["enters"] else 1)
        ]
        if not controls:
            return None
        uses = [self.figures.kinds[c["kind"]] // (ENTERS if c["enters"] else 1) for c in controls]
        least = [control for control, used in zip(controls, uses, strict=True) if used == min(uses)]
        control = self.chance.choice(least)
        visit.kinds[control["kind"]] += 1
        return {name: value for name, value in control.items() if name != "enters"}

    def _tap(self, batch: Sequence[tuple[Tapper, Pair]]) -> None:
        """The same gap on all phones at once."""
        gap, taps, page = batch[0][1].gap, batch[0][1].taps, batch[0][0].page
        page.wait_for_timeout(GUARD_MS)
        for phone, _ in batch:
            phone.start()
        due: dict[Tapper, float] = {}
        for _ in range(taps):
            for phone, pair in batch:
                if wait := max(0, due.get(phone, 0) - time.monotonic()):
                    page.wait_for_timeout(1000 * wait)
                due[phone] = time.monotonic() + gap / 1000
                phone.touch(pair.x, pair.y)
        for phone, pair in batch:
            self._note(phone, pair, phone.events())

    def _note(self, phone: Tapper, pair: Pair, events: Sequence[Event]) -> None:
        figures = self.figures
        if landed_late(events):
            figures.late += 1
            return
        figures.pairs += 1
        figures.states.add(pair.state)
        figures.kinds[pair.kind] += 1
        figures.entered += any(event["what"] == "entry" and event["tap"] == 1 for event in events)
        figures.asked += phone.asks
        for kind in dict.fromkeys(judge(events, phone.problems)):
            size = phone.page.viewport_size
            log = " ; ".join(_told(event) for event in events)
            figures.faults.append(
                (kind, f"{pair.state}: {pair.taps} taps, {pair.gap} ms apart, at {pair.x:.0f},{pair.y:.0f}"
                       f" of {size} on {pair.on} -> {log} {phone.problems or ''}")
            )  # fmt: skip


def _told(event: Event) -> str:
    if event["what"] == "down":
        return f"tap {event['tap']} at {event['at'] % 100_000} ms on {event['on']}"
    said = " ".join(str(event[name]) for name in ("url", "body", "key", "status") if event.get(name))
    by = "" if event["what"] == "answer" else f" by tap {event['tap']}"
    return f"{event['what']}{by}: {said}"


def tap_twice(
    world: World, phones: Sequence[Tapper], pairs: int, chance: random.Random, few: int
) -> Figures:
    """So many pairs in the states around a few positions; what came of them."""
    survey = Survey(world, phones, chance)
    return survey.run(survey.states(few), pairs)
