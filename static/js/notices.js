/* Shows the queued and refused entries of this table and other tables, and the connection status. */
import { isCaptivePortal, isOnline, isUsingOfflineApp, lastContactAt } from "./connection.js";
import { $, $$, findByIds, make, makeButton, required } from "./dom.js";
import * as outbox from "./outbox.js";
import { dispatch, entriesTable, shownVersion } from "./page.js";
import { isOn, isPersistent } from "./storage.js";

export function showEntries() {
  showQueued();
  showOtherTables();
  showRefused();
  required("#storage-failed").hidden = isPersistent();
  required("#captive-portal").hidden = !isCaptivePortal();
  showConnection();
  dispatch("entries:listed");
}

function showQueued() {
  const place = $("details#waiting");
  if (!place) return;
  const entries = outbox.waiting(entriesTable);
  const { drop } = required("#outbox").dataset;
  required("#outbox").hidden = !entries.length;
  if (!entries.length) place.open = false;
  required("summary > i", place).textContent = entries.length > 1 ? `↑1–${entries.length}` : "↑1";
  const rows = entries.map(entry => makeRow("p", entry, [drop, discardEntry]));
  required("div", place).replaceChildren(...rows);
  const last = entries.at(-1);
  required("#take-back").onclick = () => last && discardEntry(last);
}

/** Return an entry with buttons. @param {"li" | "p"} tag @param {QueuedEntry} entry
   @param {...[label: string, act: (entry: QueuedEntry) => void]} buttons */
export function makeRow(tag, entry, ...buttons) {
  const row = make(tag);
  row.append(make("span", entry.say));
  for (const [label, act] of buttons) row.append(makeButton(label, () => act(entry)));
  return row;
}

/** @param {QueuedEntry} entry */
export function discardEntry(entry) {
  outbox.dropOwn(entry);
  outbox.discard(entry);
  showEntries();
}

/* Entries of other tables are listed with a link; a table that no longer exists has none. */
function showOtherTables() {
  const place = required("#elsewhere");
  const others = outbox.tables().filter(table => table !== entriesTable);
  const rows = others.map(table => makeTableRow(table, place.dataset)).filter(Boolean);
  place.hidden = !rows.length;
  place.replaceChildren(...rows);
}

/** @param {string} table @param {Data} words */
function makeTableRow(table, words) {
  const row = make("p");
  const waiting = outbox.waiting(table);
  const refused = outbox.refused(table).filter(({ shown }) => !shown);
  const [first] = [...waiting, ...refused];
  if (!first) return null;
  row.append(make("a", first.game || table, { href: `/t/${table}` }));
  if (waiting.length) row.append(` ${words.waiting}: ${waiting.length}`);
  if (!refused.length) return row;
  row.append(` ${words.refused}: ${refused.map(entry => entry.say).join(", ")} `);
  row.append(makeButton(words.read, () => markAllRead(refused)));
  return row;
}

/** @param {QueuedEntry[]} entries */
function markAllRead(entries) {
  entries.forEach(outbox.markRead);
  showEntries();
}

/* A refusal stays, even after a reload, until it is marked as read or another entry is made. */
function showRefused() {
  if (!entriesTable) return;
  const entries = new Map(outbox.refused(entriesTable).map(entry => [entry.key, entry]));
  for (const answer of $$("[data-tap]")) {
    if (!entries.delete(answer.dataset.tap)) removeAnswer(answer);
  }
  for (const entry of entries.values()) showRefusal(entry);
}

/** @param {HTMLElement} answer */
function removeAnswer(answer) {
  for (const place of findByIds(answer.dataset.at)) markRefused(place, "");
  answer.remove();
}

export const removeAnswers = () => $$("#answer > *").forEach(removeAnswer);

/** Show the answer to an entry. An entry transferred from another origin has no HTML. @param {QueuedEntry} entry */
function showRefusal(entry) {
  const words = required("#elsewhere").dataset;
  const wasOffline = Boolean(entry.away) && isOnline(); // and the server refused it
  const place = $("#drawer[open] .answers") || $("#answer") || required("#main");
  if (entry.answer) place.insertAdjacentHTML("beforeend", entry.answer);
  else place.append(make("div", words.refused, { className: "answer refused", role: "alert" }));
  const answer = required(":scope > :last-child", place);
  answer.tabIndex = -1;
  const className = wasOffline && entry.laid ? "quiet" : "";
  if (entry.say) answer.prepend(make("small", entry.say, { className }));
  answer.classList.toggle("late", wasOffline);
  globalThis.htmx?.process(answer);
  markAnswer(answer);
  answer.dataset.tap = entry.key;
  const label = wasOffline ? $("#outbox")?.dataset.leave : words.read;
  answer.append(makeButton(label, () => markAllRead([entry])));
}

