/* Where the focus goes: on from what an entry takes away, and by arrow keys. */
import { $, $$, isVisible, required } from "./dom.js";

/* An entry takes away what had the focus: it goes on to the words that say what may be done now. */

const HOLDS_IT = "a, button, input, select, summary, [role=button], [tabindex]";
const IS_WRITTEN_IN = "textarea, input:not([type=radio], [type=checkbox])";

/** @type {Control | null} */
let last = null;
let byKeys = false; // whoever taps is shown no ring around what the script gives the focus

export function initFocus() {
  for (const type of ["focusin", "pointerdown"]) {
    document.addEventListener(type, ({ target }) => {
      last = target.closest("#table") && target.closest(HOLDS_IT);
    });
  }
  document.addEventListener("pointerdown", () => {
    byKeys = false;
  });
  document.addEventListener("keydown", ({ target }) => {
    byKeys = !target.matches(IS_WRITTEN_IN);
  });
}

/* A frame later, when the game has said what may be done. */
export function restoreFocus() {
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (!last || (now && now !== document.body && canHold(/** @type {Control} */ (now)))) return;
    (canHold(last) ? last : whatIsNext())?.focus({ preventScroll: true, focusVisible: byKeys });
  });
}

const whatIsNext = () => $("#prompt") ?? $("[data-region=end]");

/** @param {Control} control */
const canHold = control =>
  control.isConnected && !control.disabled && isVisible(control) && !isIdle(control);

/** A place on the board, while the hand that it belongs to is no form or is put away.
   @param {Control} control */
const isIdle = control => control.hasAttribute("form") && control.form?.hidden !== false;

/* Arrows lead from one control of the table to what lies nearest that way; Tab still goes through them all. */

/** @type {Record<string, ["x" | "y", number]>} */
const WAYS = {
  ArrowLeft: ["x", -1],
  ArrowRight: ["x", 1],
  ArrowUp: ["y", -1],
  ArrowDown: ["y", 1],
};
const CONTROLS = "a, button, input, select, summary, [role=button]";
const STARTS = `${CONTROLS}, [tabindex="-1"]`;
const HAS_ITS_OWN = "select, textarea, input:not([type=radio], [type=checkbox])";
const ASIDE = 3; // how much farther a step to the side counts than one straight on
const OFF_MIDDLE = 0.1;

export function initArrowKeys() {
  document.addEventListener("keydown", event => {
    const way = WAYS[event.key];
    if (!way || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = onward(event.target, way);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/** From nowhere to the words that say what may be done; from a control to its neighbour.
   @param {HTMLElement} from @param {["x" | "y", number]} way */
function onward(from, way) {
  if (from === document.body) return whatIsNext();
  if (!from.closest("#table") || !from.matches(STARTS) || from.matches(HAS_ITS_OWN)) return null;
  const next = nearest(from, ...way);
  return way[0] === "x" && isOneChoice(from, next) ? null : next;
}

/** Between the choices of one row the browser goes by itself, and chooses.
   @param {Control} one @param {Control | null} other */
const isOneChoice = (one, other) =>
  one.type === "radio" && other?.type === "radio" && one.name === other.name;

/** @param {HTMLElement} from @param {"x" | "y"} axis @param {number} sign */
function nearest(from, axis, sign) {
  const here = boxOf(from);
  const [ahead, across] = axis === "x" ? [spanX, spanY] : [spanY, spanX];
  let best = null;
  let least = Infinity;
  for (const control of $$(CONTROLS, from.closest("dialog[open]") ?? required("#table"))) {
    if (control === from || !canHold(control)) continue;
    const there = boxOf(control);
    const on = gapAhead(ahead(here), ahead(there), sign);
    if (on === null) continue;
    const far = Math.max(0, on) + aside(across(here), across(there));
    if (far < least) [best, least] = [control, far];
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

/** From edge to edge; none to what does not begin beyond the middle.
   @param {number[]} here @param {number[]} there @param {number} sign */
function gapAhead(here, there, sign) {
  const [low, high] = there;
  const begins = sign > 0 ? low - middleOf(here) : middleOf(here) - high;
  if (begins < 0) return null;
  return sign > 0 ? low - here[1] : here[0] - high;
}

/** @param {number[]} here @param {number[]} there */
function aside(here, there) {
  const gap = Math.max(0, there[0] - here[1], here[0] - there[1]);
  return gap * ASIDE + Math.abs(middleOf(here) - middleOf(there)) * OFF_MIDDLE;
}
