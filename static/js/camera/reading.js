/* Reads the colours of a printed sheet off a photo: piles of boxes that have one colour, and every doubt.

   Nothing is known of the picture but the sheet's counts, four corners and two tapped boxes a part. A box whose
   colour is not certain says so: it has no pile that anybody may take for known. */

import {
  apart,
  faceOf,
  hueOf,
  lab as labOf,
  nearestOf,
  paperAround,
  pilesOf,
  unlike,
} from "./colours.js";
import { centre, edgesOf, otherCounts, scores, sidesOf, snaps } from "./lattice.js";
import { flatten, lead, solve } from "./plane.js";

const HUES = { R: 0.55, O: 1.05, Y: 1.6, G: 2.5, B: -1.25, V: -0.75 };
/* Where each ink lies on the colour circle, in radians. */
const UNSURE = 0.4;
/* A box is asked about whose own pile is farther than this share of its way to the next one. */
const IMPURE = 0.72;
/* A box is asked about of which less than this share has one hue. */
const GLARE = 0.5;
/* A box is asked about of which more than this share is nothing but light. */
const PAIR = 13;
/* Two piles whose middles are not farther apart than this are asked about together. */
const SAME_HUE = 0.2;
/* The same for two piles whose hues differ by less, in radians. */
const WEAK = 0.16;
/* A side whose edge is weaker is no side. */
const SPEAK = 0.72;
/* The share of a part's boxes that speak for a count. */
const AS_WELL = 0.97;
/* Another count that sits as well as this share of the told one makes that doubtful. */
const BETTER = 1;
/* The same for a count of which every box lies on a told one: it has to be better. */
const ROUGHLY = 0.85;
/* The same for a count of which the told boxes are every second or third one. */
const LOOSE = 0.2;
/* A part does not sit of which a larger share of boxes lacks a side or has two hues. */

/* The whole reading, or null where the corners go round nothing.

   `parts` are as in lattice.js with two `taps` each, on the photo. Answers { picture, up, piles, parts, pairs }:
   piles as Lab colours, in the order of the colour circle; of each part its `place`, whether it sits `loose`, and
   its boxes { at, half, onPhoto, pile, doubtful }; pairs of piles that may be one. */
export function readSheet(photo, corners, parts, inks = 6) {
  const flat = flatten(photo, corners);
  if (!flat) return null;
  const { picture, down, up } = flat;
  const edges = edgesOf(picture);
  const read = parts.map(part => {
    const taps = part.taps.map(tap => lead(down, tap));
    const told = bestPlace(picture, edges, part, taps, 3);
    const boxes = facesOf(picture, part, told.place).map(box => ({
      ...box,
      half: [told.place.halfX, told.place.halfY],
      onPhoto: lead(up, box.at),
      weakest: Math.min(...sidesOf(edges, box.at, told.place, 2)),
    }));
    return { place: told.place, boxes, miscounted: miscounted(picture, edges, part, taps, told) };
  });
  const boxes = read.flatMap(part => part.boxes);
  const { of: piles, middles, seen } = sorted(boxes, picture, inks);
  for (const [n, box] of boxes.entries()) judge(box, seen[n], piles[n], middles, picture);
  for (const part of read) part.loose = sitsLoose(part);
  return { picture, up, piles: middles, parts: read, pairs: pairsOf(middles) };
}

function facesOf(picture, part, place, count) {
  const centres = part.boxes.map(box => centre(place, box));
  const paper = paperAround(picture, centres, place);
  return centres.map(at => ({ at, ...faceOf(picture, at, place, paper, count) }));
}

/* Where the part sits best of the places that have edges, and how well. */
function bestPlace(picture, edges, part, taps, most) {
  const ends = snaps(edges, part, taps, most);
  const found = ends.map(place => ({ place, sits: sitting(picture, edges, part, place) }));
  return found.sort((a, b) => b.sits - a.sits)[0];
}

/* How well the better part of the boxes sits, by edges and by having one hue: those that another count has too
   many do not speak. */
function sitting(picture, edges, part, place) {
  const sides = scores(edges, part.boxes, place, 1);
  const found = facesOf(picture, part, place, 9)
    .map(({ pure }, n) => sides[n] / 2 + pure)
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(part.boxes.length * SPEAK));
  return found.reduce((sum, one) => sum + one, 0) / found.length;
}

/* Whether the part would sit as well with other counts between the tapped boxes: then those that were told
   may be wrong, however well they fit. */
function miscounted(picture, edges, part, taps, told) {
  return otherCounts(part).some(other => {
    const { sits } = bestPlace(picture, edges, other, taps, 1);
    const enough = other.within ? BETTER : other.around ? ROUGHLY : AS_WELL;
    return sits > told.sits * enough;
  });
}

