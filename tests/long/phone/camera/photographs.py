"""Photographs of sheets that never existed, with what is on them, for ``static/js/camera``.

Nobody here has the printed pad. So each photograph has a layout, a style, inks and a light of its own,
drawn from one seed, and the reader must not know any of them. What is true of it is told beside it.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

Point = tuple[float, float]
Array = NDArray[np.float64]
FLAT = (1000, 1400)
"""The sheet as it is printed, in pixels."""
INKS: dict[str, tuple[int, int, int]] = {
    "R": (200, 42, 48), "O": (236, 128, 38), "Y": (246, 211, 56),
    "G": (62, 150, 72), "B": (46, 98, 182), "V": (126, 62, 152),
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """A building or the quarry: its boxes in lattice units, y down, and the two to be tapped."""

    name: str
    boxes: tuple[Point, ...]
    anchors: tuple[int, int]


@dataclass(frozen=True)
class Photograph:
    """A photo of ``size`` (width, height) as RGB bytes, and the truth about it in its own pixels.

    ``taps`` are where a person tapped the two boxes of each part; ``letters`` the inks, part by part.
    """

    style: str
    size: tuple[int, int]
    rgb: bytes
    corners: list[Point]
    parts: list[Part]
    taps: list[list[Point]]
    centres: list[list[Point]]
    letters: list[str]


def parts_of(
    rows: int = 5, levels: int = 4, floor: tuple[int, int] = (3, 4), quarry: int = 18
) -> list[Part]:
    """The parts of a sheet of this shape, as the page makes them of what the pad's owner told."""
    pyramid = [(c + r / 2, -float(r)) for r in range(rows) for c in range(rows - r)]
    arch = [(float(side), -float(level)) for side in (0, 1) for level in range(levels)]
    ground = [(float(c), float(r)) for r in range(floor[0]) for c in range(floor[1])]
    return [
        Part("pyramid", tuple(pyramid), (0, len(pyramid) - 1)),
        Part("arch", (*arch, (0.5, -float(levels))), (0, 2 * levels - 1)),
        Part("floor", tuple(ground), (0, len(ground) - 1)),
        Part("quarry", tuple((float(n), 0.0) for n in range(quarry)), (0, quarry - 1)),
    ]


