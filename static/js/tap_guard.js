/* Ignores unintended taps: on a control that has just appeared under the finger, and the rest of a double tap if the
   control has changed. Also detects a second tap on a control that has just made an entry. Clicks of keyboards and
   screen readers are never ignored. */
import { $$, stopEvent } from "./dom.js";
import { getForTab, putForTab } from "./storage.js";

const CONTROL_SELECTOR =
  "button, a[href], summary, [data-control], label:has(input:is([type=radio], [type=checkbox]))";
const CHOICE_SELECTOR = "label, button[type=button]"; // enters nothing at once
const CLOSED_SELECTOR = "details:not([open]) > :not(summary)"; // the browser would have to lay it out
const WATCHED_ATTRIBUTES = ["class", "hidden", "open", "name", "value", "href", "commandfor"];
const LAST_TAP_KEY = "last-tap";
const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

/** @type {Layout[]} */
let layouts = [{ since: -Infinity, controls: [] }];
let isStale = true; // the page changed since the newest layout
/** @type {number | undefined} */
let framedAt; // the time at which the browser rendered the change
let isScrolling = false; // by the user
/** @type {Press | null} */
let landed = null; // the tap in progress
/** @type {Press | null} */
let tapped = null; // the tap of the current click; null for a keyboard
/** @type {Press | null} */
let last = null; // the first tap of a series at one place, with the time of the newest one
/** @type {Press | null} */
let entered = null; // the tap that made the last entry

export function initTapGuard() {
  on("pointerdown", handlePointerDown);
  on("click", handleClick);
  for (const name of ["pointercancel", "wheel"]) on(name, handleScrollStart);
  on("scroll", handleScroll);
  for (const name of ["change", "reset", "load"]) on(name, markStale); // styles depend on the selection, or come late
  on("transitionend", remeasure);
  addEventListener("resize", markStale);
  new MutationObserver(markStale).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: WATCHED_ATTRIBUTES,
  });
  recordLayout(performance.getEntriesByType("paint")[0]?.startTime);
  const before = getForTab(LAST_TAP_KEY);
  last = before && { ...before, at: before.at - Date.now() + performance.now() };
  addEventListener("pagehide", () => {
    const at = last && last.at - performance.now() + Date.now();
    const stored = last && { ...last, controls: undefined, at };
    putForTab(LAST_TAP_KEY, stored); // a series of taps may continue on the next page
  });
}

/* Record that the current tap has made an entry. */
export const recordEntry = () => {
  entered = tapped;
};

/* Return whether the current tap repeats the one that made the last entry, with no other tap between. */
export const isRepeatedTap = () => isRepeat(tapped, entered);

/** @param {string} type @param {(event: any) => void} act */
const on = (type, act) =>
  document.addEventListener(type, act, { capture: true, passive: type === "wheel" });

/** @param {PointerEvent} event */
function handlePointerDown(event) {
  const { clientX: x, clientY: y, timeStamp: at } = event; // a busy page gets the event late
  isScrolling = false;
  if (isStale) recordLayout();
  const control = controlAt(event.target);
  landed = {
    action: control ? actionOf(control) : "",
    x,
    y,
    at,
    isChoice: Boolean(control?.matches(CHOICE_SELECTOR)),
    controls: layouts.at(-1)?.controls,
  };
  const isRest = continuesSeries(landed, last);
  landed.isIgnored = Boolean(landed.action) && (isRest || hasJustChanged(landed, layouts));
  last = isRest && last ? { ...last, x, y, at } : landed;
  if (entered && entered.action !== last.action) entered = null;
  if (landed.isIgnored) stopEvent(event);
}

/** Handle a click. One without a pointer, as from a screen reader, is always accepted. One that a script makes when the
   finger lifts is part of the tap. Another control may be under the finger than when it touched the screen.
   @param {MouseEvent} event */
function handleClick(event) {
  const isByScript = !event.isTrusted && !event.detail;
  if (isByScript) {
    tapped = landed ?? tapped;
    return;
  }
  tapped = event.detail ? landed : null;
  landed = null;
  const control = controlAt(event.target);
  const isOther = control && tapped && actionOf(control) !== tapped.action;
  if (tapped?.isIgnored || isOther) stopEvent(event);
}

/** On a backdrop, the target is the dialog. @param {Element} target @returns {Control | null} */
const controlAt = target => target.closest(`${CONTROL_SELECTOR}, dialog`);

