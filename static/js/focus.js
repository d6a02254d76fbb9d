/* An entry takes away what had the focus: it goes on to the words that say what may be done now. */
import { $, isSeen } from "./dom.js";

const HOLDS_IT = "a, button, input, select, summary, [role=button], [tabindex]";
const IS_WRITTEN_IN = "textarea, input:not([type=radio], [type=checkbox])";

/** @type {Control | null} */
let last = null;
let byKeys = false; // whoever taps is shown no ring around what the script gives the focus

export function followFocus() {
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
  for (const type of ["entry:answered", "table:drawn"]) document.addEventListener(type, keepFocus);
}

/* A frame later, when the game has said what may be done. */
function keepFocus() {
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (!last || (now && now !== document.body && canHold(/** @type {Control} */ (now)))) return;
    (canHold(last) ? last : whatIsNext())?.focus({ preventScroll: true, focusVisible: byKeys });
  });
}

export const whatIsNext = () => $("#prompt") ?? $("[data-region=end]");

/** @param {Control} control */
export const canHold = control =>
  control.isConnected && !control.disabled && isSeen(control) && !isIdle(control);

/** A place on the board, while the hand that it belongs to is no form or is put away.
   @param {Control} control */
const isIdle = control => control.hasAttribute("form") && control.form?.hidden !== false;