def _grain(chance: np.random.Generator, size: tuple[int, int], coarse: int) -> Array:
    """Smooth noise around 0."""
    small = chance.normal(0, 1, (size[1] // coarse + 2, size[0] // coarse + 2)).astype(np.float32)
    return np.asarray(Image.fromarray(small).resize(size, Image.Resampling.BICUBIC), dtype=float)


def _ink(chance: np.random.Generator, letter: str, muted: float = 0.0) -> tuple[int, int, int]:
    base = np.array(INKS[letter], dtype=float) * chance.uniform(0.88, 1.06) + chance.normal(0, 7, 3)
    grey = base.mean()
    red, green, blue = np.clip(base * (1 - muted) + grey * muted, 5, 250)
    return int(red), int(green), int(blue)


Colour = tuple[int, int, int]


def _mixed(a: Colour, b: Colour, share: float) -> Colour:
    red, green, blue = (round(x * (1 - share) + y * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


Box = tuple[float, float, float, float]
Drawer = Callable[[ImageDraw.ImageDraw, Box, Colour, Colour], None]


def _flat(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    draw.rectangle(box, fill=ink)


def _stone(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    draw.rounded_rectangle(
        box, radius=(box[2] - box[0]) / 4, fill=ink, outline=_mixed(ink, (40, 30, 20), 0.4), width=2
    )


def _pale(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    draw.rectangle(box, fill=_mixed(ink, (255, 255, 255), 0.5), outline=ink, width=3)


def _marked(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    draw.rounded_rectangle(box, radius=4, fill=ink)
    x, y, side = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 4
    draw.polygon([(x - side, y), (x, y - side), (x + side, y), (x, y + side)], fill=(252, 252, 250))


def _outline(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    draw.rectangle(box, outline=ink, width=max(4, round((box[2] - box[0]) / 8)))


def _bevelled(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    x0, y0, x1, y1 = box
    edge = (x1 - x0) / 7
    draw.rectangle(box, fill=ink)
    draw.polygon(
        [(x0, y0), (x1, y0), (x1 - edge, y0 + edge), (x0 + edge, y0 + edge)],
        fill=_mixed(ink, (255, 255, 255), 0.35),
    )
    draw.polygon(
        [(x0, y1), (x1, y1), (x1 - edge, y1 - edge), (x0 + edge, y1 - edge)],
        fill=_mixed(ink, (0, 0, 0), 0.35),
    )
    draw.polygon(
        [(x1, y0), (x1, y1), (x1 - edge, y1 - edge), (x1 - edge, y0 + edge)],
        fill=_mixed(ink, (0, 0, 0), 0.2),
    )


def _round(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    draw.ellipse(box, fill=ink, outline=_mixed(ink, (30, 30, 30), 0.5), width=2)


def _hatched(draw: ImageDraw.ImageDraw, box: Box, ink: Colour, ground: Colour) -> None:
    x0, y0, x1, y1 = box
    draw.rectangle(
        box, fill=_mixed(ink, (255, 255, 255), 0.25), outline=_mixed(ink, (0, 0, 0), 0.5), width=2
    )
    for n in range(1, 5):
        y = y0 + (y1 - y0) * n / 5
        draw.line([(x0 + 2, y), (x1 - 2, y)], fill=ink, width=3)


@dataclass(frozen=True)
class Style:
    """How a pad is printed: the paper, the share of a pitch that a box takes, and how one box is drawn."""

    paper: Colour
    takes: float
    draws: Drawer
    muted: float = 0.0
    grain: float = 0.0
    gradient: Colour | None = None


STYLES: dict[str, Style] = {
    "flat": Style((250, 250, 248), 0.86, _flat),
    "stone": Style((222, 200, 158), 0.88, _stone, grain=6),
    "pale": Style((252, 251, 247), 0.9, _pale),
    "marked": Style((246, 244, 238), 0.9, _marked),
    "outline": Style((250, 248, 242), 0.84, _outline),
    "bevelled": Style((238, 232, 218), 1.0, _bevelled),
    "papyrus": Style((196, 164, 116), 0.88, _stone, muted=0.28, grain=9),
    "round": Style((176, 208, 228), 0.9, _round, gradient=(226, 204, 160)),
    "hatched": Style((236, 226, 204), 0.86, _hatched, grain=3),
    "night": Style((44, 46, 58), 0.84, _flat),
}


def _place(chance: np.random.Generator, parts: list[Part]) -> list[tuple[Point, Point]]:
    """(where the first box lies, the pitch) of each part on the flat sheet."""
    pitch = chance.uniform(62, 76)
    tall = chance.uniform(0.94, 1.06)
    rows, levels = -min(y for _, y in parts[0].boxes), -min(y for _, y in parts[1].boxes)
    top = chance.uniform(150, 200)
    left = chance.uniform(80, 120)
    pyramid = ((left, top + rows * pitch * tall), (pitch, pitch * tall))
    apart = chance.uniform(2.0, 2.6) * pitch
    arch = (
        (chance.uniform(640, 900 - apart), top + levels * pitch * tall + 20),
        (apart, pitch * tall),
    )
    ground = ((chance.uniform(120, 400), chance.uniform(720, 780)), (pitch, pitch * tall))
    stones = len(parts[3].boxes)
    small = min(pitch * 0.75, 860 / max(1, stones - 1))
    quarry = ((chance.uniform(60, 75), chance.uniform(1180, 1240)), (small, small))
    return [pyramid, arch, ground, quarry]


def _homography(source: list[Point], target: list[Point]) -> Array:
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def _through(matrix: Array, point: Point) -> Point:
    x, y, w = matrix @ np.array([*point, 1.0])
    return float(x / w), float(y / w)


def _lit(chance: np.random.Generator, linear: Array, hard: float) -> Array:
    """The photo under a light of its own: warm or cold, uneven, with a hand's shadow and a shine."""
    height, width = linear.shape[:2]
    y, x = np.mgrid[0:height, 0:width] / max(height, width)
    warmth = chance.uniform(-0.22, 0.3) * hard
    linear = linear * np.array([1 + warmth, 1.0, 1 - warmth])
    angle, drop = chance.uniform(0, 2 * np.pi), chance.uniform(0, 0.65) * hard
    slope = np.clip((x - 0.4) * np.cos(angle) + (y - 0.5) * np.sin(angle) + 0.5, 0, 1)
    other = chance.uniform(-0.12, 0.12) * hard
    linear = (
        linear * (1 - drop * slope)[..., None] * (1 + slope[..., None] * np.array([other, 0.0, -other]))
    )
    if chance.random() < 0.3 + 0.5 * hard:
        angle, depth = chance.uniform(0, 2 * np.pi), chance.uniform(0.3, 0.55) * hard
        side = (x - chance.uniform(0.2, 0.6)) * np.cos(angle) + (y - chance.uniform(0.3, 0.7)) * np.sin(
            angle
        )
        shadow = depth / (1 + np.exp(-side / chance.uniform(0.012, 0.06)))
        linear = linear * (1 - shadow[..., None] * np.array([1.0, 0.97, 0.9]))
    if chance.random() < 0.6 * hard:
        far = ((x - chance.uniform(0.1, 0.7)) ** 2 + (y - chance.uniform(0.1, 0.9)) ** 2) / chance.uniform(
            0.01, 0.05
        )
        linear = linear + (chance.uniform(0.05, 0.28) * hard * np.exp(-far))[..., None]
    far = (x - 0.375) ** 2 + (y - 0.5) ** 2
    lit: Array = linear * (1 - chance.uniform(0, 0.5) * hard * far)[..., None]
    return lit * chance.uniform(0.75, 1.15)


@dataclass(frozen=True)
class Sheet:
    """A sheet as it is printed: its picture of ``FLAT`` pixels, where its boxes lie, and their inks."""

    picture: Image.Image
    centres: list[list[Point]]
    letters: list[str]


def _printed(
    chance: np.random.Generator, look: Style, parts: list[Part], inks: str, crooked: float,
    ticked: int, printed: list[str] | None,
) -> Sheet:  # fmt: skip
    inked = {letter: _ink(chance, letter, look.muted) for letter in INKS}
    paper = np.array(look.paper, dtype=float) + chance.normal(0, 4, 3)
    ground = np.broadcast_to(paper, (FLAT[1], FLAT[0], 3)).copy()
    if look.gradient:
        share = np.linspace(0, 1, FLAT[1])[:, None, None]
        ground = ground * (1 - share) + np.array(look.gradient) * share
    ground += _grain(chance, FLAT, 6)[..., None] * look.grain
    image = Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    every = sum(len(part.boxes) for part in parts)
    signs = set(chance.choice(every, min(9, every), replace=False).tolist())
    ticks = set(chance.choice(every, ticked, replace=False).tolist())
    sheet = Sheet(image, [], [])
    number = 0
    for part, ((x0, y0), (px, py)) in zip(parts, _place(chance, parts), strict=True):
        side = (py if part.name != "quarry" else px) * look.takes
        wide = side if part.name == "arch" else px * look.takes
        letters = "".join(chance.choice(list(inks), len(part.boxes)).tolist())
        if printed:
            letters = printed[len(sheet.letters)]
        centres = []
        for (bx, by), letter in zip(part.boxes, letters, strict=True):
            x = x0 + bx * px + chance.normal(0, crooked) * px
            y = y0 + by * py + chance.normal(0, crooked) * py
            box = (x - wide / 2, y - side / 2, x + wide / 2, y + side / 2)
            look.draws(draw, box, inked[letter], look.paper)
            if number in signs:
                sign = (x - wide / 6, y - side / 4, x + wide / 6, y + side / 4)
                draw.ellipse(sign, fill=(25, 25, 30))
            if number in ticks:
                tick = [(x - wide / 3, y), (x, y + side / 3), (x + wide / 2, y - side / 2)]
                draw.line(tick, fill=(90, 90, 95), width=4)
            centres.append((x, y))
            number += 1
        sheet.centres.append(centres)
        sheet.letters.append(letters)
    return sheet


def _corners(chance: np.random.Generator, size: tuple[int, int], hard: float) -> list[Point]:
    """Where the sheet's corners lie on the photo, clockwise from the top left."""
    shift = 0.04 + 0.1 * hard
    inset = [(chance.uniform(0.04, 0.04 + shift), chance.uniform(0.04, 0.04 + shift)) for _ in range(4)]
    sides = ((0, 0), (1, 0), (1, 1), (0, 1))
    return [
        (size[0] * abs(right - x), size[1] * abs(low - y))
        for (right, low), (x, y) in zip(sides, inset, strict=True)
    ]


def _taken(
    chance: np.random.Generator, sheet: Image.Image, back: Array, size: tuple[int, int], hard: float
) -> Image.Image:  # fmt: skip
    """The sheet as a camera sees it: on a table, lit, blurred, with noise, as a JPEG file."""
    turned = tuple(back.flatten()[:8].tolist())
    perspective = Image.Transform.PERSPECTIVE
    warped = sheet.transform(size, perspective, turned, Image.Resampling.BICUBIC)
    mask = Image.new("L", FLAT, 255).transform(size, perspective, turned)
    table = np.array([120, 84, 56], dtype=float) * chance.uniform(0.5, 1.4)
    wood = np.clip(table + _grain(chance, size, 30)[..., None] * 12, 0, 255)
    share = np.asarray(mask, dtype=float)[..., None] / 255
    seen = np.asarray(warped, dtype=float) * share + wood * (1 - share)
    linear = _lit(chance, (seen / 255) ** 2.2, hard)
    grey = linear.mean(axis=2, keepdims=True)
    linear = grey + (linear - grey) * chance.uniform(1 - 0.25 * hard, 1 + 0.2 * hard)
    shown = np.clip(linear, 0, 1) ** (1 / chance.uniform(2.0, 2.4)) * 255
    soft = ImageFilter.GaussianBlur(chance.uniform(0.3, 0.6 + 2.2 * hard))
    blurred = np.asarray(Image.fromarray(shown.astype(np.uint8)).filter(soft), dtype=float)
    noisy = blurred + chance.normal(0, 2 + 9 * hard * chance.random(), blurred.shape)
    file = io.BytesIO()
    quality = int(92 - 35 * hard * chance.random())
    Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")


def photograph(
    seed: int, *, style: str = "", hard: float | None = None, size: tuple[int, int] = (900, 1200),
    slip: float = 6.0, inks: str = "ROYGBV", crooked: float = 0.0, ticked: int = 0,
    letters: list[str] | None = None,
) -> Photograph:  # fmt: skip
    """The photograph of this seed, of each style in turn and of three hardnesses.

    ``hard`` is 0 for daylight to 1; ``slip`` how far taps lie beside what they mean (σ, in pixels);
    ``crooked`` how far boxes lie beside their lattice (σ, in pitches); ``ticked`` how many a pencil
    ticked; ``letters``, part by part, are printed in place of chance ones.
    """
    chance = np.random.default_rng(seed)
    names = list(STYLES)
    style = style or names[seed % len(names)]
    hard = (0.33, 0.66, 1.0)[(seed // len(names)) % 3] if hard is None else hard
    parts = parts_of()
    sheet = _printed(chance, STYLES[style], parts, inks, crooked, ticked, letters)
    corners = _corners(chance, size, hard)
    edges: list[Point] = [(0, 0), (FLAT[0], 0), (FLAT[0], FLAT[1]), (0, FLAT[1])]
    there = _homography(edges, corners)
    photo = _taken(chance, sheet.picture, _homography(corners, edges), size, hard)

    def tapped(point: Point) -> Point:
        return point[0] + chance.normal(0, slip), point[1] + chance.normal(0, slip)

    centres = [[_through(there, point) for point in part] for part in sheet.centres]
    taps = [[tapped(centre[n]) for n in part.anchors] for part, centre in zip(parts, centres, strict=True)]
    return Photograph(
        style, size, photo.tobytes(), [tapped(c) for c in corners], parts, taps, centres, sheet.letters
    )  # fmt: skip
