"""Whether a phone's glass marks what an entry changed: seen there, ringed, and of nobody else."""

from playwright.sync_api import Page

from tests.browser.hands import Line

WHOSE = ("seat", "board", "owner")
"""What in a recorded line names a seat that it changes something of."""
MARKS = """seats => {
  const boxOf = element => element.getBoundingClientRect();
  const ringOf = mark => [mark, ...mark.querySelectorAll("*")].map(e => getComputedStyle(e))
    .map(style => [style.outline, style.boxShadow, style.borderColor]).join();
  const isRinged = mark => {
    const ringed = ringOf(mark);
    mark.removeAttribute("data-last");
    const bare = ringOf(mark);
    mark.setAttribute("data-last", "");
    return ringed !== bare;
  };
  const clips = element => getComputedStyle(element).overflow !== "visible";
  const onGlass = mark => {
    const box = boxOf(mark);
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    const cut = by => {
      [left, top] = [Math.max(left, by.left), Math.max(top, by.top)];
      [right, bottom] = [Math.min(right, by.right), Math.min(bottom, by.bottom)];
    };
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let over = mark.parentElement; over; over = over.parentElement) if (clips(over)) cut(boxOf(over));
    if (right <= left || bottom <= top || (right - left) * (bottom - top) * 2 < box.width * box.height)
      return false;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !above?.closest("dialog, #answer, #waiting") || above.contains(mark);
  };
  const isOfThem = mark => {
    const of = mark.id === "dice" ? undefined : mark.closest("[id^=board-]")?.id.slice("board-".length)
      ?? mark.closest("#seats li")?.className.match(/(?:^| )c(\\d)/)[1];
    return of === undefined || seats.includes(Number(of));
  };
  return [...document.querySelectorAll("#table [data-last]")]
    .filter(mark => mark.checkVisibility({ visibilityProperty: true }) && onGlass(mark) && isRinged(mark))
    .map(isOfThem);
}"""
"""Of each mark that can be seen, whether it is of these seats, or of nobody's: dice lie on any board."""


def is_marked(page: Page, step: Line) -> bool:
    """Something on the glass is marked, and nothing that has to do with other seats; else it is over."""
    if page.locator("#turn[data-turn=over]").count():
        return True
    seats = [step[name] for name in WHOSE if step.get(name) is not None]
    marks: list[bool] = page.evaluate(MARKS, seats)
    return bool(marks) and all(marks)
