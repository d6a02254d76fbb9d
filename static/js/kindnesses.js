/* Small things done once, as the page opens. The pages that have one bring this. */
import { $$ } from "./dom.js";
import * as storage from "./storage.js";

rememberChoices();
showLocalTimes();
document.addEventListener("drawer:drawn", showLocalTimes);
document.addEventListener("page:drawn", rememberChoices);

/* A list keeps what was last chosen in it on this phone. */
function rememberChoices() {
  for (const select of $$("select[data-remember]")) {
    const kept = storage.get(select.dataset.remember);
    if (kept && [...select.options].some(option => option.value === kept)) select.value = kept;
    select.addEventListener("change", () => storage.put(select.dataset.remember, select.value));
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
