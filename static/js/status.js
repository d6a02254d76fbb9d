/* The one line that says whether the phone is in step, and the word in the news that says if it is not. Entries of
   one's own beyond the server's are counted apart. */
import { $, make } from "./dom.js";
import { heardAt, isByItself, isOnline } from "./line.js";
import * as outbox from "./outbox.js";
import { judged } from "./own_taps.js";
import { shownVersion, tableHere } from "./page.js";

const MINUTE = 60_000;
const place = $("#line");
let wasOnline = isOnline();

export function showStatus() {
  if (!place) return;
  const words = place.dataset;
  const count = outbox.waiting(tableHere).length || "";
  const waiting = count && `${count} ${words.waiting}`;
  const own = isByItself()
    ? outbox.waiting(tableHere).filter(({ key }) => judged.has(key)).length
    : 0;
  const beyond = own ? ` ${words.yours.replace("#", `${own}`)}` : "";
  const offline = `${words.offline} ${shownVersion() - own}${beyond}`;
  if (isOnline()) show(place, waiting ? "waiting" : "live", count, waiting || words.live);
  else show(place, "offline", count, waiting ? `${waiting} · ${offline}` : offline);
  showWord();
  if (isOnline() !== wasOnline) tellListeners(isOnline() ? words.live : offline);
  wasOnline = isOnline();
}

/** Whoever hears the page is told when the line goes and when it is back. @param {string} text */
function tellListeners(text) {
  const live = $("#live");
  if (live) live.textContent = text;
}

function showWord() {
  const word = $("#offline");
  if (!word) return;
  const minutes = Math.floor((Date.now() - heardAt()) / MINUTE);
  const since = minutes ? ` · ${inMinutes(minutes)}` : "";
  word.hidden = isOnline();
  word.textContent = isOnline() ? "" : word.dataset.word + since;
}

/** @param {number} minutes */
const inMinutes = minutes =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "minute" }).format(
    minutes,
  );

/** @param {Element} place @param {string} state @param {number | ""} count @param {string} text */
function show(place, state, count, text) {
  place.className = `line ${state}`;
  place.replaceChildren(make("b", count, { ariaHidden: "true" }), make("span", text));
}
