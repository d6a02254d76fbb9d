/* The drawing of Deadline's tomb: the places where a stone fits, and a preview of the tomb. */
import { $, $$, present, required } from "../js/dom.js";

/** A place as it is in the page: first column, resting height, left and right end and height of the tomb, its marks,
   and what it lacks.
   @typedef {[number, number, number, number, number, number[][], number[][], number[][], string]} PlaceRow */
/** @typedef {ReturnType<typeof parsePlace>} Place */
/** An orientation of a stone: its number, those after a turn and after a flip, and its places.
   @typedef {{ number: number, turned: number, flipped: number, places: Place[] }} Way */

/** Return the orientations of each shape from the compact list in the page.
   @param {string} [text] @returns {Record<string, Way[]>} */
export function parseFits(text) {
  /** @type {[string, [number, number, number[][], PlaceRow[]][]][]} */
  const fits = Object.entries(JSON.parse(text ?? "{}"));
  const shapes = fits.map(([shape, ways]) => [
    shape,
    ways.map(([turned, flipped, outline, rows], number) => {
      return { number, turned, flipped, places: rows.map(row => parsePlace(row, number, outline)) };
    }),
  ]);
  return Object.fromEntries(shapes);
}

/** @param {PlaceRow} place @param {number} way @param {number[][]} shape */
function parsePlace([column, rest, left, right, height, flat, walls, tops, amiss], way, shape) {
  const outline = shape.map(([x, y]) => [x + column, y + rest]);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [end, low, high] = [Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const stone = { left: column, middle: (column + end) / 2, right: end, low, high };
  const tomb = { left, right, length: right - left, height, roofs: tops.length };
  return { way, column, stone, ...tomb, marks: { flat, walls, tops }, amiss, outline };
}

/** Return the places of one orientation, or of all. Of two overlapping places, the one with fewer marks is returned.
   @param {Way[]} ways @param {number | null} orientation */
export function listPlaces(ways, orientation) {
  if (orientation !== null) return ways[orientation].places;
  /** @param {Place} place */
  const countMarks = ({ marks }) => marks.flat.length + marks.walls.length;
  const sorted = ways
    .flatMap(way => way.places)
    .sort((a, b) => countMarks(a) - countMarks(b) || countPoints(b) - countPoints(a));
  /** @type {Place[]} */
  const chosen = [];
  for (const place of sorted)
    if (chosen.every(({ stone }) => Math.abs(stone.middle - place.stone.middle) >= 1))
      chosen.push(place);
  return chosen;
}

/** Return the orientation after a turn or flip. It starts with the first orientation that fits.
   @param {Way[]} ways @param {number | null} orientation @param {string} action */
export function turnOrientation(ways, orientation, action) {
  const way = orientation ?? ways.find(way => way.places.length)?.number;
  if (way === undefined) return orientation;
  const next = action === "flipped" ? ways[way].flipped : ways[way].turned;
  return next === way ? orientation : next;
}

const getTombDrawing = () => required("svg#tomb");

/** Return the points of the tomb with a stone at a place, less those that stones set aside cost. @param {Place} place */
export const countPoints = ({ length, height, roofs }) =>
  length * height - roofs - Number($("#said-now [data-penalty]")?.textContent ?? 0);

/** Return the position of an event in the tomb's units. @param {MouseEvent} event */
export function getPointAt({ clientX, clientY }, plan = getTombDrawing()) {
  const { a, e, d, f } = present(plan.getScreenCTM(), "drawing");
  return { x: (clientX - e) / a, y: (f - clientY) / d };
}

/** Return the place nearest to a point, at most one unit away horizontally, and for a tap also vertically.
   @param {{ x: number, y: number }} point @param {Place[]} places @returns {Place | undefined} */
export function findPlaceNear({ x, y }, places, isTap = true) {
  const near = places.filter(
    ({ stone: { left, right, low, high } }) =>
      left - x <= 1 && x - right <= 1 && !(isTap && (low - y > 1 || y - high > 1)),
  );
  return near.sort((a, b) => Math.abs(a.stone.middle - x) - Math.abs(b.stone.middle - x))[0];
}

/* Return whether the drawing is so small that a single tap is not precise. */
export const isDrawingSmall = () => (getTombDrawing().getScreenCTM()?.a ?? 0) < 36;

/** Draw the outline of each place, and a strip that can be tapped. Choosing a place changes only the marks, so the
   finger or the focus stays on its element.
   @param {Place[]} places @param {Place | null | undefined} chosen */
export function showPlaces(places, chosen, plan = getTombDrawing()) {
  plan.classList.toggle("choosing", places.length > 0);
  const strips = required("[id^=strips]", plan);
  const key = places.map(place => `${place.way} ${place.column}`).join();
  if (strips.dataset.told !== key) {
    strips.dataset.told = key;
    const sorted = [...places].sort((one, other) => one.stone.middle - other.stone.middle);
    strips.innerHTML = sorted.map(place => makeStripSvg(place, places, plan)).join("");
  }
  for (const each of $$("rect", strips)) {
    each.ariaPressed = String(places[Number(each.dataset.place)] === chosen);
  }
  const open = places.filter(place => place !== chosen);
  const drawings = [makeOutlineSvg, makePointsSvg].flatMap(draw => open.map(draw));
  required("[id^=places]", plan).innerHTML = drawings.join("");
}

/** Draw the square that was tapped before a die was chosen. @param {{ x: number, y: number }} point */
export function showPendingTarget({ x, y }) {
  const corner = `${Math.floor(x)} ${-Math.floor(y)}`;
  required("#places").innerHTML =
    `<polygon points="0,0 1,0 1,-1 0,-1" transform="translate(${corner})"/>`;
}

/** @param {Place} place @param {Place[]} places @param {SVGElement} plan */
function makeStripSvg(place, places, plan) {
  const { middle, low, high } = place.stone;
  const words = plan.dataset.column.replace("#", `${place.column}`);
  return `<rect x="${middle - 0.5}" y="${-high - 1}" width="1" height="${high - low + 2}" role="button" tabindex="0"
    aria-label="${words}: ${countPoints(place)}" data-place="${places.indexOf(place)}"
    data-lies="${place.way} ${place.column}"/>`;
}

/** @param {number[][]} outline */
const formatPoints = outline => outline.map(([x, y]) => `${x},${-y}`).join(" ");

/** @param {Place} place */
const makeOutlineSvg = place => `<polygon points="${formatPoints(place.outline)}"/>`;

/** @param {Place} place */
function makePointsSvg(place) {
  const { middle, low, high } = place.stone;
  const y = -(low + high) / 2;
  return `<rect x="${middle - 0.42}" y="${y - 0.3}" width=".84" height=".6" rx=".3"/>
    <text x="${middle}" y="${y + 0.17}">${countPoints(place)}</text>`;
}

/** Show the tomb as it would be, or as it is. @param {Place | null | undefined} place */
export function showPreview(place) {
  required(".own").classList.toggle("foreseeing", Boolean(place));
  required("#marks-then").innerHTML = place ? makePreviewSvg(place) : "";
  $("#said-then")?.toggleAttribute("hidden", !place);
  $("#said-then")?.classList.toggle("finished", place?.amiss === "0 0");
  if (!place) return;
  const now = required("#said-now [data-m]:last-child").textContent;
  const sentences = JSON.parse(required("#palette").dataset.lacks);
  const numbers = [place.length, place.height, place.roofs, countPoints(place)];
  for (const [n, element] of $$("#said-then [data-m]").entries())
    element.textContent = `${numbers[n]}`;
  required("#said-then .lacks").textContent = `${now} → ${numbers[3]} · ${sentences[place.amiss]}`;
}

/** @param {Place} place */
function makePreviewSvg({ left, right, length, height, marks, outline }) {
  const edge = Number(getTombDrawing().dataset.left);
  const peak = marks.tops.find(([, y]) => y === height)?.[0];
  const dots = marks.flat.map(([x, y]) => `M${x + 0.08} ${-y - 0.15}h.84`);
  const walls = marks.walls.map(
    ([x, one, other]) => `M${x + (one < other ? -0.15 : 0.15)} ${-one}V${-other}`,
  );
  const less = required(".plan use").getAttribute("href")?.split("#")[0];
  const tops = marks.tops.map(([x, y]) => `<use href="${less}#less" x="${x}" y="${-y}"/>`);
  return `<polygon class="ghost" points="${formatPoints(outline)}"/>
    <path class="dimension" d="M${left} .3v.6m.2-.4l-.2.1.2.1m-.2-.1H${right}m-.2-.1l.2.1-.2.1m.2-.4v.6
      M${edge + 0.3} 0h.4m-.1-.2l-.1.2-.1-.2m.1.2V${-height}m-.1.2l.1-.2.1.2m.1-.2h-.4"/>
    <path class="leader" d="M${edge + 0.8} ${-height}H${peak}"/>
    <text class="middle" x="${(left + right) / 2}" y="1.35">${length}<tspan> ${getTombDrawing().dataset.long}</tspan></text>
    <text x="${edge + 0.85}" y="${-height / 2}">${height}</text>
    <path class="dots" d="${dots.join("")}${walls.join("")}"/>${tops.join("")}`;
}
