/* Reads the colours of a printed page from a photo: groups boxes of the same colour into piles, and reports every
   doubt.

   It knows only the size of the page's parts, four corners and two tapped boxes for each part. A box whose colour is
   uncertain is marked as doubtful. */

import { faceOf, hueOf, nearestOf, paperAround, pilesOf, turn, unlike } from "./colours.js";
import { centre, edgesOf, otherCounts, score, sidesOf, findPlaces } from "./grid.js";
import { flatten, frameOf, lead } from "./perspective.js";

/** @import { Edges, Lattice, Part, Place } from "./grid.js" */
/** @import { Frame, Picture } from "./perspective.js" */

/** The hue of each ink, in radians. @type {Record<string, number>} */
const HUES = { R: 0.55, O: 1.05, Y: 1.6, G: 2.5, B: -1.25, V: -0.75 };
/* A box is doubtful if its pile is farther than this share of the distance to the second pile. */
const UNSURE = 0.4;
const IMPURE = 0.72; // a box is doubtful if a smaller share has one hue
const GLARE = 0.5; // a box is doubtful if a larger share is overexposed
const PAIR = 13; // two piles are doubtful if their centres are nearer
const SAME_HUE = 0.2; // or if their hues differ by less, in radians
const MIN_EDGE = 0.16; // a side with a weaker edge is missing
const DECIDING_SHARE = 0.72; // the share of boxes that decide about a count
const AS_GOOD = 0.97; // a count is doubtful if another one fits this share as well
const BETTER = 1; // the same if all boxes of the other count are boxes of the given one: it must fit better
const ROUGHLY = 0.85; // the same if the given boxes are every second or third box of the other count
const LOOSE = 0.2; // a part does not fit if a larger share of its boxes lacks a side or has two hues
const START_PLACES = 8; // number of starting places for the given count; half of it for others

/** Return the reading, or null if the corners enclose nothing.

   `parts` are as in grid.js, each with two `taps` on the photo. The result is { picture, piles, parts, pairs }: the
   piles as colours, in order of hue; for each part its `place`, whether it is `loose` (does not fit), and its boxes {
   at, pile, doubtful }; and pairs of piles that may be the same ink.
   @param {Picture} photo @param {number[][]} corners @param {Part[]} parts */
export function readSheet(photo, corners, parts) {
  const frame = frameOf(corners);
  if (!frame) return null;
  const picture = flatten(photo, frame);
  const edges = edgesOf(picture);
  const read = parts.map(part => partOf(picture, edges, part, frame));
  const boxes = read.flatMap(part => part.boxes);
  const piles = pilesOf(
    boxes.map(box => box.seen),
    Object.keys(HUES).length,
  );
  for (const box of boxes) {
    const [pile, near, far] = nearestOf(box.seen, piles);
    box.pile = pile;
    box.doubtful = box.mixed || box.glare > GLARE || near > UNSURE * far;
  }
  return { picture, parts: read, piles, pairs: pairsOf(piles) };
}

/** Return a part's place and boxes. It is loose if its boxes lack sides or have two hues, or if another count fits as
   well: then the given count may be wrong.
   @param {Picture} picture @param {Edges} edges @param {Part} part @param {Frame} frame */
function partOf(picture, edges, part, { down, width, height }) {
  const taps = part.taps.map(tap => lead(down, tap));
  const { place, sits } = bestPlace(picture, edges, part, taps, START_PLACES);
  const boxes = facesOf(picture, part, place, 17).map(face => {
    const [x, y] = face.at;
    const outside = x < 0 || y < 0 || x > width || y > height;
    return { ...face, mixed: outside || face.pure < IMPURE, pile: -1, doubtful: true };
  });
  /** @param {{ at: number[], mixed: boolean }} box */
  const isOdd = ({ at, mixed }) => mixed || Math.min(...sidesOf(edges, at, place, 2)) < MIN_EDGE;
  const miscounted = otherCounts(part).some(other => {
    const within = Number.isInteger(other.steps);
    const enough = within ? BETTER : Number.isInteger(1 / other.steps) ? ROUGHLY : AS_GOOD;
    return bestPlace(picture, edges, other, taps, START_PLACES / 2).sits > sits * enough;
  });
  return { place, boxes, loose: miscounted || boxes.filter(isOdd).length > LOOSE * boxes.length };
}

/** @param {Picture} picture @param {Lattice} part @param {Place} place @param {number} count */
function facesOf(picture, part, place, count) {
  const centres = part.boxes.map(box => centre(place, box));
  const paper = paperAround(picture, centres, place);
  return centres.map(at => ({ at, ...faceOf(picture, at, place, paper, count) }));
}

/** Return the place that fits a part best, and how well.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {number[][]} taps @param {number} startPlaces */
function bestPlace(picture, edges, part, taps, startPlaces) {
  const places = findPlaces(edges, part, taps, startPlaces);
  const fits = places.map(place => ({ place, sits: fitOf(picture, edges, part, place) }));
  return fits.sort((a, b) => b.sits - a.sits)[0];
}

/** Return how well a part fits, by edges and purity of hue. Only the best boxes count, as a wrong count has some that
   do not exist.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {Place} place */
function fitOf(picture, edges, part, place) {
  const scores = facesOf(picture, part, place, 9)
    .map(({ pure }, n) => score(edges, part.boxes[n], place, 1) / 2 + pure)
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(part.boxes.length * DECIDING_SHARE));
  return scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** @param {number[][]} piles */
const pairsOf = piles =>
  piles.flatMap((one, n) =>
    piles.flatMap((other, k) => {
      const near = unlike(one, other) < PAIR || turn(hueOf(one), hueOf(other)) < SAME_HUE;
      return k > n && near ? [[n, k]] : [];
    }),
  );

/** Return the most likely ink of each pile, by hue. The user checks this guess. @param {number[][]} piles */
export function namesOf(piles) {
  const names = Object.keys(HUES).sort((a, b) => HUES[a] - HUES[b]);
  const guesses = names.map((_, by) => piles.map((__, n) => names[(n + by) % names.length]));
  /** @param {string[]} guess */
  const cost = guess =>
    piles.reduce((sum, pile, n) => sum + turn(hueOf(pile), HUES[guess[n]]) ** 2, 0);
  return guesses.sort((a, b) => cost(a) - cost(b))[0];
}
