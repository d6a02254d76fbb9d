/* Where each stone may lie, as the page tells it tersely, and how it is held. */
import { pointsOf } from "./deadline_plan.js";

/* By shape, each way to hold it: where it lies then, and what the tomb would measure. */
export const readFits = told =>
  Object.fromEntries(
    Object.entries(JSON.parse(told ?? "{}")).map(([shape, ways]) => [shape, ways.map(readWay)]),
  );

/* The way after a turn, after a flip, its outline, and each place where it lies. */
function readWay([turned, flipped, outline, places], number) {
  const width = Math.max(...outline.map(([x]) => x));
  return {
    number,
    turned,
    flipped,
    places: places.map(told => readPlace(told, number, width, outline)),
  };
}

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

/* As it is held, or in any way: of two that lie in one another's way first the one that leaves less to do. */
export function placesOf(ways, held) {
  if (held !== null) return ways[held].places;
  const toDo = ({ marks }) => marks.flat.length + marks.walls.length;
  const all = ways.flatMap(way => way.places);
  all.sort((one, other) => toDo(one) - toDo(other) || pointsOf(other) - pointsOf(one));
  const taken = [];
  for (const place of all) if (!taken.some(isNear(place))) taken.push(place);
  return taken;
}

const isNear = place => other => Math.abs(place.stone.middle - other.stone.middle) < 1;

/* A stone that nobody has turned yet is turned from the first way that fits. */
export function wayAfter(ways, held, deed) {
  const way = held ?? ways.find(one => one.places.length)?.number;
  const next = ways[way]?.[deed];
  return next === way ? held : next;
}
