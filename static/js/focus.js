/* Moves the focus: away from controls that disappear, and with the arrow keys. */
import { $, $$, isVisible, required } from "./dom.js";

/* If an entry removes the focused control, the prompt gets the focus. */

const FOCUSABLE = "a, button, input, select, summary, [role=button], [tabindex]";
const TEXT_FIELDS = "textarea, input:not([type=radio], [type=checkbox])";

/** @type {Control | null} */
let lastFocused = null;
let byKeys = false; // no focus ring for touch users

export function initFocus() {
  for (const type of ["focusin", "pointerdown"]) {
    document.addEventListener(type, ({ target }) => {
      lastFocused = target.closest("#table") && target.closest(FOCUSABLE);
    });
  }
  document.addEventListener("pointerdown", () => {
    byKeys = false;
  });
  document.addEventListener("keydown", ({ target }) => {
    byKeys = !target.matches(TEXT_FIELDS);
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
const CONTROLS = "a, button, input, select, summary, [role=button]";
const STARTS = `${CONTROLS}, [tabindex="-1"]`;
const USES_ARROWS = "select, textarea, input:not([type=radio], [type=checkbox])";
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
  if (!from.closest("#table") || !from.matches(STARTS) || from.matches(USES_ARROWS)) return null;
  const next = findNearest(from, ...direction);
  return direction[0] === "x" && isSameGroup(from, next) ? null : next;
}

/** Within one group of radio buttons, the browser moves the focus and selects.
   @param {Control} one @param {Control | null} other */
const isSameGroup = (one, other) =>
  one.type === "radio" && other?.type === "radio" && one.name === other.name;

/** @param {HTMLElement} from @param {"x" | "y"} axis @param {number} sign */
function findNearest(from, axis, sign) {
  const origin = boxOf(from);
  const [ahead, across] = axis === "x" ? [spanX, spanY] : [spanY, spanX];
  let best = null;
  let shortest = Infinity;
  for (const control of $$(CONTROLS, from.closest("dialog[open]") ?? required("#table"))) {
    if (control === from || !isFocusable(control)) continue;
    const to = boxOf(control);
    const gap = gapAhead(ahead(origin), ahead(to), sign);
    if (gap === null) continue;
    const distance = Math.max(0, gap) + sidewaysDistance(across(origin), across(to));
    if (distance < shortest) [best, shortest] = [control, distance];
  }
  return best;
}

/** @param {Element} control */
const boxOf = control => (control.closest("label") ?? control).getBoundingClientRect();
/** @param {DOMRect} box */
const spanX = box => [box.left, box.right];
/** @param {DOMRect} box */
const spanY = box => [box.top, box.bottom];
/** @param {number[]} span */
const middleOf = ([low, high]) => (low + high) / 2;

/** Return the gap between the edges, or null if the control is not beyond the middle.
   @param {number[]} from @param {number[]} to @param {number} sign */
function gapAhead(from, to, sign) {
  const [low, high] = to;
  const begins = sign > 0 ? low - middleOf(from) : middleOf(from) - high;
  if (begins < 0) return null;
  return sign > 0 ? low - from[1] : from[0] - high;
}

/** @param {number[]} from @param {number[]} to */
function sidewaysDistance(from, to) {
  const gap = Math.max(0, to[0] - from[1], from[0] - to[1]);
  return gap * SIDEWAYS_WEIGHT + Math.abs(middleOf(from) - middleOf(to)) * OFF_CENTRE_WEIGHT;
}
