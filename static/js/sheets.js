import { $$ } from "./dom.js";

/* A sheet over the board closes when something in it was sent. */
export function closeSheets() {
  document.addEventListener("submit", event => {
    event.submitter?.closest("[popover]")?.hidePopover();
  });
}

/* What is new on the glass is seen at once, whatever lay over it. */
export function putAwaySheets() {
  for (const sheet of $$(":popover-open")) sheet.hidePopover();
}
