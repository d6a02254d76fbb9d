/* What was entered is no longer chosen, once something newer is shown than what it was tapped on; at the latest
   with its answer. What is being chosen meanwhile stays, and whose it is the table says. */
import { fill } from "./chips.js";
import { $$ } from "./dom.js";
import { ownTaps, tappedOn } from "./own_taps.js";
import { shownVersion } from "./page.js";

const done = new Set(); // the keys of taps

/* A stream may be before the answer: what is still chosen then would be entered for whoever is next. */
export function putBackShown() {
  for (const tap of ownTaps()) if (tappedOn(tap) < shownVersion()) putBack(tap);
}

export function putBack({ key, body }) {
  if (done.has(key)) return;
  done.add(key);
  const entered = new URLSearchParams(body);
  for (const field of $$(":is(.entry, #drawer form) :is(input, select:not([name=seat]))")) {
    if (!entered.getAll(field.name).includes(field.value)) continue;
    if (field.matches("[type=radio]:checked")) asAtFirst(alike(field));
    else if (field.matches("[type=checkbox]")) asAtFirst([field]);
    else if (field.matches("select")) field.selectedIndex = 0;
    else if (field.matches("[data-tiles]")) fill(field, []);
    else if (field.closest("#drawer")) field.value = field.defaultValue;
  }
}

const alike = radio => $$("[type=radio]", radio.form).filter(({ name }) => name === radio.name);

const asAtFirst = boxes => {
  for (const box of boxes) box.checked = box.defaultChecked;
};
