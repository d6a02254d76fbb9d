"""What every phone is told of an entry: how soon, in words, marked on the board, and until the next one."""

from dataclasses import dataclass, field
from statistics import quantiles

from playwright.sync_api import Page

from tests.browser.hands import Line
from tests.browser.marks import is_marked
from tests.browser.thumbs import Thumb

WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.seen = { tapped: 0, drawn: {} };
  for (const type of ["pointerup", "keydown"])
    addEventListener(type, () => { window.seen.tapped = now(); }, true);
  document.addEventListener("table:drawn", () => {
    const { version } = document.querySelector("#now").dataset;
    requestAnimationFrame(() => { window.seen.drawn[version] ??= now(); });
  });
}"""
"""Keeps when the glass was last tapped, and when each version was first drawn on it."""
SAYS = """version => {
  const isSeen = e => e.checkVisibility({ visibilityProperty: true });
  const words = [...document.querySelectorAll("#news .told, #end-title")].filter(isSeen);
  return { drawn: window.seen.drawn[version], words: words.map(e => e.innerText).join() };
}"""
SAYS_ONCE_DRAWN = f"""async version => {{
  for (const until = performance.now() + 60_000; !window.seen.drawn[version];) {{
    if (performance.now() > until) throw new Error(`version ${{version}} was never drawn`);
    await new Promise(requestAnimationFrame);
  }}
  return ({SAYS})(version);
}}"""
SOON = 1000
"""Milliseconds."""


@dataclass
class Told:
    """What was told of all entries of an evening, and where it was not."""

    delays: list[float] = field(default_factory=list)
    """From the tap until it was drawn, on each other phone, in milliseconds."""
    unsaid: list[str] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)
    _words: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.evaluate(WATCH)

    def look(self, thumbs: list[Thumb], member: int, version: int, step: Line) -> None:
        tapped = thumbs[member].page.evaluate("window.seen.tapped")
        shows = [thumb.page.evaluate(SAYS_ONCE_DRAWN, version) for thumb in thumbs]
        self._words = [shown["words"] for shown in shows]
        delays = [shown["drawn"] - tapped for shown in shows]
        self.delays += delays[:member] + delays[member + 1 :]
        for phone, (shown, delay) in enumerate(zip(shows, delays, strict=True)):
            if not shown["words"] or delay > SOON:
                self.unsaid.append(f"{step} on phone {phone} after {delay:.0f} ms")
            if "move" in step and not is_marked(thumbs[phone].page, step):
                self.unmarked.append(f"{step} on phone {phone}")

    def look_again(self, thumbs: list[Thumb], version: int) -> None:
        """Just before the next entry every phone still says the same."""
        for phone, (thumb, words) in enumerate(zip(thumbs, self._words, strict=False)):
            if thumb.page.evaluate(SAYS, version)["words"] != words:
                self.unsaid.append(f"version {version} on phone {phone} until the next entry")

    def percentiles(self) -> tuple[float, float]:
        parts = quantiles(self.delays, n=20, method="inclusive")
        return parts[9], parts[18]