/** @param {Control} control */
function actionOf(control) {
  if (control.matches("dialog")) return `beside ${control.id}`;
  const { name, value, form } = control.control ?? control;
  const words = name
    ? ""
    : control.dataset.control ||
      control.dataset.add ||
      control.ariaLabel ||
      control.textContent.trim();
  const opens = control.getAttribute("commandfor");
  return [name, value, words, opens, form?.getAttribute("action")].join("|");
}

function markStale() {
  framedAt = undefined;
  if (isStale) return;
  isStale = true;
  requestAnimationFrame(() => {
    framedAt = performance.now();
    setTimeout(() => isStale && recordLayout());
  });
}

/* Record the position of each control. An open dialog covers the rest of the page. */
function recordLayout(since = framedAt ?? performance.now()) {
  const dialog = $$("dialog[open]").at(-1);
  const shown = `:is(${CONTROL_SELECTOR}):not(${CLOSED_SELECTOR}, ${CLOSED_SELECTOR} *)`;
  const controls = $$(shown, dialog ?? document).map(control => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return { action: actionOf(control), left, right, top, bottom };
  });
  if (dialog) controls.push({ action: actionOf(dialog), ...EVERYWHERE });
  layouts = getRecentLayouts([...layouts, { since, controls }], performance.now());
  isStale = false;
}

/* A drawer slid in: its controls appeared when it opened, but are elsewhere now. */
function remeasure() {
  const { since } = layouts.at(-1) ?? {};
  if (isStale || since === undefined) return;
  layouts.pop();
  recordLayout(since);
}

/* The user scrolls: the current tap is none. */
function handleScrollStart() {
  isScrolling = true;
  landed = null;
  last = null;
}

/* A user who scrolls expects the controls to move. */
function handleScroll() {
  if (!isScrolling) return markStale();
  layouts = [];
  isStale = true;
}

/* The rules for unintended taps. Times are in milliseconds, positions in CSS pixels. An action names what a tap does. */

/** The position of a control and its action.
   @typedef {{ action: string, left: number, right: number, top: number, bottom: number }} Area */
/** @typedef {{ since: number, controls: Area[] }} Layout */
/** @typedef {{ action: string, x: number, y: number, at: number, isIgnored?: boolean, isChoice?: boolean,
   controls?: Area[] }} Press */

export const NEW_MS = 400; // a control that appeared more recently cannot have been read
const SERIES_MS = 800; // the longest pause between impatient taps
const REPEAT_MS = 1500;
const SAME_PLACE_PX = 30;
const SAME_POINT_PX = 15; // less than between neighbouring choices, which people tap on purpose

/** Return whether another action was under the finger a moment ago. Layouts are in order of time; `since` is when one
   appeared, and the last one is current.
   @param {Press} press @param {Layout[]} layouts */
export function hasJustChanged({ action, x, y, at }, layouts) {
  const before = getRecentLayouts(layouts, at).slice(0, -1);
  return before.some(({ controls }) => !hasControlAt(controls, { action, x, y, at }));
}

/** Return whether one of these controls had the same action at the same point.
   @param {Area[]} controls @param {Press} press */
const hasControlAt = (controls, { action, x, y }) =>
  controls.some(
    ({ action: other, left, right, top, bottom }) =>
      other === action && x >= left && x <= right && y >= top && y <= bottom,
  );

/** Return the layouts that are still relevant at a time. @param {Layout[]} layouts @param {number} at */
export const getRecentLayouts = (layouts, at) =>
  layouts.filter((_, n) => !layouts[n + 1] || layouts[n + 1].since > at - NEW_MS);

/** Return whether a tap continues a series of taps at one place that started with another action. A neighbouring
   choice that was already there at the first tap is another place.
   @param {Press} tap @param {Press | null} last */
export function continuesSeries(tap, last) {
  if (!last || tap.at - last.at >= SERIES_MS || tap.action === last.action) return false;
  const isNeighbour = tap.isChoice && hasControlAt(last.controls ?? [], tap);
  const reach = isNeighbour ? SAME_POINT_PX : SAME_PLACE_PX;
  return Math.hypot(tap.x - last.x, tap.y - last.y) < reach;
}

/** Return whether a tap repeats the action of a recent tap. One tap may make two entries: a sheet and the end.
   @param {Press | null} tap @param {Press | null} before */
export const isRepeat = (tap, before) =>
  tap !== null &&
  before !== null &&
  tap.action === before.action &&
  tap.at > before.at &&
  tap.at - before.at < REPEAT_MS;
