"""What evenings cost, as the tables of ``docs/evenings.md``."""

from collections.abc import Sequence

from tests.browser import hands
from tests.browser.answered import Answered
from tests.browser.costs import Costs
from tests.browser.evening import Evening
from tests.long.hands.keyboard import Played

BY_THUMB = ("game", "play", "phones", "entries", "turns", "taps a turn", "a plain turn", "a roll",
            "flicks a turn", "board in my turn", "otherwise", "furniture", "moved",
            "tap to others, p50 / p95", "not told / marked", "requests an entry", "page loads",
            "script errors", "seconds")  # fmt: skip
BY_KEYBOARD = ("game", "play", "keys a plain turn", "a roll", "most keys", "focus nowhere")


def head(columns: Sequence[str]) -> str:
    return row(columns) + "\n" + "|---" * len(columns) + "|"


def row(values: Sequence[object]) -> str:
    return "| " + " | ".join(map(str, values)) + " |"


def by_thumb(
    evening: Evening, phones: str, answered: Answered, errors: int, seconds: float
) -> tuple[object, ...]:
    """One evening's line."""
    glass, told, entered = evening.glass, evening.told, answered.counts["table.enter", 200]
    half, most = told.percentiles()
    return (
        evening.slug, evening.name, f"{len(evening.thumbs)} {phones}".strip(), evening.entries,
        evening.turns, f"{evening.taps / evening.turns:.1f}", *_plain(evening.slug, evening.costs),
        f"{evening.flicks / evening.turns:.2f}", f"{glass.board_in_turn:.0%}",
        f"{glass.board_otherwise:.0%}", f"{glass.furniture:.0f} px", f"{glass.farthest} px",
        f"{half:.0f} / {most:.0f} ms", f"{len(told.unsaid)} / {len(told.unmarked)}",
        f"{entered / (evening.entries + 2):.2f}", evening.loads, errors, round(seconds),
    )  # fmt: skip


def by_keyboard(slug: str, played: Played) -> tuple[object, ...]:
    """One game's line."""
    costs = played.costs
    return slug, hands.play_of(slug), *_plain(slug, costs), costs.most(), played.nowhere


def _plain(slug: str, costs: Costs) -> tuple[str, str]:
    roll = costs.roll()
    return f"{costs.turn(hands.turn_of(slug)):.1f}", "" if roll is None else f"{roll:.1f}"
