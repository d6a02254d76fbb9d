"""Generates photographs of invented pad pages. A seed selects their layout, style, inks and light."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]
Colour = tuple[int, int, int]
Array = NDArray[np.float64]
PAGE_SIZE = (1000, 1400)
PHOTO_SIZE = (900, 1200)
TAP_SIGMA = 6
"""The standard deviation of taps in pixels of the photo."""
INK_COLOURS: dict[str, Colour] = {
    "R": (200, 42, 48), "O": (236, 128, 38), "Y": (246, 211, 56),
    "G": (62, 150, 72), "B": (46, 98, 182), "V": (126, 62, 152),
}  # fmt: skip
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


@dataclass(frozen=True)
class Part:
    """A building or the quarry of a page. Positions are in grid units, as in ``js/camera/reading.js``."""

    name: str
    boxes: tuple[Point, ...]
    ends: tuple[Point, Point]
    grows: tuple[Point, ...]


@dataclass(frozen=True)
class Photograph:
    """A photograph as RGB bytes of ``PHOTO_SIZE``, and the positions of its corners and boxes, in pixels.

    ``taps`` has the user's two taps on each part, and ``letters`` a text for each part: the boxes' inks.
    """

    rgb: bytes
    corners: list[Point]
    parts: list[Part]
    taps: list[list[Point]]
    centres: list[list[Point]]
    letters: list[str]


def make_parts(
    rows: int = 5, levels: int = 4, floor: tuple[int, int] = (3, 4), quarry: int = 18
) -> list[Part]:
    """Return a page's parts with this many pyramid rows, arch levels, floor boxes and quarry stones."""
    pyramid = [(c + r / 2, -float(r)) for r in range(rows) for c in range(rows - r)]
    arch = [(float(side), -float(level)) for side in (0, 1) for level in range(levels)]
    ground = [(float(c), float(r)) for r in range(floor[0]) for c in range(floor[1])]
    row = [(float(n), 0.0) for n in range(quarry)]
    return [
        Part("pyramid", tuple(pyramid), (pyramid[0], pyramid[-1]), ((0.5, -1),)),
        Part("arch", (*arch, (0.5, -float(levels))), (arch[0], arch[-1]), ((0, -1),)),
        Part("floor", tuple(ground), (ground[0], ground[-1]), ((1, 0), (0, 1))),
        Part("quarry", tuple(row), (row[0], row[-1]), ((1, 0),)),
    ]


@dataclass(frozen=True)
class Style:
    """How a page is printed. ``box_share`` is the share of a grid cell's width that a box fills."""

    paper: Colour
    box_share: float
    ink: float = 1.0
    """The opacity of a box's fill; 0 for no fill."""
    edge: float = 0.0
    """The width of a box's outline relative to its side. The outline of a filled box is darker."""

    def draw(self, draw: ImageDraw.ImageDraw, box: Rectangle, ink: Colour) -> None:
        side = box[2] - box[0]
        fill = _mix_colours(WHITE, ink, self.ink) if self.ink else None
        edge = _mix_colours(ink, BLACK, 0.4) if self.ink == 1 else ink
        draw.rectangle(box, fill, edge, round(side * self.edge))


STYLES = (
    Style((250, 250, 248), 0.86),
    Style((252, 251, 247), 0.9, ink=0.5, edge=0.05),
    Style((250, 248, 242), 0.84, ink=0, edge=0.125),
    Style((196, 164, 116), 1.0, edge=0.1),
    Style((44, 46, 58), 0.84),
)
"""Flat, pale, outlined and touching boxes, and a dark page."""


