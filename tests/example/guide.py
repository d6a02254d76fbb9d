"""The lessons of Three Quarries for newcomers."""

from companion.engine.game import Lesson, Setup

_LESSONS = (
    Lesson("Favour", "favour", "ochre"),
    Lesson("Take", "take", "rose"),
    Lesson("Build", "build", "black"),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Return a lesson for each of the three kinds of moves."""
    return _LESSONS
