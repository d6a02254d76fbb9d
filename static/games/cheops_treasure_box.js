/* Copying the six tablets on the market, or the one number of each that is still free: a key fills the lit slot and
   the light moves on; from a full tablet to the next it goes when that is asked for; then the six spaces with an eye.
   A tablet that is known is a picture to tap. */
import { $, $$, enclosing, make, required } from "../js/dom.js";
import { setFieldValue, splitWords } from "../js/form_values.js";

const EYES = 6;
const LENS = 3;

let lit = 0; /* the tablet, and its slot */
let at = 0;

/** @param {Element} scope */
const columns = scope => $$("[data-column]", scope);
/** @param {Element} column */
const field = column => required("input.numbers", column);
/** @param {Element} column */
const words = column => splitWords(field(column).value);
/** @param {HTMLElement} scope */
const slots = scope => Number(scope.dataset.slots ?? 5);
/** @param {Element} column */
const slotsOf = column => slots(enclosing("[data-copying]", column));
/** @param {Element} column */
const isFull = column => areAllTyped(words(column), slotsOf(column));
/** @param {Element} scope */
const eyes = scope => $$("[data-eyes] :checked", scope).length;

/** A tablet's name is that of the known one with its numbers, else its own. @param {Element} scope */
function nameAll(scope) {
  const known = $$("[data-known]", scope);
  /** @type {string[]} */
  const used = [];
  for (const column of columns(scope)) {
    const { value, dataset } = field(column);
    const same = known.find(one => one.value === value && !used.includes(one.dataset.known));
    const name = same?.dataset.known ?? dataset.own;
    used.push(value && name);
    field(column).name = value && `value.tablets.${name}`;
    const drawn = required("[type=hidden]", column);
    drawn.value = name;
    drawn.disabled = !value;
  }
  for (const one of known) {
    const input = one.previousElementSibling;
    if (input instanceof HTMLInputElement) input.disabled = used.includes(one.dataset.known);
  }
  return used;
}

/** @param {HTMLElement} scope */
function draw(scope) {
  const here = columns(scope)[lit];
  for (const column of columns(scope)) {
    const told = words(column);
    for (const old of $$(".slot", column)) old.remove();
    const isBehind = column === here && at === told.length && !waits(scope);
    for (let n = 0; n < Math.max(slots(scope), told.length + Number(isBehind)); n++) {
      const isLit = column === here && n === at;
      const text = told[n]?.replace(/^\/$/, "_/_").replace(/\/$/, "/_") ?? "";
      const className = `slot${isLit ? " now" : ""}${text ? "" : " open"}`;
      field(column).before(make("span", text, { className }));
    }
    column.classList.toggle("lit", column === here);
  }
  if ($(".pictures", scope)) drawAbove(scope, here);
  const next = waits(scope) ? nextOpen(scope) : undefined;
  required(".keys", scope).hidden = !here || next !== undefined;
  const onward = required("[data-next-tablet]", scope);
  onward.hidden = next === undefined;
  required("b", onward).textContent = columns(scope)[next ?? lit]?.dataset.column ?? "";
  const asks = required("[data-asks]", scope);
  required("[data-asks] + span", scope).hidden = !here;
  asks.textContent = here ? toldOf(here) : asks.dataset.eyes;
  required("output", scope).textContent = here
    ? `${columns(scope).flatMap(words).length} / ${slots(scope) * columns(scope).length}`
    : `${eyes(scope)} / ${EYES}`;
}

/** Above the market are the known tablets that begin like the lit one, or the pyramid.
   @param {HTMLElement} scope @param {Element} [here] */
function drawAbove(scope, here) {
  const used = nameAll(scope);
  const begun = here ? words(here).slice(0, at).join(" ") : "";
  const pictures = $$("[data-known]", scope);
  for (const one of pictures)
    one.hidden =
      used.includes(one.dataset.known) || !`${one.value} `.startsWith(begun && `${begun} `);
  const shows = Boolean(here && !isFull(here)) && pictures.some(one => !one.hidden);
  required(".pictures", scope).hidden = !shows;
  required(".pyramid", scope).hidden = shows;
}

/** "orange: 4 / 5" @param {HTMLElement} column */
const toldOf = column => `${column.dataset.column}: ${words(column).length} / ${slotsOf(column)}`;

/** A full tablet is left when that is asked for; the last one, and one of a single number, by itself.
   @param {HTMLElement} scope */
const waits = scope =>
  lit >= 0 && slots(scope) > 1 && at >= slots(scope) && nextOpen(scope) !== undefined;

/** The tablet after the lit one that is not full. @param {HTMLElement} scope */
function nextOpen(scope) {
  const all = columns(scope);
  return [...all.keys()]
    .sort((a, b) => Number(a <= lit) - Number(b <= lit))
    .find(n => !isFull(all[n]));
}

/** The light goes to the next tablet that is not full, in the end to the pyramid, where there is one.
   @param {HTMLElement} scope */
function moveOn(scope) {
  const all = columns(scope);
  lit = nextOpen(scope) ?? ($(".pyramid", scope) ? -1 : lit);
  at = lit < 0 ? 0 : Math.min(words(all[lit]).length, slots(scope) - 1);
}

/* The numbers of a price tablet as they are typed, one a slot. A pair is typed as a, / and b. */

/** @param {string} [word] */
const isPending = word => word === "/" || Boolean(word?.endsWith("/"));

/** @param {string[]} numbers @param {number} slots */
export const areAllTyped = (numbers, slots) => numbers.length >= slots && !numbers.some(isPending);

