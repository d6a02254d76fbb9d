"""What a phone's glass shows in an evening: how much of it is board, and whether controls stand still."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

WATCH = """() => {
  window.moved = [];
  let drawn = 0;
  document.addEventListener("table:drawn", () => { drawn = performance.now(); });
  new PerformanceObserver(list => {
    const moves = list.getEntries().flatMap(shift => shift.sources.map(source => [shift, source]));
    for (const [shift, { node, previousRect: was, currentRect: is }] of moves) {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      const controls = "button, label, .button, summary";
      const control = element?.closest(controls) || element?.querySelector(controls);
      if (!control?.closest("#hand, #board") || shift.startTime - drawn < 400) continue;
      if (document.querySelector("#turn").dataset.turn === "others") continue;
      const far = Math.max(Math.abs(was.x - is.x), Math.abs(was.y - is.y));
      if (was.width && is.width && far > 1)
        window.moved.push([Math.round(far), control.outerHTML.slice(0, 90)]);
    }
  }).observe({ type: "layout-shift" });
}"""
"""Keeps every shift of a control that no entry has caused: what moves between two taps of a turn."""
SHOWS = """() => {
  const height = name => {
    const box = document.querySelector(name)?.getBoundingClientRect();
    return box ? Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) : 0;
  };
  return { turn: document.querySelector("#turn").dataset.turn, board: height("#board") / innerHeight,
           fixed: height("#head") + height("#news") };
}"""


@dataclass
class Glass:
    """The least board, the most furniture and the farthest move of a control, over an evening."""

    board_in_turn: float = 1.0
    board_otherwise: float = 1.0
    furniture: float = 0.0
    moved: list[tuple[int, str]] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.evaluate(WATCH)

    def look(self, page: Page) -> None:
        shows: dict[str, Any] = page.evaluate(SHOWS)
        if shows["turn"] == "over":
            return
        if shows["turn"] == "others":
            self.board_otherwise = min(self.board_otherwise, shows["board"])
        else:
            self.board_in_turn = min(self.board_in_turn, shows["board"])
        self.furniture = max(self.furniture, shows["fixed"])

    def collect(self, page: Page) -> None:
        self.moved += [(far, what) for far, what in page.evaluate("() => window.moved || []")]

    @property
    def farthest(self) -> int:
        return max((far for far, _ in self.moved), default=0)
