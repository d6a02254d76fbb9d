/* Boxes whose order counts are sent in the order they were ticked. */
import { $$ } from "./dom.js";

let ticks = [];

export function followTicks() {
  document.addEventListener("change", event => {
    const box = event.target;
    if (!box.matches("[data-ordered]")) return;
    ticks = ticks.filter(value => value !== box.value);
    if (box.checked) ticks.push(box.value);
  });
}

/* A form's data, with ordered boxes as they were ticked. */
export function inOrder(data, form) {
  const names = form ? $$("[data-ordered]:checked", form).map(box => box.name) : [];
  for (const name of new Set(names)) {
    const ticked = data.getAll(name).sort((a, b) => ticks.indexOf(a) - ticks.indexOf(b));
    data.delete(name);
    for (const value of ticked) data.append(name, value);
  }
}
