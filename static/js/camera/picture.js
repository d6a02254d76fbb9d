/* The picture of a photographed page: rectifies it, from four corners on the photo to a picture seen from above, and
   compares the colours of its boxes.

   Points are [x, y] in pixels. A picture is { width, height, data } with data as in a canvas: four bytes for each
   pixel. */
import { sum } from "../dom.js";

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Picture */
/** The position of a page: its size seen from above, and the matrices from the photo to it (`down`) and back (`up`).
   @typedef {{ width: number, height: number, up: number[], down: number[] }} Frame */

const MIN_SIDE_PX = 200; // the smallest side of a page in pixels

/** Return the matrix that maps the corners of a picture to four points, clockwise from the top left.
   @param {number[][]} corners @param {number} width @param {number} height */
function makeMatrix([[ax, ay], [bx, by], [cx, cy], [dx, dy]], width, height) {
  const [sx, sy] = [ax - bx + cx - dx, ay - by + cy - dy];
  const [px, py, qx, qy] = [bx - cx, by - cy, dx - cx, dy - cy];
  const turn = px * qy - qx * py;
  const g = (sx * qy - qx * sy) / turn;
  const h = (px * sy - sx * py) / turn;
  /** @param {number} a @param {number} b @param {number} d */
  const makeRow = (a, b, d) => [(b - a + g * b) / width, (d - a + h * d) / height, a];
  return [...makeRow(ax, bx, dx), ...makeRow(ay, by, dy), g / width, h / height, 1];
}

/** @param {number[]} matrix */
const invertMatrix = ([a, b, c, d, e, f, g, h, i]) => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

/** @param {number[]} matrix @param {number[]} point */
export function transformPoint([a, b, c, d, e, f, g, h, i], [x, y]) {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** @param {number[]} one @param {number[]} other */
const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** Return the frame of a page, or null if the corners are not in clockwise order from the top left, or the page is
   too small.
   @param {number[][]} corners */
export function makeFrame(corners) {
  const sides = corners.map((corner, n) => distance(corner, corners[(n + 1) % 4]));
  const round = corners.every(([x, y], n) => {
    const [[nx, ny], [ax, ay]] = [corners[(n + 1) % 4], corners[(n + 2) % 4]];
    return sides[n] >= MIN_SIDE_PX && (nx - x) * (ay - ny) > (ny - y) * (ax - nx);
  });
  if (!round) return null;
  const width = Math.round(Math.max(sides[0], sides[2]));
  const height = Math.round(Math.max(sides[1], sides[3]));
  const up = makeMatrix(corners, width, height);
  return { width, height, up, down: invertMatrix(up) };
}

/** Return the page seen from above, with bilinear interpolation. @param {Picture} photo @param {Frame} frame */
export function rectifyPage(photo, { width, height, up }) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [px, py] = transformPoint(up, [x, y]);
      const cx = Math.min(Math.max(px, 0), photo.width - 1.001);
      const cy = Math.min(Math.max(py, 0), photo.height - 1.001);
      const [left, top] = [Math.floor(cx), Math.floor(cy)];
      const [fx, fy] = [cx - left, cy - top];
      const here = (top * photo.width + left) * 4;
      const below = here + photo.width * 4;
      for (let n = 0; n < 3; n++) {
        const upper = photo.data[here + n] * (1 - fx) + photo.data[here + 4 + n] * fx;
        const lower = photo.data[below + n] * (1 - fx) + photo.data[below + 4 + n] * fx;
        data[at + n] = upper * (1 - fy) + lower * fy;
      }
    }
  }
  return { width, height, data };
}

/* The colours of boxes, and groups of boxes with the same colour. The inks are unknown, except that each box has a
   single one. Colours are [lightness, red against green, yellow against blue], as in CIE Lab. */

/** Half the width and height of a box. @typedef {{ halfX: number, halfY: number }} Half */

