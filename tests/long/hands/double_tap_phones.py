"""Phones that are brought into a state of a game, and tap there at one point."""

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

from flask import Flask
from playwright.sync_api import CDPSession, Error, Page, Response

from companion.exports.table_file import table_data
from companion.games.seeds import plays
from companion.services import services_of
from tests.browser import hands
from tests.browser.arriving import FORM
from tests.browser.phones import HASTY
from tests.browser.thumbs import HEEDS_TAPS, Thumb
from tests.lines import Line
from tests.long.hands.double_taps_page import CONTROLS, FORGET, OPENERS, READ_LOG, START_LOG, STATE, WATCH
from tests.long.phone.pocketed import has_copy
from tests.recorded import enter, entry_of, open_play

QUIET_MS, STEP_MS, LOAD_MS = 4000, 2500, 10_000
QUIET = "html[data-quiet]"
IS_OWN = "html[data-line=own]"
Event = dict[str, Any]


class Step(NamedTuple):
    """One deed of a hand: ``tap``, ``write`` or ``choose``."""

    deed: str
    selector: str
    value: str = ""


@dataclass(frozen=True)
class State:
    """Where pairs are tapped."""

    play: str
    entries: int
    """Of the recorded play, entered before."""
    seat: int
    """That the phone sits on; it enters for nobody else, unless it is ``alone``."""
    alone: bool = True
    steps: tuple[Step, ...] = ()
    lobby: str = ""
    """``host`` or ``guest`` before the start."""

    def __str__(self) -> str:
        steps = " > ".join(" ".join(step).strip() for step in self.steps)
        where = f"lobby of the {self.lobby}" if self.lobby else f"{self.play} after {self.entries} entries"
        whose = "one phone for all" if self.alone else f"phone of seat {self.seat}"
        return f"{where}, {whose}" + (f", then {steps}" if steps else "")


