/* Reads the colours of a printed page from a photo: finds the boxes, groups boxes of the same colour into piles, and
   reports every doubt.

   It knows only the size of the page's parts, four corners and two tapped boxes for each part. A box whose colour is
   uncertain is marked as doubtful. */
import { sum } from "../dom.js";
import * as colours from "./picture.js";
import { makeFrame, rectifyPage, transformPoint } from "./picture.js";

/** @import { Frame, Half, Picture } from "./picture.js" */

/** The hue of each ink, in radians. @type {Record<string, number>} */
const INK_HUES = { R: 0.55, O: 1.05, Y: 1.6, G: 2.5, B: -1.25, V: -0.75 };
/* A box is doubtful if its pile is farther than this share of the distance to the second pile. */
const MAX_DISTANCE_RATIO = 0.4;
const MIN_PURITY = 0.72; // a box is doubtful if a smaller share has one hue
const MAX_GLARE_SHARE = 0.5; // a box is doubtful if a larger share is overexposed
const MIN_PILE_DISTANCE = 13; // two piles are doubtful if their centres are nearer
const MIN_HUE_DIFFERENCE = 0.2; // or if their hues differ by less, in radians
const MIN_EDGE = 0.16; // a side with a weaker edge is missing
const DECIDING_SHARE = 0.72; // the share of boxes that decide about a count
const AS_GOOD_SHARE = 0.97; // a count is doubtful if another one fits this share as well
/* The same if the given boxes are every second or third box of the other count. If all boxes of the other count are
   given boxes, it must fit better. */
const ROUGHLY_AS_GOOD_SHARE = 0.85;
const MAX_ODD_SHARE = 0.2; // a part does not fit if a larger share of its boxes lacks a side or has two hues
const START_PLACES = 8; // number of starting places for the given count; half of it for others

/** Return the reading, or null if the corners enclose nothing.

   `parts` are as below, each with two `taps` on the photo. The result is { picture, piles, parts, pairs }: the
   piles as colours, in order of hue; for each part its `place`, whether it is `loose` (does not fit), and its boxes {
   at, pile, doubtful }; and pairs of piles that may be the same ink.
   @param {Picture} photo @param {number[][]} corners @param {Part[]} parts */
export function readSheet(photo, corners, parts) {
  const frame = makeFrame(corners);
  if (!frame) return null;
  const picture = rectifyPage(photo, frame);
  const edges = findEdges(picture);
  const read = parts.map(part => readPart(picture, edges, part, frame));
  const boxes = read.flatMap(part => part.boxes);
  const seen = boxes.map(box => box.seen);
  const piles = colours.groupIntoPiles(seen, Object.keys(INK_HUES).length);
  for (const box of boxes) {
    const [pile, near, far] = colours.findNearestPile(box.seen, piles);
    box.pile = pile;
    box.doubtful = box.mixed || box.glare > MAX_GLARE_SHARE || near > MAX_DISTANCE_RATIO * far;
  }
  return { picture, parts: read, piles, pairs: findSimilarPiles(piles) };
}

/** Return a part's place and boxes. It is loose if its boxes lack sides or have two hues, or if another count fits as
   well: then the given count may be wrong.
   @param {Picture} picture @param {Edges} edges @param {Part} part @param {Frame} frame */
function readPart(picture, edges, part, { down, width, height }) {
  const taps = part.taps.map(tap => transformPoint(down, tap));
  const { place, sits } = findBestPlace(picture, edges, part, taps, START_PLACES);
  const boxes = sampleBoxes(picture, part, place, 17).map(face => {
    const [x, y] = face.at;
    const outside = x < 0 || y < 0 || x > width || y > height;
    return { ...face, mixed: outside || face.pure < MIN_PURITY, pile: -1, doubtful: true };
  });
  const odd = boxes.filter(
    ({ at, mixed }) => mixed || Math.min(...measureSides(edges, at, place, 2)) < MIN_EDGE,
  );
  const isMiscounted = makeOtherCounts(part).some(other => {
    const best = findBestPlace(picture, edges, other, taps, START_PLACES / 2);
    if (Number.isInteger(other.steps)) return best.sits > sits;
    const isMultiple = Number.isInteger(1 / other.steps);
    return best.sits > sits * (isMultiple ? ROUGHLY_AS_GOOD_SHARE : AS_GOOD_SHARE);
  });
  return { place, boxes, loose: isMiscounted || odd.length > MAX_ODD_SHARE * boxes.length };
}

/** @param {Picture} picture @param {Lattice} part @param {Place} place @param {number} count */
function sampleBoxes(picture, part, place, count) {
  const centres = part.boxes.map(box => getBoxCentre(place, box));
  const paper = colours.samplePaper(picture, centres, place);
  return centres.map(at => ({ at, ...colours.sampleBox(picture, at, place, paper, count) }));
}

