/* Where each stone may lie, as the page tells it tersely, and how it is held. */
import { pointsOf } from "./deadline_plan.js";

/** A place of a stone as the page tells it: the first column, how high it rests, the ends and the height of the tomb,
   its marks, and what is amiss with it.
   @typedef {[number, number, number, number, number, number[][], number[][], number[][], string]} PlaceRow */
/** @typedef {[number, number, number[][], PlaceRow[]]} WayRow */
/** @typedef {ReturnType<typeof readPlace>} Place */
/** @typedef {ReturnType<typeof readWay>} Way */

/** By shape, each way to hold it: where it lies then, and what the tomb would measure.
   @param {string} [told] @returns {Record<string, Way[]>} */
export function readFits(told) {
  /** @type {Record<string, WayRow[]>} */
  const fits = JSON.parse(told ?? "{}");
  return Object.fromEntries(
    Object.entries(fits).map(([shape, ways]) => [shape, ways.map(readWay)]),
  );
}

/** The way after a turn, after a flip, its outline, and each place where it lies.
   @param {WayRow} way @param {number} number */
function readWay([turned, flipped, outline, places], number) {
  const width = Math.max(...outline.map(([x]) => x));
  return {
    number,
    turned,
    flipped,
    places: places.map(told => readPlace(told, number, width, outline)),
  };
}

/** @param {PlaceRow} place @param {number} way @param {number} width @param {number[][]} outline */
function readPlace([at, rest, left, right, height, flat, walls, tops, amiss], way, width, outline) {
  const ys = outline.map(([, y]) => y + rest);
  return {
    way,
    column: at,
    stone: {
      left: at,
      middle: at + width / 2,
      right: at + width,
      low: Math.min(...ys),
      high: Math.max(...ys),
    },
    left,
    right,
    length: right - left,
    height,
    roofs: tops.length,
    marks: { flat, walls, tops },
    amiss,
    outline: outline.map(([x, y]) => [x + at, y + rest]),
  };
}

/** As it is held, or in any way: of two that lie in one another's way first the one that leaves less to do.
   @param {Way[]} ways @param {number | null} held */
export function placesOf(ways, held) {
  if (held !== null) return ways[held].places;
  /** @param {Place} place */
  const toDo = ({ marks }) => marks.flat.length + marks.walls.length;
  const all = ways.flatMap(way => way.places);
  all.sort((one, other) => toDo(one) - toDo(other) || pointsOf(other) - pointsOf(one));
  /** @type {Place[]} */
  const taken = [];
  for (const place of all) if (!taken.some(isNear(place))) taken.push(place);
  return taken;
}

/** @type {(place: Place) => (other: Place) => boolean} */
const isNear = place => other => Math.abs(place.stone.middle - other.stone.middle) < 1;

/** A stone that nobody has turned yet is turned from the first way that fits.
   @param {Way[]} ways @param {number | null} held @param {string} deed */
export function wayAfter(ways, held, deed) {
  const way = held ?? ways.find(one => one.places.length)?.number;
  if (way === undefined) return held;
  const next = deed === "flipped" ? ways[way].flipped : ways[way].turned;
  return next === way ? held : next;
}
