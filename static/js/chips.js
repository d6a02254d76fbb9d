/* Chips that write into the field touched last: a stack, a row of dice. */
import { $, $$ } from "./dom.js";

let field = null;

export function showChips() {
  for (const row of $$("[data-chips][hidden]")) row.hidden = false;
}

export function followChips() {
  document.addEventListener("focusin", event => {
    if (event.target.matches("input[data-tiles]")) field = event.target;
  });
  document.addEventListener("click", event => {
    const chip = event.target.closest("[data-add]");
    if (chip) write(chip);
  });
}

/* A chip without a word takes the last one away. */
function write(chip) {
  const form = chip.closest("form");
  if (!field || !form.contains(field)) field = $("input[data-tiles]", form);
  const words = field.value.split(" ").filter(Boolean);
  if (chip.dataset.add) words.push(chip.dataset.add);
  else words.pop();
  field.value = words.join(" ");
}
