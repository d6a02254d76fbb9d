/* Small things done once, as the page opens. The pages that have one bring this. */
import { $$ } from "./dom.js";
import * as storage from "./storage.js";

rememberChoices();
document.addEventListener("page:drawn", rememberChoices);

/* A choice keeps what was last chosen in it on this phone. */
function rememberChoices() {
  for (const list of $$("[data-remember]")) {
    const { remember } = list.dataset;
    const kept = storage.get(remember);
    const one = $$("option, input", list).find(({ value }) => value === kept);
    if (one instanceof HTMLInputElement) one.checked = true;
    else if (one) one.selected = true;
    list.addEventListener("change", ({ target }) => storage.put(remember, target.value));
  }
}
