/* What people are asked to decide on this phone. */
import { $, makeButton, required } from "./dom.js";
import { discardEntry, makeRow, showEntries } from "./notices.js";
import * as outbox from "./outbox.js";
import { entriesTable } from "./page.js";
import { send } from "./sender.js";

/* A run made without a line that others contest, or of which one was refused: it stands beside what they entered,
   to be taken one by one. What is not taken is told to all by a note in the log. */

const LONGEST_NOTE = 480;

export function showContested() {
  const place = $("#contested");
  if (!place) return;
  const theirs = outbox.heldBatch(entriesTable);
  const taps = outbox.waiting(entriesTable).filter(outbox.isHeld);
  place.hidden = !taps.length;
  const { take: taken, drop, note } = required("#outbox").dataset;
  if (!taps.length) return finish(note);
  required(".theirs", place).innerHTML = theirs ?? "";
  /** @param {QueuedEntry} tap */
  const buttons = tap => [makeButton(taken, () => take(tap)), makeButton(drop, () => discardEntry(tap))];
  required(".yours", place).replaceChildren(...taps.map(tap => makeRow("li", tap, ...buttons(tap))));
  required(".take-all", place).hidden = Boolean(theirs);
  required(".take-all", place).onclick = () => taps.forEach(take);
  required(".drop-all", place).onclick = () => taps.forEach(discardEntry);
}

/** @param {QueuedEntry} tap */
function take(tap) {
  outbox.update({ ...tap, taken: true });
  showEntries();
  send();
}

/** Once all is decided, and what was taken is answered, all phones hear what was left out.
   @param {string} words */
function finish(words) {
  const open = [...outbox.waiting(entriesTable), ...outbox.refused(entriesTable)];
  if (outbox.heldBatch(entriesTable) === null || open.some(tap => tap.run)) return;
  const said = outbox.leftOutEntries(entriesTable);
  outbox.releaseBatch(entriesTable);
  if (!said.length) return;
  const key = outbox.newKey();
  const text = words.replace("#", said.join(" · ")).slice(0, LONGEST_NOTE);
  const body = new URLSearchParams({ key, kind: "note", text }).toString();
  outbox.add({ key, url: `/t/${entriesTable}/enter`, body, say: text });
  send();
}

/* A request that only this phone's owner may decide: the server is told that the phone shows it, once somebody
   can see the page. */

const AGAIN = 3000; // milliseconds until what may not have arrived is told once more

export function initDecisions() {
  document.addEventListener("visibilitychange", reportShownRequest);
  setInterval(reportShownRequest, AGAIN);
}

export function reportShownRequest() {
  const shows = $("#question [data-shows-request]");
  if (shows && !document.hidden) htmx.trigger(shows, "request:shown");
}