def _mix_colours(a: Colour, b: Colour, share: float) -> Colour:
    red, green, blue = (round(x * (1 - share) + y * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def _make_ink(chance: Generator, letter: str) -> Colour:
    ink = np.array(INK_COLOURS[letter], dtype=float) * chance.uniform(0.88, 1.06) + chance.normal(0, 7, 3)
    red, green, blue = np.clip(ink, 5, 250)
    return int(red), int(green), int(blue)


def _lay_out_parts(chance: Generator, parts: list[Part]) -> list[tuple[Point, Point]]:
    """Return each part's (position of the first box, distances between boxes) on the flat page."""
    pitch = chance.uniform(62, 76)
    high = pitch * chance.uniform(0.94, 1.06)
    rows, levels = (-min(y for _, y in part.boxes) for part in parts[:2])
    top, apart, small = chance.uniform(150, 200), chance.uniform(2.0, 2.6) * pitch, min(pitch * 0.75, 50)
    return [
        ((chance.uniform(80, 120), top + rows * high), (pitch, high)),
        ((chance.uniform(640, 900 - apart), top + levels * high + 20), (apart, high)),
        ((chance.uniform(120, 400), chance.uniform(720, 780)), (pitch, high)),
        ((chance.uniform(60, 75), chance.uniform(1180, 1240)), (small, small)),
    ]


def _print_page(
    chance: Generator, style: Style, parts: list[Part], letters: list[str]
) -> tuple[Image.Image, list[list[Point]]]:
    """Return (image, positions of each part's boxes) of a page. ``letters`` has the inks of each part."""
    inks = {letter: _make_ink(chance, letter) for letter in INK_COLOURS}
    image = Image.new("RGB", PAGE_SIZE, style.paper)
    draw = ImageDraw.Draw(image)
    centres: list[list[Point]] = []
    places = _lay_out_parts(chance, parts)
    for part, printed, ((x0, y0), (px, py)) in zip(parts, letters, places, strict=True):
        high = py * style.box_share / 2
        wide = high if part.name == "arch" else px * style.box_share / 2
        centres.append([(x0 + x * px, y0 + y * py) for x, y in part.boxes])
        for (x, y), letter in zip(centres[-1], printed, strict=True):
            style.draw(draw, (x - wide, y - high, x + wide, y + high), inks[letter])
            if chance.random() < 0.2:  # a printed symbol
                draw.ellipse((x - wide / 3, y - high / 2, x + wide / 3, y + high / 2), fill=(25, 25, 30))
    return image, centres


def _light_photo(chance: Generator, linear: Array, difficulty: float) -> Array:
    y, x = np.mgrid[0 : PHOTO_SIZE[1], 0 : PHOTO_SIZE[0], 0:1][:2] / PHOTO_SIZE[1]

    def make_gradient(steep: float) -> Array:
        angle, middle = chance.uniform(0, 2 * np.pi), chance.uniform(0.3, 0.6, 2)
        side = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
        rise: Array = 1 / (1 + np.exp(-side * steep))
        return rise

    def draw_tint(most: float) -> Array:
        return np.array([1, 0, -1]) * chance.uniform(-most, most) * difficulty

    slope = make_gradient(5)
    linear = linear * (1 + draw_tint(0.26)) * (1 + draw_tint(0.12) * slope)
    linear = linear * (1 - chance.uniform(0, 0.65) * difficulty * slope)
    if chance.random() < 0.3 + 0.5 * difficulty:
        shadow = chance.uniform(0.3, 0.55) * difficulty * make_gradient(chance.uniform(16, 80))
        linear = linear * (1 - shadow * np.array([1.0, 0.97, 0.9]))
    far = (x - 0.375) ** 2 + (y - 0.5) ** 2
    lit: Array = linear * (1 - chance.uniform(0, 0.5) * difficulty * far) * chance.uniform(0.75, 1.15)
    return lit


def _take_photo(chance: Generator, sheet: Image.Image, back: Array, difficulty: float) -> bytes:
    """Return the RGB bytes of a photograph of the page on a table: lit, blurred and noisy.

    ``back`` is the perspective transformation from the photograph to the page.
    """

    def rotate(image: Image.Image) -> Array:
        numbers = tuple(back.flatten()[:8].tolist())
        how = Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BICUBIC
        return np.asarray(image.transform(PHOTO_SIZE, *how), dtype=float)

    share = rotate(Image.new("L", PAGE_SIZE, 255))[..., None] / 255
    table_top = np.array([120, 84, 56]) * chance.uniform(0.5, 1.4)
    image = rotate(sheet) * share + table_top * (1 - share)
    linear = _light_photo(chance, (image / 255) ** 2.2, difficulty)
    grey = linear.mean(axis=2, keepdims=True)
    linear = grey + (linear - grey) * chance.uniform(1 - 0.25 * difficulty, 1 + 0.2 * difficulty)
    shown = np.clip(linear, 0, 1) ** (1 / chance.uniform(2.0, 2.4)) * 255
    soft = ImageFilter.GaussianBlur(chance.uniform(0.3, 0.6 + 2.2 * difficulty))
    blurred = np.asarray(Image.fromarray(shown.astype(np.uint8)).filter(soft), dtype=float)
    noisy = blurred + chance.normal(0, 2 + 9 * difficulty * chance.random(), blurred.shape)
    file = io.BytesIO()
    quality = int(92 - 35 * difficulty * chance.random())
    Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB").tobytes()


def _compute_homography(source: Sequence[Point], target: Sequence[Point]) -> Array:
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def make_photograph(
    seed: int, *, difficulty: float | None = None, inks: str = "ROYGBV", letters: list[str] | None = None
) -> Photograph:
    """Return a drawn photograph of a pad page. Its difficulty is from 0 (daylight) to 1; by default random.

    ``letters`` has a string for each part of the page (``make_parts``), with the letter of the ink of each
    box. None chooses random letters of ``inks``.
    """
    chance = np.random.default_rng(seed)
    difficulty = (seed // len(STYLES) % 3 + 1) / 3 if difficulty is None else difficulty
    parts = make_parts()
    letters = letters or ["".join(chance.choice(list(inks), len(part.boxes))) for part in parts]
    sheet, flat = _print_page(chance, STYLES[seed % len(STYLES)], parts, letters)
    inset = chance.uniform(0.04, 0.08 + 0.1 * difficulty, (4, 2))
    sides = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    corners = np.abs(sides - inset) * PHOTO_SIZE
    edges = sides * PAGE_SIZE
    there = _compute_homography(edges.tolist(), corners.tolist())
    rgb = _take_photo(chance, sheet, _compute_homography(corners.tolist(), edges.tolist()), difficulty)

    def project_point(point: Point) -> Point:
        x, y, w = there @ np.array([*point, 1.0])
        return float(x / w), float(y / w)

    def tap_near(point: Sequence[float]) -> Point:
        return point[0] + chance.normal(0, TAP_SIGMA), point[1] + chance.normal(0, TAP_SIGMA)

    centres = [[project_point(point) for point in part] for part in flat]
    taps = [
        [tap_near(points[part.boxes.index(end)]) for end in part.ends]
        for part, points in zip(parts, centres, strict=True)
    ]
    return Photograph(rgb, [tap_near(corner) for corner in corners], parts, taps, centres, letters)
