/* Sheets over the board close when something in one was sent; the menu closes with all that it unfolded. */
import { $$ } from "./dom.js";

export function closeSheets() {
  document.addEventListener("submit", event => {
    if (event.submitter?.closest("[popover]")) putAwaySheets();
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
