/* Small things done once, as the page opens. The pages that have one bring this. */
import { $$ } from "./dom.js";
import * as storage from "./storage.js";

rememberChoices();
showLocalTimes();
document.addEventListener("drawer:drawn", showLocalTimes);
document.addEventListener("page:drawn", rememberChoices);

/* A choice keeps what was last chosen in it on this phone. */
function rememberChoices() {
  for (const list of $$("[data-remember]")) {
    const { remember } = list.dataset;
    const kept = storage.get(remember);
    const one = $$("option, input", list).find(({ value }) => value === kept);
    if (one) one[one.matches("option") ? "selected" : "checked"] = true;
    list.addEventListener("change", ({ target }) => storage.put(remember, target.value));
  }
}

/* Times are told by this phone's clock, in the page's language as this phone writes it. */
function showLocalTimes() {
  const { lang } = document.documentElement;
  const written = [...navigator.languages.filter(one => one.startsWith(lang)), lang];
  for (const time of $$("time[datetime]")) {
    const shown = { hour: "2-digit", minute: "2-digit" };
    time.textContent = new Date(time.dateTime).toLocaleTimeString(written, shown);
  }
}
