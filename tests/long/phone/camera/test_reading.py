"""A photographed sheet is read right or asked about; what is said to be certain is."""

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
from tests.long.phone.camera.photographs import SIZE, Photograph, Point, parts_of, photograph

NODE = Path(sys.executable).with_name("node")
READER = ROOT / "static" / "js" / "camera"
BESIDE = 14
"""A box that was read farther from every true one than this, in pixels, is none."""


@dataclass
class JudgedCase:
    """One photograph's reading held against the truth, in boxes unless it says otherwise.

    ``certain`` are those wrong ones that nobody is asked about, ``loose`` the parts that are said
    not to sit.
    """

    style: str
    boxes: int = 0
    right: int = 0
    asked: int = 0
    pairs: int = 0
    names_right: int = 0
    loose: list[str] = field(default_factory=list)
    certain: list[str] = field(default_factory=list)


def reading(photo: Photograph) -> Any:
    """What the reader answers of a photograph: none where its corners go round nothing."""
    command = [NODE, Path(__file__).with_name("read.mjs"), READER]
    told = json.dumps(_asked(photo)).encode() + b"\n" + photo.rgb
    return json.loads(subprocess.run(command, input=told, capture_output=True, check=True).stdout)


def _asked(photo: Photograph) -> dict[str, Any]:
    """What a person tells of the photograph: four corners, the counts, two boxes a part."""
    parts = [
        {"boxes": part.boxes, "ends": part.ends, "grows": part.grows, "taps": taps}
        for part, taps in zip(photo.parts, photo.taps, strict=True)
    ]
    width, height = SIZE
    return {"width": width, "height": height, "corners": photo.corners, "parts": parts}


def judged(photo: Photograph, answer: Any) -> JudgedCase:
    """The reading held against the truth: a pile has the ink that most of its boxes have."""
    found = JudgedCase(photo.style, pairs=len(answer["pairs"]))
    true = [
        (centre, letter)
        for centres, letters in zip(photo.centres, photo.letters, strict=True)
        for centre, letter in zip(centres, letters, strict=True)
    ]
    read = [
        (name.name, part["loose"], box, _ink_at(box["onPhoto"], true))
        for name, part in zip(photo.parts, answer["parts"], strict=True)
        for box in part["boxes"]
    ]
    inks: dict[int, str] = {}
    for pile in {box["pile"] for _, _, box, _ in read}:
        own = [ink for _, loose, box, ink in read if box["pile"] == pile and ink and not loose]
        inks[pile] = max(sorted({*own, ""}), key=own.count)
    asked_together = {pile for pair in answer["pairs"] for pile in pair}
    for name, loose, box, ink in read:
        found.boxes += 1
        found.asked += box["doubtful"]
        right = inks[box["pile"]] == ink
        found.right += right
        if not (right or loose or box["doubtful"] or box["pile"] in asked_together):
            found.certain.append(f"{name}: {inks[box['pile']]} for {ink or 'nothing'}")
    found.loose = [
        part.name for part, one in zip(photo.parts, answer["parts"], strict=True) if one["loose"]
    ]
    found.names_right = sum(answer["names"][pile] == ink for pile, ink in inks.items())
    return found


def _ink_at(point: Point, true: list[tuple[Point, str]]) -> str:
    """The ink of the box that lies there; empty where none does."""
    far, ink = min((hypot(point[0] - x, point[1] - y), ink) for (x, y), ink in true)
    return ink if far <= BESIDE else ""


WRONG_COUNTS: dict[str, tuple[str, dict[str, Any]]] = {
    "pyramid of 4 rows": ("pyramid", {"rows": 4}),
    "pyramid of 6 rows": ("pyramid", {"rows": 6}),
    "arch of 3 levels": ("arch", {"levels": 3}),
    "arch of 5 levels": ("arch", {"levels": 5}),
    "floor of 2 × 4": ("floor", {"floor": (2, 4)}),
    "floor of 3 × 5": ("floor", {"floor": (3, 5)}),
    "floor of 4 × 4": ("floor", {"floor": (4, 4)}),
    "quarry of 17": ("quarry", {"quarry": 17}),
    "quarry of 19": ("quarry", {"quarry": 19}),
}
"""What a person may tell wrongly of a sheet with 5 rows, 4 levels, 3 × 4 boxes and 18 stones."""


def all_judged(photos: Iterator[Photograph]) -> list[JudgedCase]:
    return [judged(photo, reading(photo)) for photo in photos]


def miscounted(photo: Photograph, name: str, told: dict[str, Any]) -> Photograph:
    """The photograph with one part told wrongly; the taps are where they were."""
    parts = [
        wrong if wrong.name == name else right
        for wrong, right in zip(parts_of(**told), photo.parts, strict=True)
    ]
    return replace(photo, parts=parts)


def test_boxes_are_sorted_by_their_ink_under_any_light_and_style() -> None:
    found = all_judged(photograph(7000 + n) for n in range(120))
    boxes = sum(one.boxes for one in found)
    assert sum(one.right for one in found) >= 0.995 * boxes
    assert sum(one.names_right for one in found) >= 0.99 * 6 * len(found)
    assert sum(len(one.certain) for one in found) <= boxes / 25_000, found
    asked = sum(one.asked + one.pairs + len(one.loose) for one in found)
    assert asked <= len(found)


def test_a_count_that_was_told_wrongly_is_doubted_and_nothing_of_it_is_certain() -> None:
    for number, (name, told) in enumerate(WRONG_COUNTS.values()):
        first = 3000 + 16 * number
        photos = (photograph(first + n) for n in range(16))
        found = all_judged(miscounted(photo, name, told) for photo in photos)
        assert sum(name not in one.loose for one in found) <= 1, (name, told)
        assert [one.certain for one in found if one.certain] == [], (name, told)


def test_five_inks_taken_for_six_are_asked_about() -> None:
    for one in all_judged(photograph(500 + n, inks="ROYGV", hard=0.3) for n in range(6)):
        assert one.pairs
        assert one.certain == []


@pytest.mark.parametrize("what", ["grey", "noise", "nothing"])
def test_a_photo_without_colours_has_no_certain_box(what: str) -> None:
    photo = photograph(11, hard=0.3)
    pixels = np.frombuffer(photo.rgb, dtype=np.uint8).reshape(SIZE[1], SIZE[0], 3)
    other = {
        "grey": np.repeat(pixels.mean(axis=2, keepdims=True), 3, axis=2),
        "noise": np.random.default_rng(1).integers(0, 256, pixels.shape),
        "nothing": np.full(pixels.shape, 128),
    }[what]
    answer = reading(replace(photo, rgb=other.astype(np.uint8).tobytes()))
    together = {pile for pair in answer["pairs"] for pile in pair}
    certain = [
        box
        for part in answer["parts"]
        for box in part["boxes"]
        if not (part["loose"] or box["doubtful"] or box["pile"] in together)
    ]
    assert certain == []


def test_corners_that_cross_are_no_sheet() -> None:
    photo = photograph(4)
    a, b, c, d = photo.corners
    for corners in ([b, a, c, d], [a, b, d, c], [a, (a[0] + 20, a[1]), c, d]):
        assert reading(replace(photo, corners=corners)) is None
