/* The one line that says whether the phone is in step. */
import { $, make } from "./dom.js";
import { isOnline } from "./line.js";
import * as outbox from "./outbox.js";
import { shownVersion, tableHere } from "./page.js";

const place = $("#line");

export function showStatus() {
  if (!place) return;
  const words = place.dataset;
  const count = outbox.waiting(tableHere).length || "";
  const waiting = count && `${count} ${words.waiting}`;
  const offline = `${words.offline} ${shownVersion()}`;
  if (isOnline()) show(waiting ? "waiting" : "live", count, waiting || words.live);
  else show("offline", count, waiting ? `${waiting} · ${offline}` : offline);
}

function show(state, count, text) {
  place.className = `line ${state}`;
  place.replaceChildren(make("b", count, { ariaHidden: "true" }), make("span", text));
}
