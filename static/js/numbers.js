/* Fields of numbers: − and + beside them, and what is typed takes the place of what stood there. */
import { plain } from "./form_values.js";

let entered = null;

export function followNumbers() {
  document.addEventListener("focusin", ({ target }) => {
    entered = target.closest(".number input");
    entered?.select();
  });
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-step]");
    if (key) step(key.parentElement, Number(key.dataset.step));
    else if (target === entered) target.select(); // the tap that led there has set its caret
    entered = null;
  });
}

/* An empty field that stands for nought is left empty; what is no number stays, to be put right. */
function step({ dataset, children: [label] }, by) {
  const field = label.control;
  const sum = Number(plain(field.value)) + by;
  if (Number.isNaN(sum)) return;
  const number = Math.min(dataset.high, Math.max(dataset.low, sum));
  field.value = `${number}` === field.placeholder ? "" : number;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
