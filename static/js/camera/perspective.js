/* Rectifies a photographed page: from four corners on the photo to a picture seen from above.

   Points are [x, y] in pixels. A picture is { width, height, data } with data as in a canvas: four bytes for each
   pixel. */

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
