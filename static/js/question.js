/* A request that only this phone's owner may decide: the server is told that the phone shows it, once somebody
   can see the page. */
import { $ } from "./dom.js";

export function followQuestion() {
  for (const name of ["table:drawn", "visibilitychange"])
    document.addEventListener(name, tellShown);
  tellShown();
}

function tellShown() {
  const shows = $("#question [data-shows-request]");
  if (shows && !document.hidden) htmx.trigger(shows, "request:shown");
}
