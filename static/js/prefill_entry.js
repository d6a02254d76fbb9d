/* A change begins with what was entered: its choices are made, its button is marked. The page that has
   one brings this. */
import { $$ } from "./dom.js";
import { hasControlValues } from "./form_values.js";

for (const entry of $$("[data-was]")) recall(entry);

/** @param {HTMLElement} entry */
function recall(entry) {
  /** @type {Values} */
  const was = JSON.parse(entry.dataset.was);
  /** @type {Record<string, number>} */
  const seen = {}; // how many selects of a name were filled before
  for (const control of $$("[name]:not([type=hidden])", entry)) {
    if (control.matches("[type=radio], [type=checkbox]")) control.checked = hasControlValues(was, control);
    else if (control instanceof HTMLButtonElement) markIfEntered(control, was);
    else if (control instanceof HTMLSelectElement) fillSelect(control, was, seen);
    else fillField(control, was[control.name ?? ""]);
  }
  tellChosen(entry, was);
}

/** As if they were chosen now, one after the other: boxes whose order counts, as they were ticked.
   @param {HTMLElement} entry @param {Values} was */
function tellChosen(entry, was) {
  /** @param {HTMLInputElement} control */
  const place = control => [was[control.name]].flat().indexOf(control.value);
  const chosen = $$("input:checked", entry).sort((a, b) => place(a) - place(b));
  for (const control of chosen) control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {HTMLButtonElement} button @param {Values} was */
function markIfEntered(button, was) {
  if (!button.name || button.hasAttribute("formaction") || !hasControlValues(was, button)) return;
  button.classList.add("chosen");
  button.setAttribute("aria-current", "true");
}

/** @param {HTMLSelectElement} select @param {Values} was @param {Record<string, number>} seen */
function fillSelect(select, was, seen) {
  const given = was[select.name];
  const place = seen[select.name] ?? 0;
  if (Array.isArray(given)) seen[select.name] = place + 1;
  const value = Array.isArray(given) ? given[place] : given;
  if ([...select.options].some(option => option.value === value)) select.value = value;
}

/** @param {Control} field @param {string | string[] | undefined} given */
function fillField(field, given) {
  if (given !== undefined) field.value = Array.isArray(given) ? given.join(" ") : given;
}