/* Piles under even light: what is left of the boxes beside their pile, as a smooth field, is light, and taken
   off where the piles get clearer by it. */
function sorted(boxes, picture, inks) {
  let seen = boxes.map(box => box.seen);
  let found = pilesOf(seen, inks);
  for (let round = 0; round < 3; round++) {
    const even = evened(boxes, found, picture);
    if (!even) break;
    const next = pilesOf(even, inks);
    if (clarity(even, next) <= clarity(seen, found) * 1.02) break;
    [seen, found] = [even, next];
  }
  return inOrder({ ...found, seen });
}

const clarity = (seen, { middles }) =>
  seen.reduce((sum, one) => {
    const [, first, second] = nearestOf(one, middles);
    return sum + second / (first + second + 1e-9);
  }, 0) / seen.length;

/* The colours without the light that a smooth field through the logarithms of all boxes tells; null where none
   does. */
function evened(boxes, { of }, { width, height }) {
  const shape = ({ at: [x, y] }) => [x / width - 0.5, y / height - 0.5];
  const terms = box => {
    const [x, y] = shape(box);
    return [x, y, x * x, x * y, y * y];
  };
  const light = [0, 1, 2].map(n => {
    const logs = boxes.map(box => Math.log(box.light[n] + 0.004));
    const means = mean(logs, of);
    const rows = boxes.map(terms);
    const middles = rows[0].map((_, k) =>
      mean(
        rows.map(row => row[k]),
        of,
      ),
    );
    const beside = rows.map((row, b) => row.map((value, k) => value - middles[k][of[b]]));
    const normal = beside[0].map((_, k) =>
      beside[0].map((__, l) => dot(beside, k, l) + (k === l ? 0.02 : 0)),
    );
    const right = beside[0].map((_, k) =>
      beside.reduce((sum, row, b) => sum + row[k] * (logs[b] - means[of[b]]), 0),
    );
    const found = solve(normal, right);
    return found && rows.map(row => row.reduce((sum, value, k) => sum + value * found[k], 0));
  });
  if (light.some(one => !one)) return null;
  return boxes.map((box, b) => labOf(box.light.map((one, n) => one / Math.exp(light[n][b]))));
}

const dot = (rows, k, l) => rows.reduce((sum, row) => sum + row[k] * row[l], 0);

function mean(values, of) {
  const sums = [];
  const counts = [];
  values.forEach((value, n) => {
    sums[of[n]] = (sums[of[n]] || 0) + value;
    counts[of[n]] = (counts[of[n]] || 0) + 1;
  });
  return sums.map((sum, pile) => sum / counts[pile]);
}

/* The piles in the order of the colour circle, empty ones left out. */
function inOrder({ of, middles, seen }) {
  const used = middles.map((_, n) => n).filter(n => of.includes(n));
  used.sort((a, b) => hueOf(middles[a]) - hueOf(middles[b]));
  return { of: of.map(n => used.indexOf(n)), middles: used.map(n => middles[n]), seen };
}

function judge(box, seen, pile, middles, { width, height }) {
  const [first, near, far] = nearestOf(seen, middles);
  const [x, y] = box.at;
  box.pile = pile;
  box.outside = x < 0 || y < 0 || x > width || y > height;
  box.doubtful =
    box.outside || first !== pile || near > UNSURE * far || box.pure < IMPURE || box.glare > GLARE;
}

function sitsLoose({ boxes, miscounted }) {
  const odd = boxes.filter(box => box.outside || box.weakest < WEAK || box.pure < IMPURE);
  return miscounted || odd.length > LOOSE * boxes.length;
}

function pairsOf(middles) {
  const pairs = [];
  middles.forEach((one, n) => {
    middles.slice(n + 1).forEach((other, k) => {
      const near = unlike(one, other) < PAIR || apart(one, other) < SAME_HUE;
      if (near) pairs.push([n, n + 1 + k]);
    });
  });
  return pairs;
}

/* The names of the piles: both in the order of the colour circle, by the best of all turns against it.

   A guess that a person looks at. Answers the letter of an ink for each pile. */
export function namesOf(piles) {
  const names = Object.keys(HUES).sort((a, b) => HUES[a] - HUES[b]);
  let best = null;
  for (let turn = 0; turn < names.length; turn++) {
    const told = piles.map((_, n) => names[(n + turn) % names.length]);
    const cost = piles.reduce((sum, pile, n) => {
      const off = Math.abs(hueOf(pile) - HUES[told[n]]);
      return sum + Math.min(off, 2 * Math.PI - off) ** 2;
    }, 0);
    if (!best || cost < best.cost) best = { cost, told };
  }
  return best.told;
}