const SAMPLED_SHARE = 0.94; // the share of a box that is sampled
const MIN_PRINT_DIFFERENCE = 8; // a point nearer to the paper's colour hardly counts as printed
const HUE_BIN_COUNT = 36;
const MAX_HUE_DIFFERENCE = 0.45; // a point has the box's hue if it differs by at most this, in radians
/* The weight of a difference, relative to one of hue, which does not change with shade and glare. */
const [CHROMA, LIGHTNESS] = [0.3, 0.15];
const LINEAR_LIGHT = Float64Array.from({ length: 256 }, (_, n) => {
  const share = n / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** @param {number} t */
const cubeRootOrLine = t => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/** Convert linear red, green and blue to a Lab colour. @param {number[]} light */
function toLab([r, g, b]) {
  const x = cubeRootOrLine((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = cubeRootOrLine(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = cubeRootOrLine((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number[]} colour */
const getChroma = ([, a, b]) => Math.hypot(a, b);
/** @param {number[]} colour */
export const getHue = ([, a, b]) => Math.atan2(b, a);

/** Return the angle between two hues. @param {number} one @param {number} other */
export function getHueDifference(one, other) {
  const distance = Math.abs(one - other);
  return Math.min(distance, 2 * Math.PI - distance);
}

/** @param {Picture} picture @param {number} x @param {number} y */
function readLight({ width, height, data }, x, y) {
  const px = Math.min(Math.max(Math.round(x), 0), width - 1);
  const py = Math.min(Math.max(Math.round(y), 0), height - 1);
  const at = (py * width + px) * 4;
  return [LINEAR_LIGHT[data[at]], LINEAR_LIGHT[data[at + 1]], LINEAR_LIGHT[data[at + 2]]];
}

/** Return the median colour of the paper, sampled a little outside the boxes of a part.
   @param {Picture} picture @param {number[][]} centres @param {Half} half */
export function samplePaper(picture, centres, { halfX, halfY }) {
  /** @param {number[]} point */
  const inside = ([x, y]) =>
    centres.some(([cx, cy]) => Math.abs(x - cx) < halfX * 1.25 && Math.abs(y - cy) < halfY * 1.25);
  const seen = centres
    .flatMap(([x, y]) =>
      [-1.6, 0, 1.6].flatMap(dx => [-1.6, 0, 1.6].map(dy => [x + dx * halfX, y + dy * halfY])),
    )
    .filter(point => !inside(point))
    .map(([x, y]) => toLab(readLight(picture, x, y)));
  return [0, 1, 2].map(n => seen.map(one => one[n]).sort((a, b) => a - b)[seen.length >> 1]);
}

/** Sample a box with `count` points in each direction. Return the mean colour of the printed points with the most
   common hue (`seen`), their share of the printed points (`pure`), and the share of overexposed points (`glare`).
   @param {Picture} picture @param {number[]} middle @param {Half} half @param {number[]} paper @param {number} count */
export function sampleBox(picture, [x, y], { halfX, halfY }, paper, count) {
  const points = [];
  const bins = new Float64Array(HUE_BIN_COUNT);
  /** @param {number} n */
  const offset = n => (n / (count - 1) - 0.5) * 2 * SAMPLED_SHARE;
  let [glare, all] = [0, 0];
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const light = readLight(picture, x + offset(column) * halfX, y + offset(row) * halfY);
      if (Math.min(...light) > 0.97) glare++;
      const seen = toLab(light);
      const off = Math.hypot((seen[0] - paper[0]) / 2, seen[1] - paper[1], seen[2] - paper[2]);
      const weight = getChroma(seen) * Math.max(1, off - MIN_PRINT_DIFFERENCE);
      const hue = getHue(seen);
      bins[Math.floor((hue / (2 * Math.PI) + 0.5) * (HUE_BIN_COUNT - 0.001))] += weight;
      all += weight;
      points.push({ light, hue, weight });
    }
  }
  const round = bins.map(
    (n, at) => n + 0.8 * (bins[(at || HUE_BIN_COUNT) - 1] + bins[(at + 1) % HUE_BIN_COUNT]),
  );
  const hue = ((round.indexOf(Math.max(...round)) + 0.5) / HUE_BIN_COUNT - 0.5) * 2 * Math.PI;
  const matching = points.filter(point => getHueDifference(point.hue, hue) <= MAX_HUE_DIFFERENCE);
  const weight = matching.reduce((sum, point) => sum + point.weight, 1e-9);
  const mean = [0, 1, 2].map(
    n => matching.reduce((sum, point) => sum + point.light[n] * point.weight, 0) / weight,
  );
  return { seen: toLab(mean), pure: weight / (all + 1e-9), glare: glare / count ** 2 };
}

/** Return the difference of two colours, mainly by hue. @param {number[]} a @param {number[]} b */
export function getColourDifference(a, b) {
  const [ca, cb] = [getChroma(a), getChroma(b)];
  const hue = 2 * Math.sqrt(ca * cb) * Math.sin(getHueDifference(getHue(a), getHue(b)) / 2);
  return Math.hypot(hue, CHROMA * (ca - cb), LIGHTNESS * (a[0] - b[0]));
}

/** Return [nearest pile, its distance, distance of the second nearest].
   @param {number[]} one @param {number[][]} piles */
export function findNearestPile(one, piles) {
  const distances = piles.map(pile => getColourDifference(one, pile));
  const [nearest, next = Infinity] = [...distances].sort((a, b) => a - b);
  return [distances.indexOf(nearest), nearest, next];
}

/** Return the centres of at most `count` piles (k-means), in the order of hue. It starts from every third colour and
   the colours farthest from it, and returns the best result.
   @param {number[][]} seen @param {number} count */
export function groupIntoPiles(seen, count) {
  /** @type {{ cost: number, piles: number[][] } | null} */
  let best = null;
  for (let from = 0; from < seen.length; from += 3) {
    let piles = [seen[from]];
    while (piles.length < count) {
      const distance = seen.map(one => findNearestPile(one, piles)[1]);
      piles.push(seen[distance.indexOf(Math.max(...distance))]);
    }
    for (let round = 0; round < 10; round++) {
      const groups = seen.map(one => findNearestPile(one, piles)[0]);
      piles = piles
        .map((_, pile) => seen.filter((__, n) => groups[n] === pile))
        .filter(({ length }) => length)
        .map(own => [0, 1, 2].map(n => sum(own.map(one => one[n])) / own.length));
    }
    const cost = sum(seen.map(one => findNearestPile(one, piles)[1] ** 2));
    if (!best || cost < best.cost) best = { cost, piles };
  }
  return (best?.piles ?? []).sort((a, b) => getHue(a) - getHue(b));
}
