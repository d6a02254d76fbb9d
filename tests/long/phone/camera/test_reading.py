"""A photographed page is read correctly, or the app asks the user."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import ROOT
from tests.long.phone.camera.photographs import PHOTO_SIZE, Photograph, Point, make_parts, make_photograph

NODE_PATH = Path(sys.executable).with_name("node")
READER_FOLDER = ROOT / "static" / "js" / "camera"
MAX_DISTANCE_PIXELS = 14
"""A box that is read farther than this from every real box, in pixels, does not exist."""


@dataclass
class JudgedReading:
    """Numbers of boxes in the reading of one photograph, compared with the boxes that it shows.

    ``certain`` describes each wrong box about which the app does not ask, and ``loose`` names the parts
    that it could not read.
    """

    boxes: int = 0
    right: int = 0
    doubtful: int = 0
    pairs: int = 0
    names_right: int = 0
    loose: list[str] = field(default_factory=list)
    certain: list[str] = field(default_factory=list)


def read_photograph(photo: Photograph) -> Any:
    """Return the app's reading of a photograph as JSON; None if its corners are not those of a page."""
    command = [NODE_PATH, Path(__file__).with_name("read.mjs"), READER_FOLDER]
    request = json.dumps(_make_user_input(photo)).encode() + b"\n" + photo.rgb
    return json.loads(subprocess.run(command, input=request, capture_output=True, check=True).stdout)


def _make_user_input(photo: Photograph) -> dict[str, Any]:
    parts = [
        {"boxes": part.boxes, "ends": part.ends, "grows": part.grows, "taps": taps}
        for part, taps in zip(photo.parts, photo.taps, strict=True)
    ]
    width, height = PHOTO_SIZE
    return {"width": width, "height": height, "corners": photo.corners, "parts": parts}


def compare_reading(photo: Photograph, answer: Any) -> JudgedReading:
    """Compare ``answer``, the app's reading as JSON, with the boxes that the photograph shows."""
    result = JudgedReading(pairs=len(answer["pairs"]))
    real_boxes = [
        (centre, letter)
        for centres, letters in zip(photo.centres, photo.letters, strict=True)
        for centre, letter in zip(centres, letters, strict=True)
    ]
    read = [
        (name.name, part["loose"], box, _get_ink_at(box["onPhoto"], real_boxes))
        for name, part in zip(photo.parts, answer["parts"], strict=True)
        for box in part["boxes"]
    ]
    inks: dict[int, str] = {}
    for pile in {box["pile"] for _, _, box, _ in read}:
        own = [ink for _, loose, box, ink in read if box["pile"] == pile and ink and not loose]
        inks[pile] = max(sorted({*own, ""}), key=own.count)
    asked_together = {pile for pair in answer["pairs"] for pile in pair}
    for name, loose, box, ink in read:
        result.boxes += 1
        result.doubtful += box["doubtful"]
        right = inks[box["pile"]] == ink
        result.right += right
        if not (right or loose or box["doubtful"] or box["pile"] in asked_together):
            result.certain.append(f"{name}: {inks[box['pile']]} for {ink or 'nothing'}")
    result.loose = [
        part.name for part, case in zip(photo.parts, answer["parts"], strict=True) if case["loose"]
    ]
    result.names_right = sum(answer["names"][pile] == ink for pile, ink in inks.items())
    return result


def _get_ink_at(point: Point, boxes: list[tuple[Point, str]]) -> str:
    """Return the ink of the box at this point of the photograph; "" if no box is near."""
    far, ink = min((hypot(point[0] - x, point[1] - y), ink) for (x, y), ink in boxes)
    return ink if far <= MAX_DISTANCE_PIXELS else ""


WRONG_COUNTS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "pyramid": ("rows", (4, 6)),
    "arch": ("levels", (3, 5)),
    "floor": ("floor", ((2, 4), (3, 5), (4, 4))),
    "quarry": ("quarry", (17, 19)),
}
"""Wrong counts for a page with 5 rows, 4 levels, 3 × 4 boxes and 18 stones."""


def compare_all(photos: Iterator[Photograph]) -> list[JudgedReading]:
    return [compare_reading(photo, read_photograph(photo)) for photo in photos]


def miscount_part(photo: Photograph, name: str, count: dict[str, Any]) -> Photograph:
    """Return the photograph with a miscounted part. ``count`` has the wrong argument of ``make_parts``."""
    parts = [
        wrong if wrong.name == name else right
        for wrong, right in zip(make_parts(**count), photo.parts, strict=True)
    ]
    return replace(photo, parts=parts)


def test_boxes_are_sorted_by_ink_in_any_light_and_style() -> None:
    cases = compare_all(make_photograph(7000 + n) for n in range(24))
    boxes = sum(case.boxes for case in cases)
    assert sum(case.right for case in cases) >= 0.995 * boxes
    assert sum(case.names_right for case in cases) >= 0.99 * 6 * len(cases)
    assert sum(len(case.certain) for case in cases) <= boxes / 25_000, cases
    questions = sum(case.doubtful + case.pairs + len(case.loose) for case in cases)
    assert questions <= len(cases)


def test_a_part_with_a_wrong_count_is_reported_and_has_no_certain_box() -> None:
    counts = [(part, {name: count}) for part, (name, wrong) in WRONG_COUNTS.items() for count in wrong]
    for number, (name, count) in enumerate(counts):
        photos = (make_photograph(3000 + 16 * number + n) for n in range(3))
        cases = compare_all(miscount_part(photo, name, count) for photo in photos)
        assert sum(name not in case.loose for case in cases) <= 1, (name, count)
        assert [case.certain for case in cases if case.certain] == [], (name, count)


def test_the_user_is_asked_if_five_inks_are_read_as_six() -> None:
    for case in compare_all(make_photograph(500 + n, inks="ROYGV", difficulty=0.3) for n in range(6)):
        assert case.pairs
        assert case.certain == []


@pytest.mark.parametrize("what", ["grey", "noise", "nothing"])
def test_a_photo_without_colours_has_no_certain_box(what: str) -> None:
    photo = make_photograph(11, difficulty=0.3)
    pixels = np.frombuffer(photo.rgb, dtype=np.uint8).reshape(PHOTO_SIZE[1], PHOTO_SIZE[0], 3)
    other = {
        "grey": np.repeat(pixels.mean(axis=2, keepdims=True), 3, axis=2),
        "noise": np.random.default_rng(1).integers(0, 256, pixels.shape),
        "nothing": np.full(pixels.shape, 128),
    }[what]
    answer = read_photograph(replace(photo, rgb=other.astype(np.uint8).tobytes()))
    together = {pile for pair in answer["pairs"] for pile in pair}
    certain = [
        box
        for part in answer["parts"]
        for box in part["boxes"]
        if not (part["loose"] or box["doubtful"] or box["pile"] in together)
    ]
    assert certain == []


def test_crossing_corners_are_not_a_page() -> None:
    photo = make_photograph(4)
    a, b, c, d = photo.corners
    for corners in ([b, a, c, d], [a, b, d, c], [a, (a[0] + 20, a[1]), c, d]):
        assert read_photograph(replace(photo, corners=corners)) is None
