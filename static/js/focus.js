/* Keeps the focus at the table. */
import { $, isVisible } from "./dom.js";

/* If an entry removes the focused control, the prompt gets the focus. */

const CONTROL_SELECTOR = "a, button, input, select, summary, [role=button]";

/** @type {Control | null} */
let lastFocused = null;

export function initFocus() {
  for (const type of ["focusin", "pointerdown"])
    document.addEventListener(type, ({ target }) => {
      lastFocused = target.closest("#table") && target.closest(`${CONTROL_SELECTOR}, [tabindex]`);
    });
}

/* Wait one frame, until the game's script has updated the controls. */
export function restoreFocus() {
  requestAnimationFrame(() => {
    const active = /** @type {Control} */ (document.activeElement ?? document.body);
    if (!lastFocused || (active !== document.body && isFocusable(active))) return;
    const prompt = $("#prompt") ?? $("[data-region=end]");
    const next = isFocusable(lastFocused) ? lastFocused : prompt;
    next?.focus({ preventScroll: true });
  });
}

/** Return whether a control can be used. Its form may be missing or hidden. @param {Control} control */
function isFocusable(control) {
  const isIdle = control.hasAttribute("form") && control.form?.hidden !== false;
  return control.isConnected && !control.disabled && isVisible(control) && !isIdle;
}