/** The numbers and the lit slot after a key; "" takes back. Behind the last slot a key changes nothing, so that a number
   which was left out never moves the numbers of the next tablet.
   @param {string[]} numbers @param {number} at @param {string} key @param {number} slots */
export function applyKey(numbers, at, key, slots) {
  if (key && at >= slots && areAllTyped(numbers, slots)) return { numbers, at };
  const all = [...numbers];
  const number = all[at] ?? "";
  if (!key) {
    const last = !number && at > 0 ? at - 1 : at;
    all.splice(last, 1);
    return { numbers: all, at: last };
  }
  const joined = number === "/" ? `${key}/` : number + key;
  all[at] = isPending(number) && key !== "/" ? joined : key;
  return { numbers: all, at: isPending(all[at]) ? at : at + 1 };
}

/** @param {HTMLElement} scope @param {string} key */
function write(scope, key) {
  const column = columns(scope)[lit];
  const typed = applyKey(words(column), at, key, slots(scope));
  at = typed.at;
  tell(column, typed.numbers.join(" "));
  if (key && at >= slots(scope) && isFull(column) && !waits(scope)) moveOn(scope);
}

/** @param {Element} column @param {string} text */
const tell = (column, text) => setFieldValue(field(column), text, "input");

/** @param {MouseEvent} event */
function tap({ target }) {
  const scope = $("[data-copying]");
  if (!scope?.closest("form")?.contains(target)) return;
  const key = target.closest("[data-writes]");
  const known = target.closest("[data-known]");
  const column = target.closest("[data-column]");
  if (key) write(scope, key.dataset.writes);
  else if (target.closest("[data-next-tablet]")) moveOn(scope);
  else if (known) {
    tell(columns(scope)[lit], known.value ?? "");
    moveOn(scope);
  } else if (column) {
    const slot = $$(".slot", column).findIndex(one => one.contains(target));
    const end = words(column).length;
    lit = columns(scope).indexOf(column);
    at = slot < 0 ? end % slots(scope) : Math.min(slot, end);
  } else if (target.closest("[data-by-keyboard]")) field(columns(scope)[Math.max(lit, 0)]).focus();
  draw(scope);
}

/* --- The pyramid is one target: the nearest space, enlarged above the finger, is set when it lifts. ------------- */

/** @param {Element} pyramid @param {MouseEvent} event */
function nearest(pyramid, { clientX, clientY }) {
  /** @param {Element} space */
  const far = space => {
    const { left, right, top, bottom } = space.getBoundingClientRect();
    return Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY);
  };
  return $$(".space", pyramid).reduce((best, space) => (far(space) < far(best) ? space : best));
}

/** @param {HTMLElement} pyramid @param {MouseEvent} event */
function enlarge(pyramid, event) {
  const lens = required(".lens");
  const { left, top, width, height } = pyramid.getBoundingClientRect();
  const space = nearest(pyramid, event);
  for (const one of $$(".under", pyramid)) one.classList.remove("under");
  space.classList.add("under");
  const box = space.getBoundingClientRect();
  const copy = pyramid.cloneNode(true);
  lens.hidden = false;
  lens.classList.toggle("far", box.left < left + width / 2);
  lens.replaceChildren(copy);
  /** @param {number} start @param {number} size @param {number} from */
  const shift = (start, size, from) => lens.clientWidth / 2 - LENS * (start + size / 2 - from);
  const [x, y] = [shift(box.left, box.width, left), shift(box.top, box.height, top)];
  Object.assign(copy.style, {
    width: `${width}px`,
    height: `${height}px`,
    transform: `translate(${x}px, ${y}px) scale(${LENS})`,
  });
}

/** @param {HTMLElement} pyramid @param {MouseEvent} event */
function lift(pyramid, event) {
  required(".lens").hidden = true;
  required(".lens").replaceChildren();
  pyramid.onpointermove = null;
  if (event.type !== "pointerup") return;
  const box = required("input", nearest(pyramid, event));
  if (box.checked || eyes(enclosing("[data-copying]", pyramid)) < EYES) box.click();
}

/** @param {UIEvent} event */
const pyramidOf = event => event.target.closest?.("[data-copying] .pyramid");

document.addEventListener("pointerdown", event => {
  const pyramid = pyramidOf(event);
  if (!pyramid) return;
  pyramid.setPointerCapture(event.pointerId);
  pyramid.onpointermove = moved => enlarge(pyramid, moved);
  pyramid.onpointerup = pyramid.onpointercancel = up => lift(pyramid, up);
  enlarge(pyramid, event);
});

/** What the finger does was done when it lifted; a key's click has no place.
   @param {MouseEvent} event */
function once(event) {
  if (pyramidOf(event) && event.detail) event.preventDefault();
}

let shownShort = "";

/** A tablet with a number missing is shown once before it is kept. @param {Event & { target: any }} event */
function showShort(event) {
  const scope = $("[data-copying]", event.target);
  if (!(scope instanceof HTMLElement)) return;
  const all = columns(scope);
  const short = all.findIndex(column => words(column).length && !isFull(column));
  if (short < 0 || shownShort === toldOf(all[short])) return;
  event.preventDefault();
  event.stopPropagation();
  [lit, at, shownShort] = [short, words(all[short]).length, toldOf(all[short])];
  draw(scope);
  required("[data-asks]", scope).scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", showShort, true);
document.addEventListener("click", once, true);
document.addEventListener("click", tap);
document.addEventListener(
  "input",
  ({ target }) => target.closest("[data-copying]") && draw(required("[data-copying]")),
);

function begin() {
  const scope = $("[data-copying]");
  if (!scope) return;
  lit = columns(scope).length - 1;
  moveOn(scope);
  draw(scope);
}
document.addEventListener("draft:restored", begin);
begin();
