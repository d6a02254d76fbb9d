"""Runs actions in threads, of which only one runs at a time, in every order of their steps."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

STEP_TIMEOUT_SECONDS = 30.0
Action = Callable[[], None]


class Scheduler:
    """Runs actions in threads, one step of one action at a time.

    At most ``interruptions`` times, another action runs before the current one has ended. ``choices`` has
    the index of the next action for each step at which several can run. Index 0 continues the current one.
    """

    def __init__(self, choices: Sequence[int], interruptions: int = 0) -> None:
        self._choices, self._interruptions = choices, interruptions
        self.chosen: list[tuple[int, int]] = []
        """For each choice, the index of the chosen action and the number of actions that could continue."""
        self.order: list[str] = []
        """The steps in their order, each with its action."""
        self.spans: dict[int, tuple[int, int]] = {}
        """For each action, the numbers of the steps at which it began and ended."""
        self._local = threading.local()
        self._permits: list[threading.Semaphore] = []
        self._paused = threading.Semaphore(0)
        self._errors: list[BaseException] = []

    def pause_at_step(self, name: str) -> None:
        """Pause the current action before a step that reads or writes shared data."""
        action = getattr(self._local, "action", None)
        if action is None or getattr(self._local, "is_atomic", False):
            return
        self._paused.release()
        self._permits[action].acquire()
        self.order.append(f"{action}:{name}")

    @contextmanager
    def as_one_step(self) -> Iterator[None]:
        """Ignore the pauses of the current action during the block."""
        self._local.is_atomic = True
        try:
            yield
        finally:
            self._local.is_atomic = False

    def record_begin(self) -> None:
        """Record that the current action begins now. What it did before does not count."""
        self.spans[self._local.action] = (len(self.order), -1)

    def run(self, actions: Sequence[Action]) -> None:
        """Run all actions to their end. Raise the first exception of an action."""
        self._permits = [threading.Semaphore(0) for _ in actions]
        threads = [
            threading.Thread(target=self._run_action, args=(number, action), daemon=True)
            for number, action in enumerate(actions)
        ]
        for thread in threads:
            thread.start()
        ready, interrupts = list(range(len(actions))), False
        while ready:
            position = len(self.chosen)
            index = self._choices[position] if position < len(self._choices) else 0
            self.chosen.append((index, len(ready) if self._interruptions or not interrupts else 1))
            self._interruptions -= interrupts and index > 0
            current = ready.pop(index)
            self._permits[current].release()
            assert self._paused.acquire(timeout=STEP_TIMEOUT_SECONDS), f"stuck: {self.order}"
            interrupts = self.spans[current][1] < 0
            ready = [current, *ready] if interrupts else ready
        for thread in threads:
            thread.join()
        for error in self._errors:
            raise error

    def _run_action(self, number: int, action: Action) -> None:
        self._permits[number].acquire()
        self._local.action = number
        self.record_begin()
        try:
            action()
        except BaseException as error:
            self._errors.append(error)
        self.spans[number] = (self.spans[number][0], len(self.order))
        self._paused.release()


def iterate_orders(run: Callable[[Scheduler], None], interruptions: int) -> Iterator[Scheduler]:
    """Call ``run`` for each order of steps with at most this many interruptions. Yield each scheduler."""
    choices: list[int] = []
    while True:
        scheduler = Scheduler(choices, interruptions)
        run(scheduler)
        yield scheduler
        path = list(scheduler.chosen)
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        choices = [*(index for index, _ in path[:-1]), path[-1][0] + 1]