/* The user has seen a refusal if they act while it is on the page. A page that changes by itself shows it again. */
function markRefusalsSeen() {
  for (const entry of $("[data-tap]") ? outbox.refused(entriesTable) : [])
    if ($(`[data-tap="${entry.key}"]`)) outbox.markShown(entry);
}

export function initAnswers() {
  for (const act of ["pointerdown", "keydown"])
    document.addEventListener(act, markRefusalsSeen, true);
  /** @param {HtmxContext} context */
  const getsAnswer = ({ target }) => ["answer", "#answer"].includes(target?.id ?? `${target}`);
  htmx.registerExtension("answers", {
    htmx_before_request(_, { ctx }) {
      if (getsAnswer(ctx)) $$("#answer > :not([data-tap])").forEach(removeAnswer);
    },
    htmx_after_swap(_, { ctx }) {
      const answer = getsAnswer(ctx) && $("#answer > :last-child");
      if (answer) markAnswer(answer);
    },
  });
}

/** Show that the server cannot save, for example because its disk is full, as long as entries are queued.
   @param {Response} answer */
export async function showUnsaved(answer) {
  const place = required("#unsaved");
  const isUnsaved = answer.headers.get("X-Answer") === "unsaved";
  if (isUnsaved && place.hidden) place.innerHTML = await answer.text();
  place.hidden = !isUnsaved;
}

const FIELD_SELECTOR = "input:not([type=hidden]), select, textarea";

/** An empty id of an answer removes the mark. @param {HTMLElement} place @param {string} answer */
function markRefused(place, answer) {
  place.classList.toggle("refused-here", Boolean(answer));
  for (const field of place.matches(FIELD_SELECTOR) ? [place] : $$(FIELD_SELECTOR, place)) {
    if (answer) field.setAttribute("aria-describedby", answer);
    else field.removeAttribute("aria-describedby");
    field.ariaInvalid = answer ? "true" : null;
  }
}

/** @param {VibratePattern} pattern */
export const vibrate = pattern => isOn("buzz") && navigator.vibrate?.(pattern);

let answers = 0;

/** Mark the parts of the board that an answer names. @param {HTMLElement} answer */
function markAnswer(answer) {
  answer.id ||= `answer-${answers++}`;
  for (const place of findByIds(answer.dataset.at)) {
    markRefused(place, answer.id);
    place.scrollIntoView({ block: "nearest" });
  }
  vibrate([30, 40, 30]);
  answer.scrollIntoView({ block: "nearest" });
  answer.focus({ preventScroll: true });
}

/* The status line, and the note beside the news that says how old they are. Entries that only this phone has are
   counted separately. */

const MINUTE_MS = 60_000;
const place = $("#line");
let wasOnline = isOnline();

export function showConnection() {
  if (!place) return;
  const words = place.dataset;
  const entries = outbox.waiting(entriesTable);
  const count = entries.length || "";
  const waiting = count && `${count} ${words.waiting}`;
  const answered = isUsingOfflineApp() ? outbox.answeredOffline : new Set();
  const own = entries.filter(({ key }) => answered.has(key)).length;
  const ownCount = own ? ` ${words.yours.replace("#", `${own}`)}` : "";
  const offline = `${words.offline} ${shownVersion() - own}${ownCount}`;
  const parts = isOnline() ? [waiting || words.live] : [waiting, offline];
  const state = isOnline() ? (waiting ? "waiting" : "live") : "offline";
  const text = parts.filter(Boolean).join(" · ");
  if (!place.matches(`.${state}`) || place.textContent !== `${count}${text}`) {
    place.className = `line ${state}`;
    place.replaceChildren(make("b", count, { ariaHidden: "true" }), make("span", text));
  }
  showNewsAge();
  const live = isOnline() !== wasOnline && $("#live"); // for screen readers
  if (live) live.textContent = isOnline() ? words.live : offline;
  wasOnline = isOnline();
}

function showNewsAge() {
  const note = $("#offline");
  if (!note) return;
  const minutes = Math.floor((Date.now() - lastContactAt()) / MINUTE_MS);
  const { lang } = document.documentElement;
  const age = minutes ? minutes.toLocaleString(lang, { style: "unit", unit: "minute" }) : "";
  note.hidden = isOnline();
  note.textContent = isOnline() ? "" : [note.dataset.word, age].filter(Boolean).join(" · ");
}
