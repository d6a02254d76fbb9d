/* Moves the focus: away from controls that disappear, and with the arrow keys. */
import { $, $$, isVisible, required } from "./dom.js";

/* If an entry removes the focused control, the prompt gets the focus. */

const FOCUSABLE_SELECTOR = "a, button, input, select, summary, [role=button], [tabindex]";
const TEXT_FIELD_SELECTOR = "textarea, input:not([type=radio], [type=checkbox])";

/** @type {Control | null} */
let lastFocused = null;
let byKeys = false; // no focus ring for touch users

export function initFocus() {
  for (const type of ["focusin", "pointerdown"]) {
    document.addEventListener(type, ({ target }) => {
      lastFocused = target.closest("#table") && target.closest(FOCUSABLE_SELECTOR);
    });
  }
  document.addEventListener("pointerdown", () => {
    byKeys = false;
  });
  document.addEventListener("keydown", ({ target }) => {
    byKeys = !target.matches(TEXT_FIELD_SELECTOR);
  });
}

/* Wait one frame, until the game's script has updated the controls. */
export function restoreFocus() {
  requestAnimationFrame(() => {
    const active = document.activeElement;
    if (
      !lastFocused ||
      (active && active !== document.body && isFocusable(/** @type {Control} */ (active)))
    )
      return;
    (isFocusable(lastFocused) ? lastFocused : findPrompt())?.focus({
      preventScroll: true,
      focusVisible: byKeys,
    });
  });
}

const findPrompt = () => $("#prompt") ?? $("[data-region=end]");

/** @param {Control} control */
const isFocusable = control =>
  control.isConnected && !control.disabled && isVisible(control) && !isIdle(control);

/** Return whether the control belongs to a form that is missing or hidden. @param {Control} control */
const isIdle = control => control.hasAttribute("form") && control.form?.hidden !== false;

/* The arrow keys move the focus to the nearest control in that direction. Tab reaches all controls in order. */

/** @type {Record<string, ["x" | "y", number]>} */
const DIRECTIONS = {
  ArrowLeft: ["x", -1],
  ArrowRight: ["x", 1],
  ArrowUp: ["y", -1],
  ArrowDown: ["y", 1],
};
const CONTROL_SELECTOR = "a, button, input, select, summary, [role=button]";
const START_SELECTOR = `${CONTROL_SELECTOR}, [tabindex="-1"]`;
const USES_ARROWS_SELECTOR = "select, textarea, input:not([type=radio], [type=checkbox])";
const SIDEWAYS_WEIGHT = 3; // weight of the sideways distance
const OFF_CENTRE_WEIGHT = 0.1;

export function initArrowKeys() {
  document.addEventListener("keydown", event => {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const next = findNext(event.target, direction);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/** Return the next control in a direction; from the body, the prompt.
   @param {HTMLElement} from @param {["x" | "y", number]} direction */
function findNext(from, direction) {
  if (from === document.body) return findPrompt();
  if (
    !from.closest("#table") ||
    !from.matches(START_SELECTOR) ||
    from.matches(USES_ARROWS_SELECTOR)
  )
    return null;
  const next = findNearest(from, ...direction);
  return direction[0] === "x" && isSameGroup(from, next) ? null : next;
}

/** Within one group of radio buttons, the browser moves the focus and selects.
   @param {Control} one @param {Control | null} other */
const isSameGroup = (one, other) =>
  one.type === "radio" && other?.type === "radio" && one.name === other.name;

/** @param {HTMLElement} from @param {"x" | "y"} axis @param {number} sign */
function findNearest(from, axis, sign) {
  const origin = getBox(from);
  const [ahead, across] = axis === "x" ? [getSpanX, getSpanY] : [getSpanY, getSpanX];
  let best = null;
  let shortest = Infinity;
  for (const control of $$(CONTROL_SELECTOR, from.closest("dialog[open]") ?? required("#table"))) {
    if (control === from || !isFocusable(control)) continue;
    const to = getBox(control);
    const gap = measureGapAhead(ahead(origin), ahead(to), sign);
    if (gap === null) continue;
    const distance = Math.max(0, gap) + measureSidewaysGap(across(origin), across(to));
    if (distance < shortest) [best, shortest] = [control, distance];
  }
  return best;
}

/** @param {Element} control */
const getBox = control => (control.closest("label") ?? control).getBoundingClientRect();
/** @param {DOMRect} box */
const getSpanX = box => [box.left, box.right];
/** @param {DOMRect} box */
const getSpanY = box => [box.top, box.bottom];
/** @param {number[]} span */
const getMiddle = ([low, high]) => (low + high) / 2;

/** Return the gap between the edges, or null if the control is not beyond the middle.
   @param {number[]} from @param {number[]} to @param {number} sign */
function measureGapAhead(from, to, sign) {
  const [low, high] = to;
  const begins = sign > 0 ? low - getMiddle(from) : getMiddle(from) - high;
  if (begins < 0) return null;
  return sign > 0 ? low - from[1] : from[0] - high;
}

/** @param {number[]} from @param {number[]} to */
function measureSidewaysGap(from, to) {
  const gap = Math.max(0, to[0] - from[1], from[0] - to[1]);
  return gap * SIDEWAYS_WEIGHT + Math.abs(getMiddle(from) - getMiddle(to)) * OFF_CENTRE_WEIGHT;
}
