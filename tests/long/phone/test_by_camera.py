"""Copying a pad page from a photograph, which is not sent. Each box is correct or the app asks."""

from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from companion.games.cheops_dice.parts import load_practice_pages
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser
from tests.long.phone.camera.photographs import PHOTO_SIZE, Photograph, Point, make_photograph

PRACTICE_PAGE = load_practice_pages()[1]
LETTERS_BY_FIELD = {
    **{f"value.pyramid.rows.{n}": row for n, row in enumerate(PRACTICE_PAGE.pyramid.rows)},
    "value.arch.left": PRACTICE_PAGE.arch.left,
    "value.arch.right": PRACTICE_PAGE.arch.right,
    "value.arch.keystone": PRACTICE_PAGE.arch.keystone,
    **{f"value.floor.grid.{n}": f".{row}." for n, row in enumerate(PRACTICE_PAGE.floor.grid, 1)},
    "value.quarry": PRACTICE_PAGE.quarry,
}
PRINTED_LETTERS = [
    "".join(PRACTICE_PAGE.pyramid.rows),
    PRACTICE_PAGE.arch.left + PRACTICE_PAGE.arch.right + PRACTICE_PAGE.arch.keystone,
    "".join(PRACTICE_PAGE.floor.grid),
    PRACTICE_PAGE.quarry,
]


class PhotographedPage:
    """A photograph that a user copies on a phone. It counts the user's taps and drags."""

    def __init__(self, page: Page, photo: Photograph, folder: Path) -> None:
        self.page, self.photo, self.gestures = page, photo, 0
        self.file = folder / "sheet.jpg"
        Image.frombytes("RGB", PHOTO_SIZE, photo.rgb).save(self.file, quality=95)

    def tap(self, name: str) -> None:
        TouchUser(self.page).tap(f"#camera :is(button, label):has-text('{name}')")
        self.gestures += 1

    def choose_photo(self) -> None:
        with self.page.expect_file_chooser() as chosen:
            self.tap("Choose a photo")
        chosen.value.set_files(self.file)
        expect(self.page.locator(".grip")).to_have_count(4)

    def place_corners(self) -> None:
        self.choose_photo()
        for n, corner in enumerate(self.photo.corners):
            self.drag_handle(n, corner)
        self.tap("They fit")

    def get_screen_point(self, point: Point) -> tuple[float, float]:
        box = self.page.locator("[data-view=photo]").bounding_box()
        assert box
        share = box["width"] / PHOTO_SIZE[0]
        return box["x"] + point[0] * share, box["y"] + point[1] * share

    def drag_handle(self, handle: int, point: Point) -> None:
        box = self.page.locator(".grip").nth(handle).bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(*self.get_screen_point(point), steps=4)
        self.page.mouse.up()
        self.gestures += 1

    def tap_photo(self, point: Point) -> None:
        self.page.touchscreen.tap(*self.get_screen_point(point))
        self.gestures += 1

    def mark_with_keys(self, point: Point) -> None:
        """Add a mark in the middle of the photo, and move it to this point with arrow keys."""
        self.page.locator(".stage").focus()
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".grip")).to_have_count(1)
        for arrows, at, length in zip(("Right Left", "Down Up"), point, PHOTO_SIZE, strict=True):
            forth, back = arrows.split()
            tens, ones = divmod(abs(distance := round(at - length / 2)), 10)
            for chord in (*["Shift+"] * tens, *[""] * ones):
                self.page.keyboard.press(f"{chord}Arrow{forth if distance > 0 else back}")
        self.gestures += 1


def open_page_form(phone: MakePhone, name: str) -> Page:
    page = phone()
    page.goto("/editions/cheops_dice/new")
    page.locator("[name='value.letter']").select_option(name)
    return page


def read_painted_letters(page: Page) -> dict[str, str]:
    return {name: page.locator(f"[name='{name}']").input_value() for name in LETTERS_BY_FIELD}


def test_a_page_is_copied_from_a_photograph_and_nothing_is_sent(phone: MakePhone, tmp_path: Path) -> None:
    page = open_page_form(phone, "B")
    TouchUser(page).tap("#by-camera")
    requests: list[str] = []
    expect(page.locator("#camera")).to_be_visible()
    page.on("request", lambda request: requests.append(request.url))
    sheet = PhotographedPage(page, make_photograph(20, letters=PRINTED_LETTERS, difficulty=0.33), tmp_path)
    sheet.place_corners()
    first, *taps = (tap for taps in sheet.photo.taps for tap in taps)
    sheet.mark_with_keys(first)
    for tap in taps:
        sheet.tap_photo(tap)
    sheet.tap("Read the colours")
    expect(page.locator(".pile")).to_have_count(6)
    expect(page.locator(".pile :checked")).to_have_count(6)
    sheet.tap("The colours are right")
    expect(page.locator("#camera")).to_be_hidden()
    read = read_painted_letters(page)
    for name, line in LETTERS_BY_FIELD.items():
        pairs = zip(read[name], line, strict=True)
        assert all(read_letter in (letter, "?") for read_letter, letter in pairs), (name, read[name], line)
    assert "".join(read.values()).count("?") <= 3
    assert sheet.gestures <= 22
    assert requests == []
    expect(page.locator(".copied-steps .done")).to_have_count(3)
    expect(page.locator(".seen")).to_be_visible()
    TouchUser(page).tap("#by-camera")
    sheet.place_corners()
    expect(page.locator(".grip")).to_have_count(8)  # the marks of the last photo


def test_an_unreadable_photo_and_crossing_corners_show_a_message(phone: MakePhone, tmp_path: Path) -> None:
    page = open_page_form(phone, "C")
    TouchUser(page).tap("#by-camera")
    sheet = PhotographedPage(page, make_photograph(21, letters=PRINTED_LETTERS, difficulty=0.33), tmp_path)
    whole = sheet.file.read_bytes()
    sheet.file.write_bytes(b"no photo")
    with page.expect_file_chooser() as chosen:
        sheet.tap("Choose a photo")
    chosen.value.set_files(sheet.file)
    expect(page.locator("[data-view=prompt]")).to_contain_text("cannot be opened")
    with page.expect_download() as shared:
        sheet.tap("Share the photo")
    assert shared.value.path().read_bytes() == b"no photo"
    sheet.file.write_bytes(whole)
    sheet.choose_photo()
    expect(page.locator("[data-view=failed]")).to_be_hidden()
    sheet.drag_handle(0, sheet.photo.corners[2])
    expect(page.locator("[data-view=prompt]")).to_contain_text("no sheet")
    sheet.tap("They fit")
    expect(page.locator("#camera")).to_have_attribute("data-now", "corners")
    sheet.tap("By hand")
    expect(page.locator("#camera")).to_be_hidden()
    assert set("".join(read_painted_letters(page).values())) == {"?", "."}


def test_offline_the_camera_shows_a_message_and_opens_at_a_later_tap(phone: MakePhone) -> None:
    page = open_page_form(phone, "D")
    page.context.set_offline(True)
    TouchUser(page).tap("#by-camera")
    expect(page.locator("#copied")).to_contain_text("tap again")
    page.context.set_offline(False)
    TouchUser(page).tap("#by-camera")
    expect(page.locator("#camera")).to_be_visible()