/** Return the place that fits a part best, and how well.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {number[][]} taps @param {number} startPlaces */
function findBestPlace(picture, edges, part, taps, startPlaces) {
  const places = findPlaces(edges, part, taps, startPlaces);
  const fits = places.map(place => ({ place, sits: measureFit(picture, edges, part, place) }));
  return fits.sort((a, b) => b.sits - a.sits)[0];
}

/** Return how well a part fits, by edges and purity of hue. Only the best boxes count, as a wrong count has some that
   do not exist.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {Place} place */
function measureFit(picture, edges, part, place) {
  const scores = sampleBoxes(picture, part, place, 9)
    .map(({ pure }, n) => scoreBox(edges, part.boxes[n], place, 1) / 2 + pure)
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(part.boxes.length * DECIDING_SHARE));
  return sum(scores) / scores.length;
}

/** @param {number[][]} piles */
function findSimilarPiles(piles) {
  const pairs = piles.flatMap((_, one) => [...piles.keys()].slice(one + 1).map(n => [one, n]));
  return pairs.filter(
    ([one, other]) =>
      colours.getColourDifference(piles[one], piles[other]) < MIN_PILE_DISTANCE ||
      colours.getHueDifference(colours.getHue(piles[one]), colours.getHue(piles[other])) <
        MIN_HUE_DIFFERENCE,
  );
}

/** Return the most likely ink of each pile, by hue. The user checks this guess. @param {number[][]} piles */
export function guessInks(piles) {
  const names = Object.keys(INK_HUES).sort((a, b) => INK_HUES[a] - INK_HUES[b]);
  const hues = piles.map(colours.getHue);
  const guesses = names.map((_, by) => piles.map((__, n) => names[(n + by) % names.length]));
  /** @param {string[]} guess */
  const cost = guess =>
    sum(hues.map((hue, n) => colours.getHueDifference(hue, INK_HUES[guess[n]]) ** 2));
  return guesses.sort((a, b) => cost(a) - cost(b))[0];
}

/* The boxes of a part: a grid through two tapped boxes is fitted to the edges in the picture.

   A part is { boxes, ends, grows }: the [column, row] of each box, y down; of the two tapped boxes; and what one more
   box in each possible direction adds to the second one. */

/** @typedef {{ boxes: number[][], ends: number[][] }} Lattice */
/** @typedef {Lattice & { grows: number[][], taps: number[][] }} Part */
/** @typedef {Half & { x: number, y: number, right: number, below: number, rise: number, lean: number }} Place */
/** @typedef {{ width: number, height: number, across: Float32Array, down: Float32Array }} Edges */

/* The sample points along a side, relative to its middle, in half lengths. */
const SIDE_SAMPLES = [-0.8, -0.4, 0, 0.4, 0.8];
const MAX_DISTANCE = 0.45; // the largest distance of a box from its tap, in boxes
const DISTANCE_PENALTY = 0.5; // the penalty for a distance of one box, in edges
const MAX_SLANT = 0.08; // the largest slant of a row or column
/* The step size in boxes, and the distance in pixels in which an edge counts. */
const SEARCH_STEPS = [
  [0.24, 3],
  [0.12, 2],
  [0.06, 1],
  [0.03, 1],
];

/** Return the horizontal and vertical gradients of each pixel. They use log light, so that edges in shade count the
   same.
   @param {Picture} picture */