class Recorder(Thumb):
    """A thumb that notes its deeds, without those that open what hides a control."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.steps: list[Step] = []
        self._depth = 0

    def tap(self, selector: str) -> None:
        self._note(Step("tap", selector), lambda: super(Recorder, self).tap(selector))

    def write(self, selector: str, text: str) -> None:
        self._note(Step("write", selector, text), lambda: super(Recorder, self).write(selector, text))

    def choose(self, selector: str, value: str) -> None:
        self._note(Step("choose", selector, value), lambda: super(Recorder, self).choose(selector, value))

    def _note(self, step: Step, act: Callable[[], None]) -> None:
        if not self._depth:
            self.steps.append(step)
        self._depth += 1
        try:
            act()
        finally:
            self._depth -= 1


def do(thumb: Thumb, steps: Sequence[Step]) -> None:
    for deed, selector, value in steps:
        if deed == "tap":
            thumb.tap(selector)
        elif deed == "write":
            thumb.write(selector, value)
        else:
            thumb.choose(selector, value)


class World:
    """The recorded plays of a game as files of tables, of which any number of copies can be imported."""

    def __init__(self, app: Flask, slug: str) -> None:
        self.slug = slug
        referee = {n: r for n, r in plays(slug).items() if r.get("mode", "referee") == "referee"}
        self.records = referee
        self._files = {name: self._file(app, record) for name, record in referee.items()}

    def _file(self, app: Flask, record: dict[str, Any]) -> dict[str, Any]:
        phone = open_play(app, self.slug, record)
        for number, line in enumerate(record["log"]):
            enter(phone, entry_of(line, number))
        with app.app_context():
            tables = services_of(app).tables
            return table_data(tables.store, tables.load_for(tables.access(phone.code, None)))

    def file(self, state: State) -> dict[str, Any]:
        """A table of its own at the position of a state."""
        file = self._files[state.play]
        return {**file, "log": file["log"][: state.entries], "birth": secrets.token_urlsafe(18)}

    def positions(self, chance: random.Random, few: int) -> Iterator[tuple[State, hands.Line | None]]:
        """Positions spread over all plays and their ends, with the next line as people enter it."""
        found: list[tuple[State, hands.Line | None]] = []
        for name, record in self.records.items():
            log = record["log"]
            lines = hands.log_of(self.slug, record)
            numbers = [n for n, line in enumerate(log) if line.get("kind") != "setting"]
            for number, line in zip(numbers, lines, strict=True):
                found.append((State(name, number, max(line.get("seat", 0), 0)), line))
        start = chance.randrange(max(1, len(found) // few))
        spread = found[start :: max(1, len(found) // few)][:few]
        name, record = chance.choice([*self.records.items()])
        yield from [*spread, (State(name, len(record["log"]), 0), None)]


class Connection(Protocol):
    """How a phone comes to its table, and what is cut before the taps."""

    way: str

    def online(self) -> None: ...

    def cut(self, page: Page, state: State) -> None: ...


class Online:
    way = "online"

    def online(self) -> None:
        """It always is."""

    def cut(self, page: Page, state: State) -> None:
        """Nothing is cut."""


class Offline:
    """The browser says that there is no connection, and the phone has no copy of the app."""

    way = "offline"

    def __init__(self, page: Page) -> None:
        self._page = page

    def online(self) -> None:
        self._page.context.set_offline(False)

    def cut(self, page: Page, state: State) -> None:
        page.context.set_offline(True)


class OfflineMode:
    """The phone has a copy of the app, which judges and draws once the server is out of reach."""

    way = "offline mode"

    def __init__(self, line: Line) -> None:
        self._line = line

    def online(self) -> None:
        self._line.mend()

    def cut(self, page: Page, state: State) -> None:
        if not state.lobby:
            has_copy(page, state.entries)
        self._line.cut()
        if not state.lobby:
            page.reload(timeout=LOAD_MS)
            page.wait_for_selector(IS_OWN, state="attached")


class Tapper:
    """A phone that is brought into a state and taps there."""

    def __init__(self, page: Page, connection: Connection, world: World) -> None:
        self.page, self.connection, self.world = page, connection, world
        self.thumb = Thumb(page)
        self.problems: list[str] = []
        self._touch: CDPSession = page.context.new_cdp_session(page)
        self.asks = False
        """Whether the page asked, after the last taps, if the same is to be entered once more."""
        self._there: State | None = None
        self._table, self._before = "", ""
        page.on("pageerror", lambda error: self.problems.append(f"script error: {error}"))
        page.on("response", self._hear)
        page.on("popup", lambda popup: popup.close())
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.context.add_init_script(HASTY)
        page.context.add_init_script(f"({WATCH})()")

    def _hear(self, response: Response) -> None:
        if response.status >= 500:
            self.problems.append(f"answer {response.status}: {response.url}")

    def _call(self, path: str, body: Any, secret: str = "") -> Any:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        answer = self.page.request.post(f"/api/v1/tables{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def _open(self, state: State) -> None:
        """A new table in this state, with this phone's seat."""
        if state.lobby:
            names = self.world.records[state.play]["seats"]
            form = [("mode", "referee"), *(("name", name) for name in [names[0], *[""] * (len(names) - 1)])]
            answer = self.page.request.post(
                f"/open/{self.world.slug}", data=urlencode(form), headers=FORM, max_redirects=0
            )
            code = answer.headers["location"].rsplit("/", 1)[1]
            if state.lobby == "guest":
                self._sit(self._call(f"/{code}/seats", {"seat": 1, "name": names[1]}), alone=False)
        else:
            opened = self._call("/import", self.world.file(state))
            code = opened["code"]
            if not state.alone and state.seat:
                opened = self._call(f"/{code}/seats", {"seat": state.seat})
            self._sit(opened, alone=state.alone)
        self._table = f"/t/{code}"

    def _sit(self, opened: dict[str, str], *, alone: bool) -> None:
        url = self.page.evaluate("location.origin")
        cookies = [{"name": f"t-{opened['code']}", "value": opened["secret"], "url": url}]
        if alone:
            cookies.append({"name": f"for-{opened['code']}", "value": "all", "url": url})
        self.page.context.add_cookies(cookies)  # type: ignore[arg-type]

    def arrive(self, state: State) -> Iterator[None]:
        """The page shows this state, AssertionError or Error where it cannot. It goes on elsewhere wherever
        it would only wait, so that several phones arrive at once."""
        self.page.set_default_timeout(STEP_MS)
        if self._there != state:
            self._there = None
            with suppress(Error):
                self.page.evaluate(FORGET)
            self.connection.online()
            self.page.context.clear_cookies()
            if not self.page.url.startswith("http"):
                self.page.goto("/")
            self._open(state)
            self.page.goto(self._table, wait_until="commit", timeout=LOAD_MS)
            yield
            self._rest()
            self.connection.cut(self.page, state)
            yield
            do(self.thumb, state.steps)
            yield
            self._rest()
            self.page.wait_for_selector(HEEDS_TAPS, state="attached")
            self._there = state
            self._before = self.page.evaluate(STATE)
        self.problems.clear()

    def controls(self) -> list[dict[str, Any]]:
        return list(self.page.evaluate(CONTROLS))

    def openers(self) -> list[str]:
        return list(self.page.evaluate(OPENERS))

    def start(self) -> None:
        self.page.evaluate(START_LOG)

    def touch(self, x: float, y: float) -> None:
        with suppress(Error):
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _rest(self) -> None:
        with suppress(Error):  # not every page has the scripts
            self.page.wait_for_selector(QUIET, state="attached", timeout=QUIET_MS)

    def events(self) -> list[Event]:
        """What came of the taps. The state is given up where they changed anything."""
        self._rest()
        for _ in range(3):
            try:
                events: list[Event] = self.page.evaluate(READ_LOG)
                after = self.page.evaluate(STATE)
                break
            except Error:  # on its way to another page
                self.page.wait_for_load_state()
        else:
            events, after = [], ""
        self.asks = '"once-more"' in after
        changed = any(event["what"] != "down" for event in events) or after != self._before
        if changed:
            self._there = None
        return events

    def give_up(self) -> None:
        self._there = None
