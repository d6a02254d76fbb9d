/* Where the boxes of a part lie: a lattice through two tapped boxes, moved until every box has its edges.

   A part is { boxes, ends, grows }: the [column, row] of each box, y down, of the two that are tapped, and what
   one box more, in each direction that it may have more, would add to the second of these. */

/** @import { Half } from "./colours.js" */
/** @import { Picture } from "./perspective.js" */
/** @typedef {{ boxes: number[][], ends: number[][] }} Lattice */
/** @typedef {Lattice & { grows: number[][], taps: number[][] }} Part */
/** @typedef {Half & { x: number, y: number, right: number, below: number, rise: number, lean: number }} Place */
/** @typedef {{ width: number, height: number, across: Float32Array, down: Float32Array }} Edges */

/* Where along a side its edge is looked for, from its middle in halves of its length. */
const SIDE = [-0.8, -0.4, 0, 0.4, 0.8];
const FARTHEST = 0.45; // how far a tapped box may lie beside its tap, in boxes
const PULL = 0.5; // what lying a box beside its tap costs, in edges
const SLANT = 0.08; // a sheet that lies flat is not more crooked than this
/* By how much of a box things are moved, and how far beside its place an edge counts meanwhile. */
const STEPS = [
  [0.24, 3],
  [0.12, 2],
  [0.06, 1],
  [0.03, 1],
];

/** How strongly the picture changes across and down, by pixel: log light, so that shade weighs as sun.
   @param {Picture} picture */
export function edgesOf({ width, height, data }) {
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  for (const colour of [0, 1, 2]) {
    const light = across.map((_, at) => Math.log(data[4 * at + colour] + 12));
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
        const fall = light[at + width + 1] - light[at - width - 1];
        const climb = light[at - width + 1] - light[at + width - 1];
        across[at] += Math.abs(2 * (light[at + 1] - light[at - 1]) + fall + climb);
        down[at] += Math.abs(2 * (light[at + width] - light[at - width]) + fall - climb);
      }
    }
  }
  return { width, height, across, down };
}

/** The place that two tapped boxes tell: origin, one step to the right and one down, half a box.
   @param {Lattice} part @param {number[][]} taps */
export function placeOf({ ends: [[ax, ay], [bx, by]] }, [first, last]) {
  const [wide, high] = [bx - ax, by - ay];
  const stepX = wide && (last[0] - first[0]) / wide;
  const stepY = high && (last[1] - first[1]) / high;
  const right = stepX || Math.abs(stepY);
  const below = stepY || Math.abs(stepX);
  const rise = high ? 0 : (last[1] - first[1]) / (wide || 1);
  return {
    x: first[0] - ax * right,
    y: first[1] - ay * below - ax * rise,
    right,
    below,
    rise,
    lean: 0,
    halfX: Math.min(right, below * 1.25) * 0.44,
    halfY: Math.min(below, right * 1.25) * 0.44,
  };
}

/** @param {Place} place @param {number[]} box */
export function centre(place, [column, row]) {
  return [
    place.x + column * place.right + row * place.lean,
    place.y + row * place.below + column * place.rise,
  ];
}

/** How strong the edge of a side is, from 0 to 1: a strong one must not outweigh a missing one. Its middle is
   [x, y], and [dx, dy] leads along it to its end.
   @param {Float32Array} field @param {Edges} size @param {number} x @param {number} y @param {number} dx
   @param {number} dy @param {number} reach */
function edge(field, { width, height }, x, y, dx, dy, reach) {
  let found = 0;
  for (const share of SIDE) {
    let best = 0;
    for (let off = -reach; off <= reach; off++) {
      const px = Math.round(x + share * dx + (dx ? 0 : off));
      const py = Math.round(y + share * dy + (dx ? off : 0));
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      best = Math.max(best, (1 - Math.abs(off) / (reach + 2)) * field[py * width + px]);
    }
    found += Math.min(best, 1) / SIDE.length;
  }
  return found;
}

/** How strong the edges of a box's four sides are.
   @param {Edges} edges @param {number[]} middle @param {Half} half @param {number} reach */
export function sidesOf(edges, [x, y], { halfX, halfY }, reach) {
  return [
    edge(edges.across, edges, x - halfX, y, 0, halfY, reach),
    edge(edges.across, edges, x + halfX, y, 0, halfY, reach),
    edge(edges.down, edges, x, y - halfY, halfX, 0, reach),
    edge(edges.down, edges, x, y + halfY, halfX, 0, reach),
  ];
}

/** How well a box has its edges: the four sides' mean, and the weakest of them once more.
   @param {Edges} edges @param {number[]} box @param {Place} place @param {number} reach */
