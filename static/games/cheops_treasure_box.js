/* Copies the six tablets of the market, or the one missing number of each: a key fills the active slot and activates
   the next one. After a full tablet, a button leads to the next. Then the six spaces with an eye are chosen. Known
   tablets are shown as pictures to tap. */
import { $, $$, make, onEvent, required, setFieldValue, splitWords, stopEvent } from "../js/dom.js";

const EYE_COUNT = 6;
const LENS_ZOOM = 3;
const PYRAMID_SELECTOR = "[data-copying] .pyramid";

let activeTablet = 0;
let activeSlot = 0;

const getColumns = () => $$("[data-copying] [data-column]");
/** @param {Element} column */
const getField = column => required("input.numbers", column);
/** @param {Element} column */
const getWords = column => splitWords(getField(column).value);
const countSlots = () => Number(required("[data-copying]").dataset.slots ?? 5);
/** @param {Element} column */
const isFull = column => areAllTyped(getWords(column), countSlots());
const countEyes = () => $$("[data-eyes] :checked").length;

/* Name each tablet like the known one with the same numbers, otherwise with its own name. */
function nameTablets() {
  const known = $$("[data-known]");
  /** @type {string[]} */
  const usedNames = [];
  for (const column of getColumns()) {
    const { value, dataset } = getField(column);
    const same = known.filter(item => item.value === value).map(item => item.dataset.known);
    const name = same.find(name => !usedNames.includes(name)) ?? dataset.own;
    usedNames.push(value && name);
    getField(column).name = value && `value.tablets.${name}`;
    const nameField = required("[type=hidden]", column);
    nameField.value = name;
    nameField.disabled = !value;
  }
  for (const field of $$(".pictures input"))
    field.disabled = usedNames.includes(field.name.replace("value.tablets.", ""));
  return usedNames;
}

function drawTablets() {
  const scope = required("[data-copying]");
  const active = getColumns()[activeTablet];
  for (const column of getColumns()) {
    const typed = getWords(column);
    for (const old of $$(".slot", column)) old.remove();
    const isBehind = column === active && activeSlot === typed.length && !mustConfirm();
    for (let n = 0; n < Math.max(countSlots(), typed.length + Number(isBehind)); n++) {
      const isLit = column === active && n === activeSlot;
      const text = typed[n]?.replace(/^\/$/, "_/_").replace(/\/$/, "/_") ?? "";
      const className = `slot${isLit ? " now" : ""}${text ? "" : " open"}`;
      getField(column).before(make("span", text, { className }));
    }
    column.classList.toggle("lit", column === active);
  }
  if ($(".pictures", scope)) drawAbove(active);
  const all = getColumns();
  const next = mustConfirm() ? findNextOpen() : undefined;
  required(".keys", scope).hidden = !active || next !== undefined;
  const onward = required("[data-next-tablet]", scope);
  onward.hidden = next === undefined;
  required("b", onward).textContent = all[next ?? activeTablet]?.dataset.column ?? "";
  const asks = required("[data-asks]", scope);
  required("[data-asks] + span", scope).hidden = !active;
  asks.textContent = active ? describeColumn(active) : asks.dataset.eyes;
  required("output", scope).textContent = active
    ? `${all.flatMap(getWords).length} / ${countSlots() * all.length}`
    : `${countEyes()} / ${EYE_COUNT}`;
}

/** @param {Element} [active] */
function drawAbove(active) {
  const usedNames = nameTablets();
  const prefix = active ? getWords(active).slice(0, activeSlot).join(" ") : "";
  const pictures = $$("[data-known]");
  for (const item of pictures) {
    const matches = `${item.value} `.startsWith(prefix && `${prefix} `);
    item.hidden = usedNames.includes(item.dataset.known) || !matches;
  }
  const shows = Boolean(active && !isFull(active)) && pictures.some(item => !item.hidden);
  required(".pictures").hidden = !shows;
  required(PYRAMID_SELECTOR).hidden = shows;
}

/** "orange: 4 / 5" @param {HTMLElement} column */
const describeColumn = column =>
  `${column.dataset.column}: ${getWords(column).length} / ${countSlots()}`;

/* The last tablet, and one with a single number, is left without a confirmation. */
const mustConfirm = () =>
  activeTablet >= 0 &&
  countSlots() > 1 &&
  activeSlot >= countSlots() &&
  findNextOpen() !== undefined;

/* Return the number of the next tablet that is not full. */
function findNextOpen() {
  const all = getColumns();
  return [...all.keys()]
    .sort((a, b) => Number(a <= activeTablet) - Number(b <= activeTablet))
    .find(n => !isFull(all[n]));
}

function activateNext() {
  const all = getColumns();
  activeTablet = findNextOpen() ?? ($(PYRAMID_SELECTOR) ? -1 : activeTablet);
  activeSlot =
    activeTablet < 0 ? 0 : Math.min(getWords(all[activeTablet]).length, countSlots() - 1);
}

/* The numbers of a price tablet, one for each slot. A pair is typed as a, / and b. */

/** @param {string} [word] */
const isPending = word => word === "/" || Boolean(word?.endsWith("/"));

/** @param {string[]} numbers @param {number} slots */
export const areAllTyped = (numbers, slots) => numbers.length >= slots && !numbers.some(isPending);

/** Return the numbers and the active slot after a key; "" deletes. After the last slot a key changes nothing, so that
   a missing number never shifts those of the next tablet.
   @param {string[]} numbers @param {number} at @param {string} key @param {number} slots */
