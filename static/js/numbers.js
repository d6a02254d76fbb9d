/* Fields of numbers: − and + beside them, and what is typed takes the place of what stood there. */
import { enclosing, required } from "./dom.js";
import { plain } from "./form_values.js";

/** @type {HTMLInputElement | null} */
let entered = null;

export function followNumbers() {
  document.addEventListener("focusin", ({ target }) => {
    entered = target.closest(".number input");
    entered?.select();
  });
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-step]");
    if (key) step(enclosing(".number", key), Number(key.dataset.step));
    else if (target === entered) entered.select(); // the tap that led there has set its caret
    entered = null;
  });
}

/** An empty field that stands for nought is left empty; what is no number stays, to be put right.
   @param {HTMLElement} number @param {number} by */
function step(number, by) {
  const field = required("input", number);
  const sum = Number(plain(field.value)) + by;
  if (Number.isNaN(sum)) return;
  const { low, high } = number.dataset;
  const next = `${Math.min(Number(high), Math.max(Number(low), sum))}`;
  field.value = next === field.placeholder ? "" : next;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
