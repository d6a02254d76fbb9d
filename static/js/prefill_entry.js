/* Fills in the form that changes an entry: selects its values and marks its button. */
import { $$ } from "./dom.js";
import { hasControlValues } from "./form_values.js";

for (const entry of $$("[data-was]")) prefill(entry);

/** @param {HTMLElement} entry */
function prefill(entry) {
  /** @type {Values} */
  const was = JSON.parse(entry.dataset.was);
  for (const control of $$("[name]:not([type=hidden])", entry)) {
    if (control.matches("[type=radio], [type=checkbox]"))
      control.checked = hasControlValues(was, control);
    else if (control instanceof HTMLButtonElement) markIfEntered(control, was);
    else if (control instanceof HTMLSelectElement) fillSelect(control, was);
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

/** Of several selects with one name, each gets one value. @param {HTMLSelectElement} select @param {Values} was */
function fillSelect(select, was) {
  const value = was[select.name];
  const place = $$(`select[name="${select.name}"]`).indexOf(select);
  const single = Array.isArray(value) ? value[place] : value;
  if ([...select.options].some(option => option.value === single)) select.value = single;
}