function findEdges({ width, height, data }) {
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

/** Return the place of a part from two taps: the origin, the steps right and down, and half a box.
   @param {Lattice} part @param {number[][]} taps */
export function makePlace({ ends: [[ax, ay], [bx, by]] }, [first, last]) {
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
export function getBoxCentre(place, [column, row]) {
  return [
    place.x + column * place.right + row * place.lean,
    place.y + row * place.below + column * place.rise,
  ];
}

/** Return the strength of a side's edge, from 0 to 1, so that a strong edge cannot outweigh a missing one. [x, y] is
   its middle, and [dx, dy] points from there to its end.
   @param {Float32Array} field @param {Edges} size @param {number} x @param {number} y @param {number} dx @param
   {number} dy @param {number} reach */
function measureEdge(field, { width, height }, x, y, dx, dy, reach) {
  let total = 0;
  for (const share of SIDE_SAMPLES) {
    let best = 0;
    for (let off = -reach; off <= reach; off++) {
      const px = Math.round(x + share * dx + (dx ? 0 : off));
      const py = Math.round(y + share * dy + (dx ? off : 0));
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      best = Math.max(best, (1 - Math.abs(off) / (reach + 2)) * field[py * width + px]);
    }
    total += Math.min(best, 1) / SIDE_SAMPLES.length;
  }
  return total;
}

/** Return the strengths of a box's four sides.
   @param {Edges} edges @param {number[]} middle @param {Half} half @param {number} reach */
function measureSides(edges, [x, y], { halfX, halfY }, reach) {
  return [
    measureEdge(edges.across, edges, x - halfX, y, 0, halfY, reach),
    measureEdge(edges.across, edges, x + halfX, y, 0, halfY, reach),
    measureEdge(edges.down, edges, x, y - halfY, halfX, 0, reach),
    measureEdge(edges.down, edges, x, y + halfY, halfX, 0, reach),
  ];
}

/** Return the score of a box: the mean of its four sides plus the weakest.
   @param {Edges} edges @param {number[]} box @param {Place} place @param {number} reach */
function scoreBox(edges, box, place, reach) {
  const sides = measureSides(edges, getBoxCentre(place, box), place, reach);
  return (sides[0] + sides[1] + sides[2] + sides[3]) / 4 + Math.min(...sides);
}

/** @param {Edges} edges @param {Lattice} part @param {Place} place @param {Place} start @param {number} reach */
function scorePart(edges, { boxes, ends }, place, start, reach) {
  const pitch = Math.min(start.halfX, start.halfY) * 2;
  let beside = 0;
  for (const end of ends) {
    const [ax, ay] = getBoxCentre(place, end);
    const [bx, by] = getBoxCentre(start, end);
    const moved = Math.hypot(ax - bx, ay - by) / pitch;
    if (moved > MAX_DISTANCE) return -1;
    beside += moved ** 2;
  }
  const total = boxes.reduce((sum, box) => sum + scoreBox(edges, box, place, reach), 0);
  return total / boxes.length - DISTANCE_PENALTY * beside;
}

/** The changes to try, scaled to one pixel at the far end of the part.
   @param {Lattice} part @returns {Partial<Place>[]} */
function listPlaceChanges({ boxes, ends: [[ax, ay]] }) {
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
function changePlace(place, change, by) {
  const other = { ...place };
  for (const [name, share] of /** @type {[keyof Place, number][]} */ (Object.entries(change)))
    other[name] += share * by;
  return other;
}

/** Return the places near the taps that match the edges. It tries both tapped boxes at and beside their taps, with
   about eight boxes, and improves the `most` best.
   @param {Edges} edges @param {Lattice} part @param {number[][]} taps @param {number} most */
function findPlaces(edges, part, [first, last], most) {
  const start = makePlace(part, [first, last]);
  const { halfX, halfY } = start;
  const every = Math.ceil(part.boxes.length / 8);
  const sample = { ...part, boxes: part.boxes.filter((_, n) => n % every === 0) };
  /** @param {number[]} point */
  const beside = ([x, y]) =>
    [-0.56, 0, 0.56].flatMap(dx => [-0.56, 0, 0.56].map(dy => [x + dx * halfX, y + dy * halfY]));
  return beside(first)
    .flatMap(one => beside(last).map(other => makePlace(part, [one, other])))
    .map(place => ({ ...place, halfX: halfX * 0.92, halfY: halfY * 0.92 }))
    .map(place => ({ place, total: scorePart(edges, sample, place, start, 2) }))
    .sort((a, b) => b.total - a.total)
    .slice(0, most)
    .map(({ place }) => improvePlace(edges, part, place, start));
}

/** @param {Edges} edges @param {Lattice} part @param {Place} from @param {Place} start */
function improvePlace(edges, part, from, start) {
  const tries = listPlaceChanges(part);
  const pitch = Math.min(start.halfX, start.halfY) * 2;
  /** @param {number} half @param {number} first */
  const near = (half, first) => half > first * 0.6 && half < first * 1.25;
  /** @param {Place} place */
  const allowed = place =>
    near(place.halfX, start.halfX) &&
    near(place.halfY, start.halfY) &&
    Math.abs(place.rise) < MAX_SLANT * place.right &&
    Math.abs(place.lean) < MAX_SLANT * place.below;
  let place = from;
  for (const [share, reach] of SEARCH_STEPS) {
    const by = Math.max(0.4, pitch * share);
    let best = scorePart(edges, part, place, start, reach);
    for (let round = 0, better = true; better && round < 12; round++) {
      better = false;
      for (const change of tries) {
        for (const sign of [by, -by]) {
          const other = changePlace(place, change, sign);
          const total = allowed(other) ? scorePart(edges, part, other, start, reach) : -1;
          if (total > best + 1e-6) [place, best, better] = [other, total, true];
        }
      }
    }
  }
  return place;
}

/** Return the part with one or two boxes more or fewer between the tapped ones. `steps` is the length of its step
   relative to the given one.
   @param {Part} part */
function makeOtherCounts({ boxes, ends: [first, last], grows }) {
  return grows.flatMap(([x, y]) => {
    const count = x ? (last[0] - first[0]) / x : (last[1] - first[1]) / y;
    return (count < 8 ? [-1, 1] : [-2, -1, 1, 2])
      .filter(more => count + more > 0)
      .map(more => ({
        boxes,
        ends: [first, [last[0] + more * x, last[1] + more * y]],
        steps: count / (count + more),
      }));
  });
}
