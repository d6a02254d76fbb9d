"""The page of The Pyramid's Deadline: when tombs may be announced, and who brought the Pharaoh's death."""

import re

import pytest
from flask import Flask

from companion.games.seeds import load_plays
from tests.exports.test_exports import import_file, make_table_file
from tests.recorded_plays import make_request_json, open_play, post_entry

FINISHED_EARLIER = "finished: may be announced after its next stone"


def test_a_small_tomb_may_be_announced_only_after_its_newest_stone(app: Flask) -> None:
    play = load_plays("deadline")["death"]
    phone = open_play(app, "deadline", play)
    phone.enter_for("all")
    seen = set()
    for number, line in enumerate(play["log"][:22]):
        post_entry(phone, make_request_json(line, number))
        view, page = phone.get_table_json()["view"], phone.get_board_html()
        for n, dialog in re.findall(r'(?s)<dialog id="tomb-(\d)"(.*?)</dialog>', page):
            tomb = view["seats"][int(n)]
            waits = tomb["complete"] and not tomb["declared"]
            may_announce = waits and int(n) == view["builder"]
            seen.add((waits, may_announce))
            assert (f'"Declare {n}"' in dialog) == may_announce, (number, n)
            assert ("may be announced" in dialog) == waits, (number, n)
            assert (FINISHED_EARLIER in dialog) == (waits and not may_announce), (number, n)
    assert len(seen) == 3


@pytest.mark.parametrize(("killer", "rotation"), [(2, 0), (0, 1)])
def test_the_seat_that_brought_the_death_is_marked(app: Flask, killer: int, rotation: int) -> None:
    file = make_table_file("deadline", "death")
    if rotation:
        for line in file["log"]:
            line["seat"] = line["by"] = (line["seat"] + rotation) % 3
        file["first"] = rotation
    phone = import_file(app, file)
    assert phone.get_table_json()["view"]["killer"] == killer
    [end] = re.findall(rf'(?s)id="laid-{killer}".*?</div>', phone.get_board_html())
    assert 'class="killed"' in end
    assert phone.get_board_html().count('class="killed"') == 1
