/* An entry takes away what had the focus: it goes on to the words that say what may be done now. */
import { $ } from "./dom.js";

const HOLDS_IT = "a, button, input, select, summary, [role=button], [tabindex]";

let last = null;

export function followFocus() {
  for (const type of ["focusin", "pointerdown"]) {
    document.addEventListener(type, ({ target }) => {
      last = target.closest("#table") && target.closest(HOLDS_IT);
    });
  }
}

/* A frame later, when the game has said what may be done. */
export function keepFocus() {
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (!last || (now !== document.body && canHold(now))) return;
    (canHold(last) ? last : whatIsNext())?.focus({ preventScroll: true });
  });
}

export const whatIsNext = () => $("#prompt") ?? $("[data-region=end]");

export const canHold = control =>
  control.isConnected && !control.disabled && control.checkVisibility({ visibilityProperty: true });