export function applyKey(numbers, at, key, slots) {
  if (key && at >= slots && areAllTyped(numbers, slots)) return { numbers, at };
  const number = numbers[at] ?? "";
  if (!key) {
    const last = !number && at > 0 ? at - 1 : at;
    return { numbers: numbers.filter((_, n) => n !== last), at: last };
  }
  const joined = number === "/" ? `${key}/` : number + key;
  const next = isPending(number) && key !== "/" ? joined : key;
  const all = [...numbers.slice(0, at), next, ...numbers.slice(at + 1)];
  return { numbers: all, at: isPending(next) ? at : at + 1 };
}

/** @param {string} key */
function typeKey(key) {
  const column = getColumns()[activeTablet];
  const typed = applyKey(getWords(column), activeSlot, key, countSlots());
  activeSlot = typed.at;
  setNumbers(column, typed.numbers.join(" "));
  if (key && activeSlot >= countSlots() && isFull(column) && !mustConfirm()) activateNext();
}

/** @param {Element} column @param {string} text */
const setNumbers = (column, text) => setFieldValue(getField(column), text, "input");

/** @param {MouseEvent} event */
function handleClick({ target }) {
  if (!$("form:has([data-copying])")?.contains(target)) return;
  const key = target.closest("[data-writes]");
  const known = target.closest("[data-known]");
  const column = target.closest("[data-column]");
  if (key) typeKey(key.dataset.writes);
  else if (target.closest("[data-next-tablet]")) activateNext();
  else if (known) {
    setNumbers(getColumns()[activeTablet], known.value ?? "");
    activateNext();
  } else if (column) {
    const slot = $$(".slot", column).findIndex(item => item.contains(target));
    const end = getWords(column).length;
    activeTablet = getColumns().indexOf(column);
    activeSlot = slot < 0 ? end % countSlots() : Math.min(slot, end);
  } else if (target.closest("[data-by-keyboard]"))
    getField(getColumns()[Math.max(activeTablet, 0)]).focus();
  drawTablets();
}

/* --- The pyramid is one target: the nearest space is shown enlarged, and is toggled when the finger lifts. ------- */

/** @param {Element} pyramid @param {MouseEvent} event */
function findNearestSpace(pyramid, { clientX, clientY }) {
  /** @param {Element} space */
  const distance = space => {
    const { left, right, top, bottom } = space.getBoundingClientRect();
    return Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY);
  };
  return $$(".space", pyramid).reduce((best, space) =>
    distance(space) < distance(best) ? space : best,
  );
}

/** @param {HTMLElement} pyramid @param {MouseEvent} event */
function enlargeSpace(pyramid, event) {
  const lens = required(".lens");
  const { left, top, width, height } = pyramid.getBoundingClientRect();
  const space = findNearestSpace(pyramid, event);
  for (const item of $$(".under", pyramid)) item.classList.remove("under");
  space.classList.add("under");
  const box = space.getBoundingClientRect();
  const copy = pyramid.cloneNode(true);
  lens.hidden = false;
  lens.classList.toggle("far", box.left < left + width / 2);
  lens.replaceChildren(copy);
  const x = lens.clientWidth / 2 - LENS_ZOOM * (box.left + box.width / 2 - left);
  const y = lens.clientWidth / 2 - LENS_ZOOM * (box.top + box.height / 2 - top);
  copy.style.cssText = `width: ${width}px; height: ${height}px;
    transform: translate(${x}px, ${y}px) scale(${LENS_ZOOM})`;
}

/** @param {HTMLElement} pyramid @param {MouseEvent} event */
function endTouch(pyramid, event) {
  required(".lens").hidden = true;
  required(".lens").replaceChildren();
  pyramid.onpointermove = null;
  if (event.type !== "pointerup") return;
  const box = required("input", findNearestSpace(pyramid, event));
  if (box.checked || countEyes() < EYE_COUNT) box.click();
}

onEvent("pointerdown", PYRAMID_SELECTOR, (pyramid, event) => {
  pyramid.setPointerCapture(event.pointerId);
  pyramid.onpointermove = moved => enlargeSpace(pyramid, moved);
  pyramid.onpointerup = pyramid.onpointercancel = up => endTouch(pyramid, up);
  enlargeSpace(pyramid, event);
});
/* The click after a touch was handled when the finger lifted. */
onEvent("click", PYRAMID_SELECTOR, (_, event) => event.detail && event.preventDefault(), true);

let lastWarning = "";

/** Show a tablet with a missing number once before the form is sent. @param {SubmitEvent} event */
function warnIfIncomplete(event) {
  const all = $("[data-copying]", event.target) ? getColumns() : [];
  const column = all.find(column => getWords(column).length && !isFull(column));
  if (!column || lastWarning === describeColumn(column)) return;
  stopEvent(event);
  lastWarning = describeColumn(column);
  activeTablet = all.indexOf(column);
  activeSlot = getWords(column).length;
  drawTablets();
  required("[data-asks]").scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", warnIfIncomplete, true);
document.addEventListener("click", handleClick);
onEvent("input", "[data-copying]", drawTablets);

function startCopying() {
  if (!$("[data-copying]")) return;
  activeTablet = getColumns().length - 1;
  activateNext();
  drawTablets();
}
document.addEventListener("draft:restored", startCopying);
startCopying();
