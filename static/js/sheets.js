/* A sheet over the board closes when something in it was sent. */
export function closeSheets() {
  document.addEventListener("submit", event => {
    event.submitter?.closest("[popover]")?.hidePopover();
  });
}
