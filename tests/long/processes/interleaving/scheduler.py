"""Runs requests in threads of which one goes on at a time, and lets their steps fall in every order."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

PATIENCE = 30.0
Deed = Callable[[], None]


class Turns:
    """One order of the steps of some deeds. ``choices`` says who goes on where more than one can; no more
    than ``interruptions`` times is it somebody else than who was about to.
    """

    def __init__(self, choices: Sequence[int], interruptions: int = 0) -> None:
        self._choices, self._interruptions = choices, interruptions
        self.chosen: list[tuple[int, int]] = []
        """Of each choice: which of the deeds that could go on did, and how many could."""
        self.order: list[str] = []
        """Which deed came to which step, in order."""
        self.spans: dict[int, tuple[int, int]] = {}
        """Of each deed, when it began and when it was done."""
        self._here = threading.local()
        self._go: list[threading.Semaphore] = []
        self._back = threading.Semaphore(0)
        self._faults: list[BaseException] = []

    def step(self, name: str) -> None:
        """A deed comes to a step that others can see or change: somebody may be faster."""
        deed = getattr(self._here, "deed", None)
        if deed is None or getattr(self._here, "is_alone", False):
            return
        self._back.release()
        self._go[deed].acquire()
        self.order.append(f"{deed}:{name}")

    @contextmanager
    def without_steps(self) -> Iterator[None]:
        """What a deed does in the block is one step to the others."""
        self._here.is_alone = True
        try:
            yield
        finally:
            self._here.is_alone = False

    def begins_anew(self) -> None:
        """What a deed did until now was looking: it begins here."""
        self.spans[self._here.deed] = (len(self.order), -1)

    def run(self, deeds: Sequence[Deed]) -> None:
        """Do the deeds; the first fault of one is raised."""
        self._go = [threading.Semaphore(0) for _ in deeds]
        threads = [
            threading.Thread(target=self._do, args=(n, deed), daemon=True) for n, deed in enumerate(deeds)
        ]
        for thread in threads:
            thread.start()
        going, interrupts = list(range(len(deeds))), False
        while going:
            at = len(self.chosen)
            which = self._choices[at] if at < len(self._choices) else 0
            self.chosen.append((which, len(going) if self._interruptions or not interrupts else 1))
            self._interruptions -= interrupts and which > 0
            now = going.pop(which)
            self._go[now].release()
            assert self._back.acquire(timeout=PATIENCE), f"stuck: {self.order}"
            interrupts = self.spans[now][1] < 0
            going = [now, *going] if interrupts else going
        for thread in threads:
            thread.join()
        for fault in self._faults:
            raise fault

    def _do(self, number: int, deed: Deed) -> None:
        self._go[number].acquire()
        self._here.deed = number
        self.begins_anew()
        try:
            deed()
        except BaseException as fault:
            self._faults.append(fault)
        self.spans[number] = (self.spans[number][0], len(self.order))
        self._back.release()


def every_order(run: Callable[[Turns], None], interruptions: int) -> Iterator[Turns]:
    """Run once for each order in which the steps can fall with so many interruptions."""
    choices: list[int] = []
    while True:
        turns = Turns(choices, interruptions)
        run(turns)
        yield turns
        tried = list(turns.chosen)
        while tried and tried[-1][0] + 1 == tried[-1][1]:
            tried.pop()
        if not tried:
            return
        choices = [*(which for which, _ in tried[:-1]), tried[-1][0] + 1]
