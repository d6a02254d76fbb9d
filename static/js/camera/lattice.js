/* Where the boxes of a part lie: a lattice through two tapped boxes, moved until every box has its edges.

   A part is { boxes: [[column, row], …], anchors: [first, last] } in lattice units, y down. */

const SIDE = [-0.8, -0.4, 0, 0.4, 0.8];
/* Where along a side its edge is looked for, from its middle in halves of its length. */
const FARTHEST = 0.45;
/* How far an anchor may move, in boxes. */
const PULL = 0.5;
/* What moving an anchor by one box costs, in edges. */
const STEPS = [
  [0.24, 3],
  [0.12, 2],
  [0.06, 1],
  [0.03, 1],
];
/* By how much of a box things are moved, and how far beside its place an edge counts meanwhile. */
const ENOUGH = 1;
/* An edge of this strength counts whole: a strong one elsewhere must not outweigh a missing one. */

/* How strongly the picture changes across and down, by pixel: log light, so that shade weighs as sun. */
export function edgesOf({ width, height, data }) {
  const light = [0, 1, 2].map(n => {
    const one = new Float32Array(width * height);
    for (let at = 0, from = n; at < one.length; at++, from += 4)
      one[at] = Math.log(data[from] + 12);
    return one;
  });
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  for (const one of light) {
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
        const dx =
          2 * (one[at + 1] - one[at - 1]) +
          (one[at - width + 1] - one[at - width - 1]) +
          (one[at + width + 1] - one[at + width - 1]);
        const dy =
          2 * (one[at + width] - one[at - width]) +
          (one[at + width + 1] - one[at - width + 1]) +
          (one[at + width - 1] - one[at - width - 1]);
        across[at] += Math.abs(dx);
        down[at] += Math.abs(dy);
      }
    }
  }
  return { width, height, across, down };
}

/* The place that two tapped boxes tell: origin, one step to the right and one down, half a box. */
export function placeOf(part, [first, last]) {
  const [ax, ay] = part.boxes[part.anchors[0]];
  const [bx, by] = part.boxes[part.anchors[1]];
  const wide = bx - ax;
  const high = by - ay;
  const [stretchX, stretchY] = part.stretch || [1, 1];
  const stepX = wide ? ((last[0] - first[0]) / wide) * stretchX : 0;
  const stepY = high ? ((last[1] - first[1]) / high) * stretchY : 0;
  const right = stepX || Math.abs(stepY);
  const below = stepY || Math.abs(stepX);
  const rise = high ? 0 : (last[1] - first[1]) / (wide || 1);
  const near = nearest(part.boxes);
  return {
    x: first[0] - ax * right,
    y: first[1] - ay * below - ax * rise,
    right,
    below,
    rise,
    lean: 0,
    halfX: (Math.min(right * near[0], below * near[1] * 1.25) * 0.88) / 2,
    halfY: (Math.min(below * near[1], right * near[0] * 1.25) * 0.88) / 2,
  };
}

/* The least distance between two boxes of one row and of one column, in lattice units. */
function nearest(boxes) {
  let [x, y] = [1, 1];
  for (const [ax, ay] of boxes) {
    for (const [bx, by] of boxes) {
      if (ay === by && bx > ax) x = Math.min(x, bx - ax);
      if (by > ay) y = Math.min(y, by - ay);
    }
  }
  return [x, y];
}

export function centre(place, [column, row]) {
  return [
    place.x + column * place.right + row * place.lean,
    place.y + row * place.below + column * place.rise,
  ];
}

function along(field, { width, height }, x, y) {
  const px = Math.round(x);
  const py = Math.round(y);
  return px < 1 || py < 1 || px >= width - 1 || py >= height - 1 ? 0 : field[py * width + px];
}

/* How strong the edges of a box's four sides are, each from 0 to ENOUGH. */
export function sidesOf(edges, [x, y], { halfX, halfY }, reach = 1) {
  const sides = [0, 0, 0, 0];
  for (const share of SIDE) {
    const best = [0, 0, 0, 0];
    for (let off = -reach; off <= reach; off++) {
      const weight = 1 - Math.abs(off) / (reach + 2);
      best[0] = Math.max(
        best[0],
        weight * along(edges.across, edges, x - halfX + off, y + share * halfY),
      );
      best[1] = Math.max(
        best[1],
        weight * along(edges.across, edges, x + halfX + off, y + share * halfY),
      );
      best[2] = Math.max(
        best[2],
        weight * along(edges.down, edges, x + share * halfX, y - halfY + off),
      );
      best[3] = Math.max(
        best[3],
        weight * along(edges.down, edges, x + share * halfX, y + halfY + off),
      );
    }
    best.forEach((found, n) => {
      sides[n] += Math.min(found, ENOUGH) / SIDE.length;
    });
  }
  return sides;
}

/* How well each box has its edges: the four sides' mean, and the weakest of them once more. */
export function scores(edges, boxes, place, reach) {
  return boxes.map(box => {
    const sides = sidesOf(edges, centre(place, box), place, reach);
    return (sides[0] + sides[1] + sides[2] + sides[3]) / 4 + Math.min(...sides);
  });
}

const sum = numbers => numbers.reduce((all, one) => all + one, 0);

