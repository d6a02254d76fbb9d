"""Pages on the narrowest phones."""

from companion.games.seeds import load_plays
from tests.browser.joining import MakePhone
from tests.browser.tables import open_page_as_recorded


def test_a_pad_page_is_no_wider_than_a_narrow_arabic_phone(phone: MakePhone) -> None:
    record = next(iter(load_plays("cheops_dice").values()))
    seq = next(n for n, line in enumerate(record["log"], 1) if line["move"] == "Build")
    page = phone(viewport={"width": 320, "height": 690}, locale="ar")
    open_page_as_recorded(page, "cheops_dice", record, seq)
    page.goto(f"{page.url.partition('?')[0]}/change/{seq}")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
