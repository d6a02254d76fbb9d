/* Reads the colours of a printed page from a photo: groups boxes of the same colour into piles, and reports every
   doubt.

   It knows only the size of the page's parts, four corners and two tapped boxes for each part. A box whose colour is
   uncertain is marked as doubtful. */

import * as colours from "./colours.js";
import * as grid from "./grid.js";
import { rectifyPage, makeFrame, transformPoint } from "./perspective.js";

/** @import { Edges, Lattice, Part, Place } from "./grid.js" */
/** @import { Frame, Picture } from "./perspective.js" */

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

   `parts` are as in grid.js, each with two `taps` on the photo. The result is { picture, piles, parts, pairs }: the
   piles as colours, in order of hue; for each part its `place`, whether it is `loose` (does not fit), and its boxes {
   at, pile, doubtful }; and pairs of piles that may be the same ink.
   @param {Picture} photo @param {number[][]} corners @param {Part[]} parts */
export function readSheet(photo, corners, parts) {
  const frame = makeFrame(corners);
  if (!frame) return null;
  const picture = rectifyPage(photo, frame);
  const edges = grid.findEdges(picture);
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
    ({ at, mixed }) => mixed || Math.min(...grid.measureSides(edges, at, place, 2)) < MIN_EDGE,
  );
  const isMiscounted = grid.makeOtherCounts(part).some(other => {
    const best = findBestPlace(picture, edges, other, taps, START_PLACES / 2);
    if (Number.isInteger(other.steps)) return best.sits > sits;
    const isMultiple = Number.isInteger(1 / other.steps);
    return best.sits > sits * (isMultiple ? ROUGHLY_AS_GOOD_SHARE : AS_GOOD_SHARE);
  });
  return { place, boxes, loose: isMiscounted || odd.length > MAX_ODD_SHARE * boxes.length };
}

/** @param {Picture} picture @param {Lattice} part @param {Place} place @param {number} count */
function sampleBoxes(picture, part, place, count) {
  const centres = part.boxes.map(box => grid.getBoxCentre(place, box));
  const paper = colours.samplePaper(picture, centres, place);
  return centres.map(at => ({ at, ...colours.sampleBox(picture, at, place, paper, count) }));
}

/** Return the place that fits a part best, and how well.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {number[][]} taps @param {number} startPlaces */
function findBestPlace(picture, edges, part, taps, startPlaces) {
  const places = grid.findPlaces(edges, part, taps, startPlaces);
  const fits = places.map(place => ({ place, sits: measureFit(picture, edges, part, place) }));
  return fits.sort((a, b) => b.sits - a.sits)[0];
}

/** Return how well a part fits, by edges and purity of hue. Only the best boxes count, as a wrong count has some that
   do not exist.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {Place} place */
function measureFit(picture, edges, part, place) {
  const scores = sampleBoxes(picture, part, place, 9)
    .map(({ pure }, n) => grid.scoreBox(edges, part.boxes[n], place, 1) / 2 + pure)
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(part.boxes.length * DECIDING_SHARE));
  return scores.reduce((sum, one) => sum + one, 0) / scores.length;
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
    hues.reduce((sum, hue, n) => sum + colours.getHueDifference(hue, INK_HUES[guess[n]]) ** 2, 0);
  return guesses.sort((a, b) => cost(a) - cost(b))[0];
}
