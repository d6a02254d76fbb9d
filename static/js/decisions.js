/* Questions that the user of this phone decides: a contested batch of queued entries, and a request from another
   phone. */
import { $, required } from "./dom.js";
import { discardEntry, makeRow, showEntries } from "./notices.js";
import * as outbox from "./outbox.js";
import { entriesTable } from "./page.js";
import { send } from "./sender.js";

/* A batch of offline entries that conflicts with other players' entries is shown beside theirs, and each entry is
   taken or dropped. A note in the log lists the dropped ones. */

const MAX_NOTE_LENGTH = 480;

export function showContested() {
  const section = $("#contested");
  if (!section) return;
  const theirs = outbox.heldBatch(entriesTable);
  const entries = outbox.waiting(entriesTable).filter(outbox.isHeld);
  section.hidden = !entries.length;
  const { take, drop, note } = required("#outbox").dataset;
  if (!entries.length) return finishDecision(note);
  required(".theirs", section).innerHTML = theirs ?? "";
  const rows = entries.map(entry => makeRow("li", entry, [take, takeEntry], [drop, discardEntry]));
  required(".yours", section).replaceChildren(...rows);
  required(".take-all", section).hidden = Boolean(theirs);
  required(".take-all", section).onclick = () => entries.forEach(takeEntry);
  required(".drop-all", section).onclick = () => entries.forEach(discardEntry);
}

/** @param {QueuedEntry} entry */
function takeEntry(entry) {
  outbox.update({ ...entry, taken: true });
  showEntries();
  send();
}

/** Once all entries are decided and answered, add a note with the dropped entries to the log. @param {string} words */
function finishDecision(words) {
  const open = [...outbox.waiting(entriesTable), ...outbox.refused(entriesTable)];
  if (outbox.heldBatch(entriesTable) === null || open.some(entry => entry.run)) return;
  const dropped = outbox.leftOutEntries(entriesTable);
  outbox.releaseBatch(entriesTable);
  if (!dropped.length) return;
  const key = outbox.newKey();
  const text = words.replace("#", dropped.join(" · ")).slice(0, MAX_NOTE_LENGTH);
  const body = new URLSearchParams({ key, kind: "note", text }).toString();
  outbox.add({ key, url: `/t/${entriesTable}/enter`, body, say: text });
  send();
}

/* A request from another phone that only this player may accept. The server is told that the phone shows it as soon
   as the page is visible. */

const REPEAT_INTERVAL_MS = 3000; // the report is repeated in case the first was lost

export function initDecisions() {
  document.addEventListener("visibilitychange", reportShownRequest);
  setInterval(reportShownRequest, REPEAT_INTERVAL_MS);
  reportShownRequest();
  showContested();
}

export function reportShownRequest() {
  const request = $("#question [data-shows-request]");
  if (request && !document.hidden) htmx.trigger(request, "request:shown");
}