function fit(edges, part, place, start, reach) {
  const pitch = Math.min(start.halfX, start.halfY) * 2;
  const moved = part.anchors.map(n => {
    const [ax, ay] = centre(place, part.boxes[n]);
    const [bx, by] = centre(start, part.boxes[n]);
    return Math.hypot(ax - bx, ay - by) / pitch;
  });
  if (Math.max(...moved) > FARTHEST) return -1;
  const found = sum(scores(edges, part.boxes, place, reach)) / part.boxes.length;
  return found - PULL * (moved[0] ** 2 + moved[1] ** 2);
}

/* The changes that are tried, each measured in pixels at the far end of the part: it is moved, stretched, raised
   or leant about its first tapped box, or its boxes grow. */
function changes(part) {
  const columns = part.boxes.map(([column]) => column);
  const rows = part.boxes.map(([, row]) => row);
  const wide = Math.max(...columns) - Math.min(...columns) || 1;
  const high = Math.max(...rows) - Math.min(...rows) || 1;
  const [ax, ay] = part.boxes[part.anchors[0]];
  return [
    { x: 1 },
    { y: 1 },
    { right: 1 / wide, x: -ax / wide },
    { below: 1 / high, y: -ay / high },
    { rise: 1 / wide, y: -ax / wide },
    { lean: 1 / high, x: -ay / high },
    { halfX: 0.5 },
    { halfY: 0.5 },
  ];
}

function changed(place, change, by) {
  const other = { ...place };
  for (const [name, share] of Object.entries(change)) other[name] += share * by;
  return other;
}

/* Where to begin: each tapped box where it was tapped or beside that, those that fit best roughly. */
function begin(edges, part, [first, last], start, most) {
  const beside = [-0.28, 0, 0.28].flatMap(x => [-0.28, 0, 0.28].map(y => [x, y]));
  const off = ([x, y], [dx, dy]) => [x + 2 * dx * start.halfX, y + 2 * dy * start.halfY];
  const few = thinned(part);
  const starts = beside.flatMap(one =>
    beside.flatMap(other => {
      const place = {
        ...placeOf(part, [off(first, one), off(last, other)]),
        halfX: start.halfX,
        halfY: start.halfY,
      };
      return [place, { ...place, halfX: start.halfX * 0.85, halfY: start.halfY * 0.85 }];
    }),
  );
  return starts
    .map(place => ({ place, found: fit(edges, few, place, start, 2) }))
    .sort((a, b) => b.found - a.found)
    .slice(0, most)
    .map(one => one.place);
}

/* The tapped boxes and about eight more: enough to begin with. */
function thinned(part) {
  const every = Math.ceil(part.boxes.length / 8);
  const kept = part.boxes.filter((_, n) => n % every === 0 || part.anchors.includes(n));
  return { ...part, boxes: kept, anchors: part.anchors.map(n => kept.indexOf(part.boxes[n])) };
}

/* The places near the tapped boxes where the part's have their edges, at most as many as asked for. */
export function snaps(edges, part, taps, most) {
  const start = placeOf(part, taps);
  return begin(edges, part, taps, start, most).map(way => climbed(edges, part, way, start));
}

function climbed(edges, part, from, start) {
  const tries = changes(part);
  const pitch = Math.min(start.halfX, start.halfY) * 2;
  const allowed = ({ halfX, halfY }) =>
    halfX > start.halfX * 0.6 &&
    halfX < start.halfX * 1.25 &&
    halfY > start.halfY * 0.6 &&
    halfY < start.halfY * 1.25;
  let place = from;
  for (const [share, reach] of STEPS) {
    const by = Math.max(0.4, pitch * share);
    let score = fit(edges, part, place, start, reach);
    for (let round = 0, better = true; better && round < 12; round++) {
      better = false;
      for (const change of tries) {
        for (const sign of [by, -by]) {
          const other = changed(place, change, sign);
          if (!allowed(other)) continue;
          const found = fit(edges, part, other, start, reach);
          if (found > score + 1e-6) {
            [place, score, better] = [other, found, true];
          }
        }
      }
    }
  }
  return place;
}

/* The part as it would lie with one or two boxes more or fewer between the tapped ones: the same boxes in steps of
   another length. `within`: each of its boxes lies on a told one; `around`: each told one lies on one of them. */
export function otherCounts(part) {
  const [first, last] = part.anchors.map(n => part.boxes[n]);
  const [wide, high] = [Math.abs(last[0] - first[0]), Math.abs(last[1] - first[1])];
  const most = Math.max(wide, high) >= 8 ? 2 : 1;
  const slanted = wide > 1 && part.boxes.some(([column]) => column % 1);
  const axes = slanted
    ? [[1, 1]]
    : [
        [wide > 1, false],
        [false, high > 0],
      ].filter(([x, y]) => x || y);
  return axes.flatMap(([x, y]) =>
    [-2, -1, 1, 2]
      .filter(
        more =>
          Math.abs(more) <= most && (!x || slanted || wide + more > 0) && (!y || high + more > 0),
      )
      .map(more => {
        const across = x ? wide / (wide + (slanted ? more / 2 : more)) : 1;
        const down = y ? high / (high + more) : 1;
        const whole = share => share % 1 === 0;
        return {
          ...part,
          stretch: [across, down],
          within: across * down > 1 && whole(across) && whole(down),
          around: across * down < 1 && whole(1 / across) && whole(1 / down),
        };
      }),
  );
}
