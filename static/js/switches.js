/* What a player wants of this phone, by switches that are on until they are turned off. */
import { can } from "./abilities.js";
import { $$ } from "./dom.js";
import * as storage from "./storage.js";

/** @param {string} name */
export const isOn = name => storage.get(name) !== "no";

/** @param {VibratePattern} pattern */
export const buzz = pattern => isOn("buzz") && can("vibrate") && navigator.vibrate(pattern);

export function followSwitches() {
  show();
  for (const drawn of ["drawer:drawn", "table:drawn"]) document.addEventListener(drawn, show);
  document.addEventListener("change", ({ target: { dataset, checked } }) => {
    if (dataset.switch) storage.put(dataset.switch, checked ? "yes" : "no");
  });
}

function show() {
  for (const box of $$("[data-switch]")) box.checked = isOn(box.dataset.switch);
}
