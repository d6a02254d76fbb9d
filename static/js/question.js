/* A request that only this phone's owner may decide: the server is told that the phone shows it, once somebody
   can see the page. */
import { $ } from "./dom.js";

const AGAIN = 3000; // milliseconds until what may not have arrived is told once more

export function followQuestion() {
  for (const name of ["table:drawn", "visibilitychange"])
    document.addEventListener(name, tellShown);
  setInterval(tellShown, AGAIN);
  tellShown();
}

function tellShown() {
  const shows = $("#question [data-shows-request]");
  if (shows && !document.hidden) htmx.trigger(shows, "request:shown");
}
