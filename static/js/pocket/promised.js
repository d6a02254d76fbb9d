/* Says at home in the pocket where the browser has not promised to keep what lies there, and asks it to:
   some ask the person then. */
import { $ } from "../dom.js";

document.addEventListener("page:drawn", show);
document.addEventListener("click", async event => {
  if (!event.target.closest("#unpromised button")) return;
  await navigator.storage.persist();
  show();
});
show();

async function show() {
  const isPromised = await navigator.storage?.persisted?.();
  const place = $("#unpromised");
  if (place) place.hidden = Boolean(isPromised);
}
