/* Reads the colours of a printed sheet off a photo: piles of boxes that have one colour, and every doubt.

   Nothing is known of the picture but the sheet's counts, four corners and two tapped boxes a part. A box whose
   colour is not certain says so: it has no pile that anybody may take for known. */

import { faceOf, hueOf, nearestOf, paperAround, pilesOf, turn, unlike } from "./colours.js";
import { centre, edgesOf, otherCounts, score, sidesOf, snaps } from "./grid.js";
import { flatten, frameOf, lead } from "./perspective.js";

/** @import { Edges, Lattice, Part, Place } from "./grid.js" */
/** @import { Frame, Picture } from "./perspective.js" */

/** Where each ink lies on the colour circle, in radians. @type {Record<string, number>} */
const HUES = { R: 0.55, O: 1.05, Y: 1.6, G: 2.5, B: -1.25, V: -0.75 };
/* A box is asked about whose own pile is farther than this share of its way to the next one. */
const UNSURE = 0.4;
const IMPURE = 0.72; // a box is asked about of which less than this share has one hue
const GLARE = 0.5; // a box is asked about of which more than this share is nothing but light
const PAIR = 13; // two piles whose middles are not farther apart than this are asked about together
const SAME_HUE = 0.2; // the same for two piles whose hues differ by less, in radians
const WEAK = 0.16; // a side whose edge is weaker is no side
const SPEAK = 0.72; // the share of a part's boxes that speak for a count
const AS_WELL = 0.97; // another count that sits as well as this share of the told one makes that doubtful
const BETTER = 1; // the same for a count of which every box lies on a told one: it has to be better
const ROUGHLY = 0.85; // the same for a count of which the told boxes are every second or third one
const LOOSE = 0.2; // a part does not sit of which a larger share of boxes lacks a side or has two hues
const WAYS = 8; // so many ways to begin are tried for the told counts, and half of them for others

/** The whole reading, or null where the corners go round nothing.

   `parts` are as in grid.js with two `taps` each, on the photo. Answers { picture, piles, parts, pairs }:
   piles as colours, in the order of the colour circle; of each part its `place`, whether it sits `loose`, and
   its boxes { at, pile, doubtful }; pairs of piles that may be one.
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

/** A part's place and its boxes. It sits loose where they lack sides or have two hues, and where it would sit as
   well with other counts between the tapped boxes: those that were told may be wrong, however well they fit.
   @param {Picture} picture @param {Edges} edges @param {Part} part @param {Frame} frame */
function partOf(picture, edges, part, { down, width, height }) {
  const taps = part.taps.map(tap => lead(down, tap));
  const { place, sits } = bestPlace(picture, edges, part, taps, WAYS);
  const boxes = facesOf(picture, part, place, 17).map(face => {
    const [x, y] = face.at;
    const outside = x < 0 || y < 0 || x > width || y > height;
    return { ...face, mixed: outside || face.pure < IMPURE, pile: -1, doubtful: true };
  });
  /** @param {{ at: number[], mixed: boolean }} box */
  const odd = ({ at, mixed }) => mixed || Math.min(...sidesOf(edges, at, place, 2)) < WEAK;
  const miscounted = otherCounts(part).some(other => {
    const within = Number.isInteger(other.steps);
    const enough = within ? BETTER : Number.isInteger(1 / other.steps) ? ROUGHLY : AS_WELL;
    return bestPlace(picture, edges, other, taps, WAYS / 2).sits > sits * enough;
  });
  return { place, boxes, loose: miscounted || boxes.filter(odd).length > LOOSE * boxes.length };
}

/** @param {Picture} picture @param {Lattice} part @param {Place} place @param {number} count */
function facesOf(picture, part, place, count) {
  const centres = part.boxes.map(box => centre(place, box));
  const paper = paperAround(picture, centres, place);
  return centres.map(at => ({ at, ...faceOf(picture, at, place, paper, count) }));
}

/** Where the part sits best of the places that have edges, and how well.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {number[][]} taps
   @param {number} ways */
function bestPlace(picture, edges, part, taps, ways) {
  const places = snaps(edges, part, taps, ways);
  const found = places.map(place => ({ place, sits: sitting(picture, edges, part, place) }));
  return found.sort((a, b) => b.sits - a.sits)[0];
}

/** How well the better part of the boxes sits, by edges and by having one hue: those that another count has too
   many do not speak.
   @param {Picture} picture @param {Edges} edges @param {Lattice} part @param {Place} place */
function sitting(picture, edges, part, place) {
  const found = facesOf(picture, part, place, 9)
    .map(({ pure }, n) => score(edges, part.boxes[n], place, 1) / 2 + pure)
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(part.boxes.length * SPEAK));
  return found.reduce((sum, one) => sum + one, 0) / found.length;
}

/** @param {number[][]} piles */
const pairsOf = piles =>
  piles.flatMap((one, n) =>
    piles.flatMap((other, k) => {
      const near = unlike(one, other) < PAIR || turn(hueOf(one), hueOf(other)) < SAME_HUE;
      return k > n && near ? [[n, k]] : [];
    }),
  );

/** The letter of an ink for each pile, both in the order of the colour circle: the best of all turns against it.
   A guess that a person looks at. @param {number[][]} piles */
export function namesOf(piles) {
  const names = Object.keys(HUES).sort((a, b) => HUES[a] - HUES[b]);
  const guesses = names.map((_, by) => piles.map((__, n) => names[(n + by) % names.length]));
  /** @param {string[]} guess */
  const cost = guess =>
    piles.reduce((sum, pile, n) => sum + turn(hueOf(pile), HUES[guess[n]]) ** 2, 0);
  return guesses.sort((a, b) => cost(a) - cost(b))[0];
}
