/* Fills in the form that changes an entry: selects its values and marks its button. */
import { $$, required } from "./dom.js";
import { hasControlValues } from "./form_values.js";

const entry = required("[data-was]");
/** @type {Values} */
const was = JSON.parse(entry.dataset.was);
for (const control of $$("[name]:not([type=hidden])", entry)) {
  if (control.matches("[type=radio], [type=checkbox]"))
    control.checked = hasControlValues(was, control);
  else if (control instanceof HTMLButtonElement) markIfEntered(control);
  else if (control instanceof HTMLSelectElement) fillSelect(control);
  else control.value = [was[control.name ?? ""] ?? control.value ?? ""].flat().join(" ");
}
/** @param {HTMLInputElement} control */
const getPlace = control => [was[control.name]].flat().indexOf(control.value);
const chosen = $$("input:checked", entry).sort((a, b) => getPlace(a) - getPlace(b));
for (const control of chosen) control.dispatchEvent(new Event("change", { bubbles: true }));

/** @param {HTMLButtonElement} button */
function markIfEntered(button) {
  if (!button.name || button.hasAttribute("formaction") || !hasControlValues(was, button)) return;
  button.classList.add("chosen");
  button.setAttribute("aria-current", "true");
}

/** Of several selects with one name, each gets one value. @param {HTMLSelectElement} select */
function fillSelect(select) {
  const value = was[select.name];
  const place = $$(`select[name="${select.name}"]`, entry).indexOf(select);
  const single = Array.isArray(value) ? value[place] : value;
  if ([...select.options].some(option => option.value === single)) select.value = single;
}
