"""What a newcomer to Three Quarries learns."""

from companion.engine.game import Lesson, Setup

_LESSONS = (
    Lesson("Favour", "favour", "ochre"),
    Lesson("Take", "take", "rose"),
    Lesson("Build", "build", "black"),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """Every kind of move there is."""
    return _LESSONS
