/* Bottom sheets over the board, one at a time. Each is a modal dialog, so nothing below it gets a tap. A tap outside
   closes it and does nothing else. Buttons use the attributes command and commandfor, which newer browsers support
   without scripts. */
import { $$, onEvent, required } from "./dom.js";
import { dispatch } from "./page.js";

const OPEN_SHEET_SELECTOR = "dialog.bottom-sheet[open]";

export function initBottomSheets() {
  onEvent("click", "[commandfor]", (button, event) => {
    event.preventDefault();
    if (button.getAttribute("command") === "close") closeSheets();
    else openSheet(required(`dialog[id="${button.getAttribute("commandfor")}"]`));
  });
  // before other listeners, which may open another sheet; a sheet that asks a question closes by itself
  /** @param {SubmitEvent} event */
  const closeOnSubmit = ({ target, submitter }) => {
    if (target.method !== "dialog" && submitter?.closest(OPEN_SHEET_SELECTOR)) closeSheets();
  };
  document.addEventListener("submit", closeOnSubmit, { capture: true });
}

/* Close all sheets and folds, so that a change on the page is visible. */
export function closeSheets() {
  for (const sheet of $$(OPEN_SHEET_SELECTOR).reverse()) sheet.close();
  for (const fold of $$("#menu details")) fold.open = false;
}

/** Open a sheet. A sheet inside another one replaces it (frame.css). @param {HTMLDialogElement} sheet */
export function openSheet(sheet) {
  if (!sheet.parentElement?.closest(OPEN_SHEET_SELECTOR)) closeSheets();
  sheet.addEventListener("click", closeOnBackdrop);
  sheet.showModal();
  dispatch("dialog:opened");
}

/** Open a sheet that asks a question, and call the function if the answer has a value.
   @param {HTMLDialogElement} sheet @param {() => void} act */
export function confirmFirst(sheet, act) {
  sheet.returnValue = "";
  sheet.onclose = () => sheet.returnValue && act();
  openSheet(sheet);
}

/** The target is the dialog, but the click is outside the dialog's box. @param {MouseEvent} event */
function closeOnBackdrop({ target, currentTarget, clientX, clientY }) {
  if (target !== currentTarget) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) closeSheets();
}
