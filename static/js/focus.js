/* Moves the focus: away from controls that disappear, and with the arrow keys. */
import { $, $$, isVisible, required } from "./dom.js";

/* If an entry removes the focused control, the prompt gets the focus. */

const CONTROL_SELECTOR = "a, button, input, select, summary, [role=button]";
const TEXT_FIELD_SELECTOR = "textarea, input:not([type=radio], [type=checkbox])";

/** @type {Control | null} */
let lastFocused = null;
let byKeys = false; // no focus ring for touch users

export function initFocus() {
  for (const type of ["focusin", "pointerdown"]) {
    document.addEventListener(type, ({ target }) => {
      lastFocused = target.closest("#table") && target.closest(`${CONTROL_SELECTOR}, [tabindex]`);
      if (type === "pointerdown") byKeys = false;
    });
  }
  document.addEventListener("keydown", event => {
    byKeys = !event.target.matches(TEXT_FIELD_SELECTOR);
    moveByArrow(event);
  });
}

/* Wait one frame, until the game's script has updated the controls. */
export function restoreFocus() {
  requestAnimationFrame(() => {
    const active = /** @type {Control} */ (document.activeElement ?? document.body);
    if (!lastFocused || (active !== document.body && isFocusable(active))) return;
    const next = isFocusable(lastFocused) ? lastFocused : findPrompt();
    next?.focus({ preventScroll: true, focusVisible: byKeys });
  });
}

const findPrompt = () => $("#prompt") ?? $("[data-region=end]");

/** Return whether a control can be used. Its form may be missing or hidden. @param {Control} control */
function isFocusable(control) {
  const isIdle = control.hasAttribute("form") && control.form?.hidden !== false;
  return control.isConnected && !control.disabled && isVisible(control) && !isIdle;
}

/* The arrow keys move the focus to the nearest control in that direction. Tab reaches all controls in order. */

/** @typedef {"left" | "right" | "top" | "bottom"} Side */

/** The edges of a box that are behind, ahead and beside it in each direction. @type {Record<string, Side[]>} */
const DIRECTIONS = {
  ArrowLeft: ["right", "left", "top", "bottom"],
  ArrowRight: ["left", "right", "top", "bottom"],
  ArrowUp: ["bottom", "top", "left", "right"],
  ArrowDown: ["top", "bottom", "left", "right"],
};
const SIDEWAYS_WEIGHT = 3; // weight of the sideways distance
const OFF_CENTRE_WEIGHT = 0.1;

/** @param {KeyboardEvent} event */
function moveByArrow(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const direction = DIRECTIONS[event.key];
  const next = direction && findNext(event.target, direction);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Return the next control in a direction; from the body, the prompt. @param {Control} from @param {Side[]} sides */
function findNext(from, sides) {
  if (from === document.body) return findPrompt();
  const isStart = from.closest("#table") && from.matches(`${CONTROL_SELECTOR}, [tabindex="-1"]`);
  if (!isStart || from.matches(`select, ${TEXT_FIELD_SELECTOR}`)) return null;
  const next = findNearest(from, sides);
  const isSameGroup = from.type === "radio" && next?.type === "radio" && from.name === next.name;
  return isSameGroup && sides.indexOf("left") < 2 ? null : next; // the browser moves the focus and selects
}

/** @param {HTMLElement} from @param {Side[]} sides */
function findNearest(from, sides) {
  const origin = measure(from, sides);
  let best = null;
  let shortest = Infinity;
  for (const control of $$(CONTROL_SELECTOR, from.closest("dialog[open]") ?? required("#table"))) {
    if (control === from || !isFocusable(control)) continue;
    const distance = measureDistance(origin, measure(control, sides));
    if (distance < shortest) [best, shortest] = [control, distance];
  }
  return best;
}

/** Return the edges of a control. Larger numbers are further in the direction of the arrow key.
   @param {Element} control @param {Side[]} sides */
function measure(control, [behind, ahead, low, high]) {
  const box = (control.closest("label") ?? control).getBoundingClientRect();
  const sign = ["left", "top"].includes(ahead) ? -1 : 1;
  return [sign * box[behind], sign * box[ahead], box[low], box[high]];
}

/** Return the distance of two controls; infinity if the other one is not beyond the middle of the first.
   @param {number[]} from @param {number[]} to */
function measureDistance([behind, ahead, low, high], [nextBehind, _, nextLow, nextHigh]) {
  if (nextBehind < (behind + ahead) / 2) return Infinity;
  const sideways = Math.max(0, nextLow - high, low - nextHigh);
  const offCentre = Math.abs(low + high - nextLow - nextHigh) / 2;
  const gap = Math.max(0, nextBehind - ahead);
  return gap + sideways * SIDEWAYS_WEIGHT + offCentre * OFF_CENTRE_WEIGHT;
}
