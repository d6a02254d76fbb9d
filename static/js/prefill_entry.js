/* Fills in the form that changes an entry: selects its values and marks its button. */
import { $$, hasControlValues } from "./dom.js";

for (const entry of $$("[data-was]")) prefill(entry);

/** @param {HTMLElement} entry */
function prefill(entry) {
  /** @type {Values} */
  const was = JSON.parse(entry.dataset.was);
  /** @type {Record<string, number>} */
  const filled = {}; // number of selects with each name that are filled
  for (const control of $$("[name]:not([type=hidden])", entry)) {
    if (control.matches("[type=radio], [type=checkbox]"))
      control.checked = hasControlValues(was, control);
    else if (control instanceof HTMLButtonElement) markIfEntered(control, was);
    else if (control instanceof HTMLSelectElement) fillSelect(control, was, filled);
    else control.value = [was[control.name ?? ""] ?? control.value ?? ""].flat().join(" ");
  }
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

/** @param {HTMLSelectElement} select @param {Values} was @param {Record<string, number>} filled */
function fillSelect(select, was, filled) {
  const value = was[select.name];
  const place = filled[select.name] ?? 0;
  if (Array.isArray(value)) filled[select.name] = place + 1;
  const single = Array.isArray(value) ? value[place] : value;
  if ([...select.options].some(option => option.value === single)) select.value = single;
}
