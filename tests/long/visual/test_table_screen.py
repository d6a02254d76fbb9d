"""Table screens have a board for each seat, text legible at three metres, and a readable QR code."""

import io
import re
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, expect

from companion.engine.game import Game
from companion.games import GAMES
from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser

SCREEN_SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in ((1024, 768), (768, 1024), (1280, 800), (1920, 1080), (3840, 2160))
]
NAMES = ("Ana", "Benoît", "Chloé", "Dan", "Éva", "Florian")

FIND_FAULTS_JS = """() => {
  const least = innerHeight * 0.025 - 0.1, faults = [];
  const quiet = e => e.closest(".quiet, .skip, script, style, datalist");
  const say = (what, e, more = "") =>
    faults.push(`${what}: ${(e.textContent || "").trim().slice(0, 30)} ${e.className} ${more}`);
  const over = (a, b, by = 2) => a.left < b.right - by && b.left < a.right - by
    && a.top < b.bottom - by && b.top < a.bottom - by;
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const within = (a, b, by = 2) => a.left >= b.left - by && a.right <= b.right + by
    && a.top >= b.top - by && a.bottom <= b.bottom + by;

  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, e = text.parentElement;
    if (!text.data.trim() || quiet(e) || !e.checkVisibility({ visibilityProperty: true })) continue;
    const scale = e.ownerSVGElement ? e.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (!size) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1).map(box => {
      const spare = Math.max(0, (box.height - size * 0.8) / 2);
      return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
    });
    const short = e.closest(".told, .whose, .name, h2, h2 button");
    const room = short && getComputedStyle(short).textOverflow === "ellipsis"
      ? short.getBoundingClientRect().right : Infinity;
    for (const box of boxes) box.right = Math.min(box.right, room);
    if (boxes.length) texts.push({ e, boxes, size });
  }
  for (const { e, size } of texts) if (size < least) say("small", e, size);
  for (const { e, boxes, size } of texts) {
    let ellipsis = false;
    for (let up = e; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      ellipsis ||= style.textOverflow === "ellipsis";
      if (!["hidden", "clip", "auto", "scroll"].includes(style.overflowY) || style.display === "contents")
        continue;
      const clip = up.getBoundingClientRect();
      for (const box of boxes) {
        const wide = { ...box, ...(ellipsis && { left: clip.left, right: clip.right }) };
        wide.bottom += size * 0.15; // where p, y, g and q end
        if (!within(wide, clip)) { say("cut", e, `by ${up.id || up.className}`); break; }
      }
    }
    if (!boxes.every(box => ellipsis || within(box, viewport))) say("off the screen", e);
  }
  texts.forEach((one, n) => texts.slice(n + 1).forEach(other => {
    if (one.boxes.some(a => other.boxes.some(b => over(a, b))))
      say("over one another", one.e, other.e.textContent);
  }));

  if (document.querySelector(".end, .lobby")) return faults;
  const corner = document.querySelector(".corner").getBoundingClientRect();
  for (const name of ["#news", "#head", "#move-form", "#board"])
    if (over(corner, document.querySelector(name).getBoundingClientRect()))
      faults.push(`${name} over the code`);
  if (!within(corner, viewport)) faults.push("the code is cut");
  for (const { e, boxes } of texts)
    if (!e.closest(".corner") && boxes.some(box => over(box, corner))) say("over the code", e);

  const laid = document.querySelector("#board");
  const field = getComputedStyle(laid).display === "contents" ? viewport : laid.getBoundingClientRect();
  const boards = [...document.querySelectorAll("#board [id^=board-]:is(section, div)")];
  for (const board of boards) {
    const box = board.getBoundingClientRect();
    if (box.width * box.height < innerWidth * innerHeight * 0.02) faults.push(`${board.id} is nowhere`);
    if (!within(box, field, 5)) faults.push(`${board.id} is cut`);
    const pieces = ".cell, .tile, .pawn, .stone:not(.lying *), .tomb, .bare, .course i";
    for (const piece of board.querySelectorAll(pieces)) {
      const own = piece.getBoundingClientRect();
      if (own.width < 2 || quiet(piece) || within(own, box, 6)) continue;
      say("leaves its board", piece, board.id);
      break;
    }
  }
  boards.forEach((one, n) => boards.slice(n + 1).forEach(other => {
    if (over(one.getBoundingClientRect(), other.getBoundingClientRect(), 3))
      faults.push(`${one.id} over ${other.id}`);
  }));
  if (!boards.length) faults.push("no boards");
  return [...new Set(faults)];
}"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_table_screen_is_legible_from_three_metres(phone: MakePhone, game: Game[Any]) -> None:
    low, high = game.meta.seats
    host, screen = phone(), phone(locale="fr", reduced_motion="reduce")  # French has longer words
    wrong: list[str] = []
    for seated in range(low, high + 1):
        code, log, half = open_halfway(host, game.meta.slug, seated)
        open_table_screen(screen, code)
        wrong += [f"{seated} seats, {fault}" for fault in find_faults(screen)]
        for size in SCREEN_SIZES:
            screen.set_viewport_size(size)
            if scan_qr_code(screen.locator(".corner")) != f"/j/{code}":
                wrong.append(f"{seated} seats, {size}: the code cannot be scanned")
        if log:
            enter_recorded(host, code, log, half, len(log))
            screen.wait_for_selector("#end-title")
            wrong += [f"{seated} seats, over, {fault}" for fault in find_faults(screen)]
    assert not wrong, "\n".join(wrong)


def find_faults(screen: Page) -> list[str]:
    faults = []
    for size in SCREEN_SIZES:
        screen.set_viewport_size(size)
        faults += [f"{size}: {fault}" for fault in screen.evaluate(FIND_FAULTS_JS)]
    return faults


def test_a_table_screen_follows_from_the_lobby_to_the_rematch(phone: MakePhone) -> None:
    host, screen = phone(), phone(viewport={"width": 1280, "height": 800})
    code = host.request.post("/open/giza").url.rsplit("/", 1)[1]
    open_table_screen(screen, code)
    assert scan_qr_code(screen.locator("#join")) == f"/j/{code}"
    assert find_faults(screen) == []
    host.request.post(f"/t/{code}/lobby/start")
    screen.wait_for_selector(".corner")
    assert scan_qr_code(screen.locator(".corner")) == f"/j/{code}"

    record = game_drivers.load_record("giza")
    code = open_as_recorded(host, "giza", record)
    open_table_screen(screen, code)
    enter_recorded(host, code, record["log"], 0, len(record["log"]))
    screen.wait_for_selector("#end-title")
    host.request.post(f"/t/{code}/rematch", form={"first": "0"})
    screen.wait_for_selector(f".corner .code:not(:text('{code}'))")
    assert screen.evaluate(FIND_FAULTS_JS) == []
    assert screen.url.endswith(scan_qr_code(screen.locator(".corner")).replace("/j/", "/t/"))


def open_table_screen(screen: Page, code: str) -> None:
    screen.request.post(f"/j/{code}", form={"seat": "watch"})
    screen.goto(f"/t/{code}")


def scan_qr_code(place: Locator) -> str:
    picture = Image.open(io.BytesIO(place.screenshot()))
    codes = zxingcpp.read_barcodes(picture)
    return "/j/" + codes[0].text.rsplit("/", 1)[1] if codes else ""


def open_halfway(host: Page, slug: str, seats: int) -> tuple[str, Any, int]:
    """Open a table, and make 60 % of the entries of a play. Return (code, the play's log, entries made).

    If no recorded play has this many seats, the table is new and the log is empty.
    """
    matching = [
        play
        for play in load_plays(slug).values()
        if len(play["seats"]) == seats and play.get("mode", "referee") == "referee"
    ]
    if matching:
        record = max(matching, key=lambda play: len(play["log"]))
        code = open_as_recorded(host, slug, record)
        half = len(record["log"]) * 3 // 5
        enter_recorded(host, code, record["log"], 0, half)
        return code, record["log"], half
    options = game_drivers.load_record(slug).get("options", {})
    plain = {name: value for name, value in options.items() if not isinstance(value, list | dict)}
    code = open_as_recorded(host, slug, {"seats": NAMES[:seats], "options": plain})
    return code, (), 0


PLAY_PATH = "/watch/giza/three_pyramids"
IS_BOARD_CURRENT_JS = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  return document.querySelector("#board").isEqualNode(page.querySelector("#board"));
}"""
"""Returns whether the board equals that of a freshly loaded page."""


def expect_step(page: Page, step: int) -> None:
    """Assert that the slider, the sentence, the address and the board show this step of the play."""
    expect(page.locator("#words .at")).to_have_text(re.compile(f"^{step}/26 "))
    expect(page).to_have_url(re.compile(rf"step={step}$"))
    expect(page.locator("#at")).to_have_value(str(step))
    assert page.evaluate(IS_BOARD_CURRENT_JS)


def test_a_play_is_viewed_with_the_slider_or_runs_until_it_is_stopped(
    phone: MakePhone,
) -> None:
    ana = TouchUser(phone())
    ana.page.goto("/plays")
    ana.tap(f"a[href='{PLAY_PATH}']")
    slider = ana.page.locator("#at")
    box = ana.get_bounds("#at")
    sent: list[str] = []
    ana.page.on("request", lambda r: sent.append(r.url) if PLAY_PATH in r.url else None)
    x, y = box["x"] + 10, box["y"] + box["height"] / 2
    ana.touch.dispatch("touchStart", x, y)
    for _ in range(40):
        x += (box["width"] - 20) / 50
        ana.touch.dispatch("touchMove", x, y)
    ana.touch.lift()
    expect(ana.page.locator("#words .at")).not_to_have_text(re.compile("^0/"))
    step = int(slider.input_value())
    assert 15 < step < 26
    expect_step(ana.page, step)
    assert len(sent) < 10, sent
    ana.tap("#next")
    expect_step(ana.page, step + 1)
    ana.page.go_back()
    expect_step(ana.page, step)
    ana.page.goto(f"{PLAY_PATH}?step=3")
    ana.tap("#ways a:text('Play')")
    expect(ana.page.locator("#words .at")).to_have_text(re.compile("^4/26 "))
    ana.tap("#ways a:text('Pause')")
    expect_step(ana.page, int(slider.input_value()))


def test_a_play_can_be_viewed_with_the_keyboard(phone: MakePhone) -> None:
    page = phone(viewport={"width": 1280, "height": 800})
    page.goto(f"{PLAY_PATH}?step=11")
    board = page.locator("#board").bounding_box()
    assert board
    assert board["width"] > 500, "the words leave the board its room"
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    expect_step(page, 12)
    page.keyboard.press("End")
    expect_step(page, 26)
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator("#at")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect_step(page, 25)
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    expect_step(page, 24)
    expect(page.locator("#back")).to_be_focused()
