/* Ignores taps that cannot be meant: on a control that has just come under the finger, and the rest of a double tap
   once the control there is another. Says whether the same control was tapped again shortly after it entered
   something. Keyboards and screen readers, whose clicks have no place, do not wait. */
import { $$ } from "./dom.js";
import { getForTab, putForTab } from "./storage.js";

const CONTROLS =
  "button, a[href], summary, [data-control], label:has(input:is([type=radio], [type=checkbox]))";
const WATCHED = ["class", "hidden", "open", "name", "value", "href", "commandfor"];
const LAST_TAP = "last-tap";
const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

/** @type {Layout[]} */
let layouts = [{ since: -Infinity, controls: [] }];
let isStale = true; // something changed since the newest layout
/** @type {number | undefined} */
let framedAt; // when the browser drew what changed
let isScrolling = false; // by hand
/** @type {Press | null} */
let landed = null; // the tap whose finger is on the glass
/** @type {Press | null} */
let tapped = null; // the tap that acts now; none of a keyboard
/** @type {Press | null} */
let last = null; // the first of a series of taps at one place, at the time of the newest of them
/** @type {Press | null} */
let entered = null; // the tap that entered something last

export function initTapGuard() {
  on("pointerdown", land);
  on("click", click);
  for (const name of ["pointercancel", "wheel"]) on(name, scrollByHand);
  on("scroll", () => (isScrolling ? forget() : change()));
  for (const name of ["change", "reset"]) on(name, change); // styles show and hide by what is chosen
  addEventListener("resize", change);
  new MutationObserver(change).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: WATCHED,
  });
  look(firstPaint());
  const before = getForTab(LAST_TAP);
  last = before && { ...before, at: before.at - Date.now() + performance.now() };
  addEventListener("pagehide", keepLast);
}

/* What is tapped now has entered something. */
export function recordEntry() {
  entered = tapped;
}

/* Whether what is tapped now has entered something just before, and nothing else was tapped meanwhile. */
export const isRepeatedTap = () => isRepeat(tapped, entered);

/** @param {string} type @param {(event: any) => void} act */
const on = (type, act) =>
  document.addEventListener(type, act, { capture: true, passive: type === "wheel" });

/** @param {PointerEvent} event */
function land(event) {
  const { clientX: x, clientY: y, timeStamp: at } = event; // a busy page hears of it later
  isScrolling = false;
  landed = { deed: deedAt(event.target), x, y, at };
  if (isStale) look();
  const isRest = continuesSeries(landed, last);
  landed.isIgnored = Boolean(landed.deed) && (isRest || hasJustChanged(landed, getRecentLayouts(layouts, at)));
  last = isRest && last ? { ...last, x, y, at } : landed;
  if (entered && entered.deed !== last.deed) entered = null;
  if (landed.isIgnored) ignore(event);
}

/** A click that no finger makes is believed, as that of a screen reader.
   @param {MouseEvent} event */
function click(event) {
  tapped = event.detail ? landed : null;
  landed = null;
  if (tapped?.isIgnored || isOther(deedAt(event.target))) ignore(event);
}

/** What came under the finger while it was down. @param {string} deed */
const isOther = deed => deed && tapped && deed !== tapped.deed;

/** @param {Event} event */
function ignore(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** What a tap there does; empty where nothing is tapped. Beside a dialog the dialog itself is hit.
   @param {Element} target */
function deedAt(target) {
  const control = target.closest(`${CONTROLS}, dialog`);
  return control ? deedOf(control) : "";
}

/** @param {Control} control */
function deedOf(control) {
  if (control.matches("dialog")) return `beside ${control.id}`;
  const { name, value, form } = control.control ?? control;
  const words = name
    ? ""
    : (control.dataset.control ?? control.ariaLabel ?? control.textContent.trim());
  const opens = control.getAttribute("commandfor");
  return [name, value, words, opens, form?.getAttribute("action")].join("|");
}

function change() {
  framedAt = undefined;
  if (isStale) return;
  isStale = true;
  requestAnimationFrame(() => {
    framedAt = performance.now();
    setTimeout(() => isStale && look());
  });
}

/* Where each control is, once it is laid out. Over the rest of the page a dialog takes every tap. */
function look(since = framedAt ?? performance.now()) {
  const dialog = $$("dialog[open]").at(-1);
  const controls = $$(CONTROLS, dialog ?? document).map(control => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return { deed: deedOf(control), left, right, top, bottom };
  });
  if (dialog) controls.push({ deed: deedOf(dialog), ...EVERYWHERE });
  layouts = getRecentLayouts([...layouts, { since, controls }], performance.now());
  isStale = false;
}

/* Impatient taps go on over the load of another page. */
function keepLast() {
  putForTab(LAST_TAP, last && { ...last, at: last.at - performance.now() + Date.now() });
}

/* That was no tap. */
function scrollByHand() {
  isScrolling = true;
  last = null;
}

/* Who scrolls by hand knows that the controls move. */
function forget() {
  layouts = [];
  isStale = true;
}

const firstPaint = () => performance.getEntriesByType("paint")[0]?.startTime ?? performance.now();

/* Which taps cannot be meant. Times are in milliseconds, places in CSS pixels. A deed names what a tap does. */

/** Where a control is, and what a tap there does.
   @typedef {{ deed: string, left: number, right: number, top: number, bottom: number }} Area */
/** @typedef {{ since: number, controls: Area[] }} Layout */
/** @typedef {{ deed: string, x: number, y: number, at: number, isIgnored?: boolean }} Press */

export const NEW_MS = 400; // nobody has read a control that came so shortly before
const SERIES_MS = 800; // impatient taps follow each other as fast as this
const AGAIN_MS = 1500;
const SAME_PLACE_PX = 30;

/** Whether another deed was under the finger a moment ago. A layout says where which deeds were shown, and since when;
   they are in order of time, and the last one is what is shown now.
   @param {Press} given @param {Layout[]} layouts */
export function hasJustChanged({ deed, x, y, at }, layouts) {
  return layouts
    .slice(0, -1)
    .some(
      (layout, n) => layouts[n + 1].since > at - NEW_MS && !isShown(layout.controls, deed, x, y),
    );
}

/** @param {Area[]} controls @param {string} deed @param {number} x @param {number} y */
const isShown = (controls, deed, x, y) =>
  controls.some(
    control =>
      control.deed === deed &&
      x >= control.left &&
      x <= control.right &&
      y >= control.top &&
      y <= control.bottom,
  );

/** The layouts that still matter at that time. @param {Layout[]} layouts @param {number} at */
export const getRecentLayouts = (layouts, at) =>
  layouts.filter((_, n) => !layouts[n + 1] || layouts[n + 1].since > at - NEW_MS);

/** Whether a tap goes on with a series of taps at one place that began with another deed.
   @param {Press} tap @param {Press | null} last */
export const continuesSeries = (tap, last) =>
  last !== null &&
  tap.at - last.at < SERIES_MS &&
  Math.hypot(tap.x - last.x, tap.y - last.y) < SAME_PLACE_PX &&
  tap.deed !== last.deed;

/** Whether a tap repeats the deed of another tap shortly before. One tap may enter two things: a sheet and the end.
   @param {Press | null} tap @param {Press | null} before */
export const isRepeat = (tap, before) =>
  tap !== null &&
  before !== null &&
  tap.deed === before.deed &&
  tap.at > before.at &&
  tap.at - before.at < AGAIN_MS;
