/* Sheets over the board, one at a time. Each is a modal dialog, so that nothing beneath takes a tap; a touch
   beside it closes it, and nothing else comes of it. What opens and closes one says so (command, commandfor):
   newer browsers would do that by themselves, and do where there are no scripts. */
import { $$, required } from "./dom.js";
import { dispatch } from "./page.js";

const OPEN = "dialog.bottom-sheet[open]";

export function initBottomSheets() {
  document.addEventListener("click", event => {
    const button = event.target.closest("[commandfor]");
    if (!button) return;
    event.preventDefault();
    if (button.getAttribute("command") === "close") closeSheets();
    else openSheet(required(`dialog[id="${button.getAttribute("commandfor")}"]`));
  });
  // before the form is sent, which may ask something in a sheet of its own; one that asks closes by itself
  /** @param {SubmitEvent} event */
  const putAway = ({ target, submitter }) => {
    if (target.method !== "dialog" && submitter?.closest(OPEN)) closeSheets();
  };
  document.addEventListener("submit", putAway, { capture: true });
}

/* What is new on the glass is seen at once, whatever lay over it. */
export function closeSheets() {
  for (const sheet of $$(OPEN).reverse()) sheet.close();
  for (const fold of $$("#menu details")) fold.open = false;
}

/** One that lies within another takes its place (frame.css). @param {HTMLDialogElement} sheet */
export function openSheet(sheet) {
  if (!sheet.parentElement?.closest(OPEN)) closeSheets();
  sheet.addEventListener("click", leaveBeside);
  sheet.showModal();
  dispatch("dialog:opened");
}

/** What is done only once a sheet that asks for it was answered with a value.
   @param {HTMLDialogElement} sheet @param {() => void} act */
export function confirmFirst(sheet, act) {
  sheet.returnValue = "";
  sheet.onclose = () => sheet.returnValue && act();
  openSheet(sheet);
}

/** Beside a dialog, its backdrop is touched: that is the dialog itself, out of its bounds.
   @param {MouseEvent} event */
function leaveBeside({ target, currentTarget, clientX, clientY }) {
  if (target !== currentTarget) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) closeSheets();
}
