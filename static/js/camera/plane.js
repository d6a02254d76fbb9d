/* A photographed sheet laid flat: from four corners on the photo to a picture seen from straight above.

   Points are [x, y] in pixels. A picture is { width, height, data }, data as of a canvas: four bytes a pixel. */

/* What solves the linear equations `rows · x = values`, by elimination with pivots; null where nothing does. */
export function solve(rows, values) {
  const table = rows.map((row, n) => [...row, values[n]]);
  const size = table.length;
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(table[row][column]) > Math.abs(table[best][column])) best = row;
    }
    [table[column], table[best]] = [table[best], table[column]];
    if (Math.abs(table[column][column]) < 1e-9) return null;
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const share = table[row][column] / table[column][column];
      if (share) for (let n = column; n <= size; n++) table[row][n] -= share * table[column][n];
    }
  }
  return table.map((row, n) => row[size] / row[n]);
}

/* The nine numbers that lead four points to four others; null where three of them lie on one line. */
export function homography(from, to) {
  const rows = [];
  const values = [];
  from.forEach(([x, y], n) => {
    const [u, v] = to[n];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    values.push(u, v);
  });
  const found = solve(rows, values);
  return found && [...found, 1];
}

export function lead(matrix, [x, y]) {
  const w = matrix[6] * x + matrix[7] * y + matrix[8];
  return [
    (matrix[0] * x + matrix[1] * y + matrix[2]) / w,
    (matrix[3] * x + matrix[4] * y + matrix[5]) / w,
  ];
}

const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/* Whether four corners, clockwise from the top left, go round a sheet that is large enough to be read. */
export function goRound(corners, least = 200) {
  return corners.every((corner, n) => {
    const [next, after] = [corners[(n + 1) % 4], corners[(n + 2) % 4]];
    const turn =
      (next[0] - corner[0]) * (after[1] - next[1]) - (next[1] - corner[1]) * (after[0] - next[0]);
    return turn > 0 && distance(corner, next) >= least;
  });
}

/* How the sheet lies: its size seen from above, what leads from the photo down to it and back up again; null for
   corners that cross. */
export function frameOf(corners) {
  if (!goRound(corners)) return null;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const longer = (one, other) => Math.round(Math.max(one, other));
  const width = longer(distance(topLeft, topRight), distance(bottomLeft, bottomRight));
  const height = longer(distance(topLeft, bottomLeft), distance(topRight, bottomRight));
  const edges = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const down = homography(corners, edges);
  const up = homography(edges, corners);
  return down && up && { width, height, down, up };
}

/* The sheet seen from above; null for corners that cross. */
export function flatten(photo, corners) {
  const frame = frameOf(corners);
  return frame && { ...frame, picture: seenThrough(photo, frame.up, frame.width, frame.height) };
}

function seenThrough(photo, up, width, height) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const w = up[6] * x + up[7] * y + 1;
      const px = (up[0] * x + up[1] * y + up[2]) / w;
      const py = (up[3] * x + up[4] * y + up[5]) / w;
      mix(photo, px, py, data, at);
    }
  }
  return { width, height, data };
}

/* The colour between four pixels; beside the photo it is what lies at its edge. */
function mix({ width, height, data }, x, y, into, at) {
  const cx = Math.min(Math.max(x, 0), width - 1.001);
  const cy = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const fx = cx - left;
  const fy = cy - top;
  const here = (top * width + left) * 4;
  const below = here + width * 4;
  for (let n = 0; n < 3; n++) {
    const upper = data[here + n] * (1 - fx) + data[here + 4 + n] * fx;
    const lower = data[below + n] * (1 - fx) + data[below + 4 + n] * fx;
    into[at + n] = upper * (1 - fy) + lower * fy;
  }
  into[at + 3] = 255;
}