export function score(edges, box, place, reach) {
  const sides = sidesOf(edges, centre(place, box), place, reach);
  return (sides[0] + sides[1] + sides[2] + sides[3]) / 4 + Math.min(...sides);
}

/** How well the part has its edges there, so near its taps.
   @param {Edges} edges @param {Lattice} part @param {Place} place @param {Place} start
   @param {number} reach */
function fit(edges, { boxes, ends }, place, start, reach) {
  const pitch = Math.min(start.halfX, start.halfY) * 2;
  let beside = 0;
  for (const end of ends) {
    const [ax, ay] = centre(place, end);
    const [bx, by] = centre(start, end);
    const moved = Math.hypot(ax - bx, ay - by) / pitch;
    if (moved > FARTHEST) return -1;
    beside += moved ** 2;
  }
  const found = boxes.reduce((sum, box) => sum + score(edges, box, place, reach), 0);
  return found / boxes.length - PULL * beside;
}

/** The changes that are tried, each measured in pixels at the far end of the part: it is moved, stretched, raised
   or leant about its first tapped box, or its boxes grow.
   @param {Lattice} part @returns {Partial<Place>[]} */
function changes({ boxes, ends: [[ax, ay]] }) {
  const [wide, high] = [0, 1].map(axis => {
    const all = boxes.map(box => box[axis]);
    return Math.max(...all) - Math.min(...all) || 1;
  });
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

/** @param {Place} place @param {Partial<Place>} change @param {number} by */
function changed(place, change, by) {
  const other = { ...place };
  for (const [name, share] of /** @type {[keyof Place, number][]} */ (Object.entries(change)))
    other[name] += share * by;
  return other;
}

/** The places near the tapped boxes where the part has its edges: from the `most` best ways to begin, each tapped
   box where it was tapped or beside that, by about eight boxes.
   @param {Edges} edges @param {Lattice} part @param {number[][]} taps @param {number} most */
export function snaps(edges, part, [first, last], most) {
  const start = placeOf(part, [first, last]);
  const { halfX, halfY } = start;
  const every = Math.ceil(part.boxes.length / 8);
  const few = { ...part, boxes: part.boxes.filter((_, n) => n % every === 0) };
  /** @param {number[]} point */
  const beside = ([x, y]) =>
    [-0.56, 0, 0.56].flatMap(dx => [-0.56, 0, 0.56].map(dy => [x + dx * halfX, y + dy * halfY]));
  return beside(first)
    .flatMap(one => beside(last).map(other => placeOf(part, [one, other])))
    .map(place => ({ ...place, halfX: halfX * 0.92, halfY: halfY * 0.92 }))
    .map(place => ({ place, found: fit(edges, few, place, start, 2) }))
    .sort((a, b) => b.found - a.found)
    .slice(0, most)
    .map(({ place }) => climbed(edges, part, place, start));
}

/** @param {Edges} edges @param {Lattice} part @param {Place} from @param {Place} start */
function climbed(edges, part, from, start) {
  const tries = changes(part);
  const pitch = Math.min(start.halfX, start.halfY) * 2;
  /** @param {number} half @param {number} first */
  const near = (half, first) => half > first * 0.6 && half < first * 1.25;
  /** @param {Place} place */
  const allowed = place =>
    near(place.halfX, start.halfX) &&
    near(place.halfY, start.halfY) &&
    Math.abs(place.rise) < SLANT * place.right &&
    Math.abs(place.lean) < SLANT * place.below;
  let place = from;
  for (const [share, reach] of STEPS) {
    const by = Math.max(0.4, pitch * share);
    let best = fit(edges, part, place, start, reach);
    for (let round = 0, better = true; better && round < 12; round++) {
      better = false;
      for (const change of tries) {
        for (const sign of [by, -by]) {
          const other = changed(place, change, sign);
          const found = allowed(other) ? fit(edges, part, other, start, reach) : -1;
          if (found > best + 1e-6) [place, best, better] = [other, found, true];
        }
      }
    }
  }
  return place;
}

/** The part as it would lie with one or two boxes more or fewer between the tapped ones; `steps`: how long one of
   its steps is, in told ones. @param {Part} part */
export function otherCounts({ boxes, ends: [first, last], grows }) {
  return grows.flatMap(([x, y]) => {
    const told = x ? (last[0] - first[0]) / x : (last[1] - first[1]) / y;
    return (told < 8 ? [-1, 1] : [-2, -1, 1, 2])
      .filter(more => told + more > 0)
      .map(more => ({
        boxes,
        ends: [first, [last[0] + more * x, last[1] + more * y]],
        steps: told / (told + more),
      }));
  });
}
