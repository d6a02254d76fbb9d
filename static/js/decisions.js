/* What people are asked to decide on this phone. */
import { $, makeButton, required } from "./dom.js";
import { giveUp, rowOf, showTaps } from "./notices.js";
import * as outbox from "./outbox.js";
import { tableHere } from "./page.js";
import { send } from "./sender.js";

/* A run made without a line that others contest, or of which one was refused: it stands beside what they entered,
   to be taken one by one. What is not taken is told to all by a note in the log. */

const LONGEST_NOTE = 480;

export function showHeld() {
  const place = $("#held");
  if (!place) return;
  const theirs = outbox.held(tableHere);
  const taps = outbox.waiting(tableHere).filter(outbox.isHeld);
  place.hidden = !taps.length;
  const { take: taken, drop, note } = required("#outbox").dataset;
  if (!taps.length) return finish(note);
  required(".theirs", place).innerHTML = theirs ?? "";
  /** @param {Tap} tap */
  const buttons = tap => [makeButton(taken, () => take(tap)), makeButton(drop, () => giveUp(tap))];
  required(".yours", place).replaceChildren(...taps.map(tap => rowOf("li", tap, ...buttons(tap))));
  required(".take-all", place).hidden = Boolean(theirs);
  required(".take-all", place).onclick = () => taps.forEach(take);
  required(".drop-all", place).onclick = () => taps.forEach(giveUp);
}

/** @param {Tap} tap */
function take(tap) {
  outbox.change({ ...tap, taken: true });
  showTaps();
  send();
}

/** Once all is decided, and what was taken is answered, all phones hear what was left out.
   @param {string} words */
function finish(words) {
  const open = [...outbox.waiting(tableHere), ...outbox.refused(tableHere)];
  if (outbox.held(tableHere) === null || open.some(tap => tap.run)) return;
  const said = outbox.leftOut(tableHere);
  outbox.letGo(tableHere);
  if (!said.length) return;
  const key = outbox.newKey();
  const text = words.replace("#", said.join(" · ")).slice(0, LONGEST_NOTE);
  const body = new URLSearchParams({ key, kind: "note", text }).toString();
  outbox.add({ key, url: `/t/${tableHere}/enter`, body, say: text });
  send();
}

/* A request that only this phone's owner may decide: the server is told that the phone shows it, once somebody
   can see the page. */

const AGAIN = 3000; // milliseconds until what may not have arrived is told once more

export function followQuestion() {
  document.addEventListener("visibilitychange", tellShown);
  setInterval(tellShown, AGAIN);
}

export function tellShown() {
  const shows = $("#question [data-shows-request]");
  if (shows && !document.hidden) htmx.trigger(shows, "request:shown");
}
