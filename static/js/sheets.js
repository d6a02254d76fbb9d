/* A sheet over the board closes when something in it was sent; the menu closes with all that it unfolded. */
import { $$ } from "./dom.js";

export function closeSheets() {
  document.addEventListener("submit", event => {
    event.submitter?.closest("[popover]")?.hidePopover();
  });
  document.addEventListener("toggle", foldMenu, true);
}

/* What is new on the glass is seen at once, whatever lay over it. */
export function putAwaySheets() {
  for (const sheet of $$(":popover-open")) sheet.hidePopover();
}

function foldMenu({ target, newState }) {
  if (target.id !== "menu" || newState !== "closed") return;
  for (const fold of $$("details", target)) fold.open = false;
}
