/* What was entered is no longer chosen, once something newer is shown than what it was tapped on; at the latest
   with its answer. What is being chosen meanwhile stays, and whose it is the table says. */
import { fill } from "./chips.js";
import { $$ } from "./dom.js";
import { ownTaps, tappedOn } from "./own_taps.js";
import { shownVersion } from "./page.js";

const FORMS = ":is(.entry, #drawer form)";
const done = new Set(); // the keys of taps

/* A stream may be before the answer: what is still chosen then would be entered for whoever is next. */
export function putBackShown() {
  for (const tap of ownTaps()) if (tappedOn(tap) < shownVersion()) putBack(tap);
}

/** @param {Tap} tap */
export function putBack({ key, body }) {
  if (done.has(key)) return;
  done.add(key);
  const entered = new URLSearchParams(body);
  for (const field of $$(`${FORMS} input, ${FORMS} select:not([name=seat])`)) {
    if (!entered.getAll(field.name).includes(field.value)) continue;
    if (field instanceof HTMLSelectElement) field.selectedIndex = 0;
    else if (field.matches("[type=radio]:checked")) asAtFirst(alike(field));
    else if (field.matches("[type=checkbox]")) asAtFirst([field]);
    else if (field.matches("[data-tiles]")) fill(field, []);
    else if (field.closest("#drawer")) field.value = field.defaultValue;
  }
}

/** @param {HTMLInputElement} radio */
const alike = radio =>
  $$("input[type=radio]", radio.form ?? document).filter(({ name }) => name === radio.name);

/** @param {HTMLInputElement[]} boxes */
const asAtFirst = boxes => {
  for (const box of boxes) box.checked = box.defaultChecked;
};
