/* Says at home in the pocket where the browser has not promised to keep what lies there. */
import { $ } from "../dom.js";

document.addEventListener("page:drawn", tell);
tell();

async function tell() {
  const isPromised = await navigator.storage?.persisted?.();
  const place = $("#unpromised");
  if (place) place.hidden = Boolean(isPromised);
}
