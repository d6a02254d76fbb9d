"""What the reader makes of photographs, beside what is true of them."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from typing import Any

from tests import ROOT
from tests.long.phone.camera.photographs import SIZE, Photograph, Point

NODE = Path(sys.executable).with_name("node")
READER = ROOT / "static" / "js" / "camera"
BESIDE = 14
"""A box that was read farther from every true one than this, in pixels, is none."""


@dataclass
class Judged:
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


def judged(photo: Photograph, answer: Any) -> Judged:
    """The reading held against the truth: a pile has the ink that most of its boxes have."""
    found = Judged(photo.style, pairs=len(answer["pairs"]))
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
