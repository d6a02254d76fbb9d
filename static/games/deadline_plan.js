/* Deadline's drawing board: where each stone may lie, how it is held, and the tomb as it would be. */
import { $, $$, present, required } from "../js/dom.js";

/* Where each stone may lie, as the page tells it tersely, and how it is held. */

/** A place of a stone as the page tells it: the first column, how high it rests, the ends and the height of the tomb,
   its marks, and what is amiss with it.
   @typedef {[number, number, number, number, number, number[][], number[][], number[][], string]} PlaceRow */
/** @typedef {[number, number, number[][], PlaceRow[]]} WayRow */
/** @typedef {ReturnType<typeof readPlace>} Place */
/** @typedef {ReturnType<typeof readWay>} Way */

/** By shape, each way to hold it: where it lies then, and what the tomb would measure.
   @param {string} [told] @returns {Record<string, Way[]>} */
export function parseFits(told) {
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

/* The tomb as it would be, on the large drawing of it. */

const tomb = () => required("svg#tomb");

/** @param {Place} place */
export const pointsOf = place => place.length * place.height - place.roofs - penalty();

/* What stones set aside take off the points. */
const penalty = () => Number($("#said-now [data-penalty]")?.textContent ?? 0);

/** The place nearest to the finger, no farther from it than one unit: across, and for a tap also up.
   @param {number} clientX @param {number} clientY @param {Place[]} places @param {boolean} isTap */
export function placeAt(clientX, clientY, places, isTap, plan = tomb()) {
  const { x, y } = pointAt(clientX, clientY, plan);
  return placeNear(x, y, places, isTap);
}

/** A point of the glass in the tomb's units. @param {number} clientX @param {number} clientY */
export function pointAt(clientX, clientY, plan = tomb()) {
  const { a, e, d, f } = present(plan.getScreenCTM(), "drawing");
  return { x: (clientX - e) / a, y: (f - clientY) / d };
}

/** @param {number} x @param {number} y @param {Place[]} places @param {boolean} isTap */
export function placeNear(x, y, places, isTap) {
  /** @param {Place} place */
  const away = ({ stone }) => Math.abs(stone.middle - x);
  return places
    .filter(({ stone }) => {
      const isNear = stone.left - x <= 1 && x - stone.right <= 1;
      return isNear && !(isTap && (stone.low - y > 1 || y - stone.high > 1));
    })
    .reduce(
      (best, place) => (best && away(best) <= away(place) ? best : place),
      /** @type {Place | null} */ (null),
    );
}

/* Whether places lie so close that one tap is no choice. */
export const isSmall = () => (tomb().getScreenCTM()?.a ?? 0) < 36;

/** Every place as the stone would lie there, and a strip for each that can be tapped; only the marks change
   as one is chosen, so that a finger or the focus may stay where it is.
   @param {Place[]} places @param {Place | null | undefined} chosen */
export function showPlaces(places, chosen, plan = tomb()) {
  plan.classList.toggle("choosing", places.length > 0);
  const strips = required("[id^=strips]", plan);
  const told = places.map(place => `${place.way} ${place.column}`).join();
  if (strips.dataset.told !== told) {
    strips.dataset.told = told;
    strips.innerHTML = inARow(places).map(strip(places, plan.dataset.column)).join("");
  }
  for (const each of $$("rect", strips)) {
    each.ariaPressed = String(places[Number(each.dataset.place)] === chosen);
  }
  const open = places.filter(place => place !== chosen);
  required("[id^=places]", plan).innerHTML = [...open.map(glow), ...open.map(brings)].join("");
}

/** The square that was tapped before a die. @param {{ x: number, y: number }} point */
export function showPendingTarget({ x, y }) {
  const [column, row] = [x, y].map(Math.floor);
  const square = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ];
  required("#places").innerHTML = glow({ outline: square });
}

/** @param {Place[]} places */
const inARow = places => [...places].sort((one, other) => one.stone.middle - other.stone.middle);

/** @type {(places: Place[], column: string) => (place: Place) => string} */
const strip = (places, column) => place => {
  const { middle, low, high } = place.stone;
  const words = column.replace("#", `${place.column}`);
  return `<rect x="${middle - 0.5}" y="${-high - 1}" width="1" height="${high - low + 2}" role="button" tabindex="0"
    aria-label="${words}: ${pointsOf(place)}" data-place="${places.indexOf(place)}"
    data-lies="${place.way} ${place.column}"/>`;
};

/** @param {number[][]} outline */
const pointsIn = outline => outline.map(([x, y]) => `${x},${-y}`).join(" ");

/** @param {{ outline: number[][] }} place */
const glow = place => `<polygon points="${pointsIn(place.outline)}"/>`;

/** @param {Place} place */
function brings(place) {
  const { middle, low, high } = place.stone;
  const y = -(low + high) / 2;
  return `<rect x="${middle - 0.42}" y="${y - 0.3}" width=".84" height=".6" rx=".3"/>
    <text x="${middle}" y="${y + 0.17}">${pointsOf(place)}</text>`;
}

/** The tomb as it would be takes the place of the tomb as it is. @param {Place | null | undefined} place */
export function showPreview(place) {
  required(".own").classList.toggle("foreseeing", Boolean(place));
  required("#marks-then").innerHTML = place ? drawn(place) : "";
  $("#said-then")?.toggleAttribute("hidden", !place);
  $("#said-then")?.classList.toggle("finished", place?.amiss === "0 0");
  if (!place) return;
  const { length, height, roofs } = place;
  const now = required("#said-now [data-m]:last-child").textContent;
  const lacking = JSON.parse(required("#palette").dataset.lacks);
  const numbers = [length, height, roofs, pointsOf(place)];
  $$("#said-then [data-m]").forEach((element, n) => {
    element.textContent = `${numbers[n]}`;
  });
  required("#said-then .lacks").textContent =
    `${now} → ${pointsOf(place)} · ${lacking[place.amiss]}`;
}

/** @param {Place} place */
function drawn({ left, right, length, height, marks, outline }) {
  const edge = Number(tomb().dataset.left);
  const [peak] = present(
    marks.tops.find(([, y]) => y === height),
    "top",
  );
  const dots = marks.flat.map(([x, y]) => `M${x + 0.08} ${-y - 0.15}h.84`);
  const walls = marks.walls.map(
    ([x, one, other]) => `M${x + (one < other ? -0.15 : 0.15)} ${-one}V${-other}`,
  );
  const less = required(".plan use").getAttribute("href")?.split("#")[0];
  const tops = marks.tops.map(([x, y]) => `<use href="${less}#less" x="${x}" y="${-y}"/>`);
  return `<polygon class="ghost" points="${pointsIn(outline)}"/>
    <path class="dimension" d="M${left} .3v.6m.2-.4l-.2.1.2.1m-.2-.1H${right}m-.2-.1l.2.1-.2.1m.2-.4v.6
      M${edge + 0.3} 0h.4m-.1-.2l-.1.2-.1-.2m.1.2V${-height}m-.1.2l.1-.2.1.2m.1-.2h-.4"/>
    <path class="leader" d="M${edge + 0.8} ${-height}H${peak}"/>
    <text class="middle" x="${(left + right) / 2}" y="1.35">${length}<tspan> ${tomb().dataset.long}</tspan></text>
    <text x="${edge + 0.85}" y="${-height / 2}">${height}</text>
    <path class="dots" d="${dots.join("")}${walls.join("")}"/>${tops.join("")}`;
}
