/* What the page says of the taps: which wait, which were refused, here and at other tables. */
import { lastContactAt, isUsingOfflineApp, isOnline, isCaptivePortal } from "./connection.js";
import { $, $$, make, makeButton, required } from "./dom.js";
import * as outbox from "./outbox.js";
import { dispatch, shownVersion, entriesTable } from "./page.js";
import { isOn, isPersistent } from "./storage.js";

const UNEXPLAINED = { className: "answer refused", role: "alert", tabIndex: -1 };

export function showEntries() {
  showWaiting();
  showElsewhere();
  showRefused();
  required("#storage-failed").hidden = isPersistent();
  required("#captive-portal").hidden = !isCaptivePortal();
  showStatus();
  dispatch("entries:listed");
}

function showWaiting() {
  const place = $("details#waiting");
  if (!place) return;
  const taps = outbox.waiting(entriesTable);
  const { drop } = required("#outbox").dataset;
  required("#outbox").hidden = !taps.length;
  if (!taps.length) place.open = false;
  required("summary > i", place).textContent = taps.length > 1 ? `↑1–${taps.length}` : "↑1";
  /** @param {QueuedEntry} tap */
  const dropping = tap => makeButton(drop, () => discardEntry(tap));
  required("div", place).replaceChildren(...taps.map(tap => makeRow("p", tap, dropping(tap))));
  const last = taps.at(-1);
  required("#take-back").onclick = () => last && discardEntry(last);
}

/** @param {"li" | "p"} tag @param {QueuedEntry} tap @param {...HTMLElement} buttons */
export function makeRow(tag, tap, ...buttons) {
  const row = make(tag);
  row.append(make("span", tap.say), ...buttons);
  return row;
}

/** @param {QueuedEntry} tap */
export function discardEntry(tap) {
  outbox.dropOwn(tap);
  outbox.discard(tap);
  showEntries();
}

/* What waits or was refused at other tables is told with the way there; a table that is gone has none. */
function showElsewhere() {
  const place = required("#elsewhere");
  const others = outbox.tables().filter(table => table !== entriesTable);
  const rows = others.map(table => tableRow(table, place.dataset)).filter(Boolean);
  place.hidden = !rows.length;
  place.replaceChildren(...rows);
}

/** @param {string} table @param {Data} words */
function tableRow(table, words) {
  const row = make("p");
  const waiting = outbox.waiting(table);
  const refused = outbox.refused(table).filter(tap => !tap.shown);
  const [first] = [...waiting, ...refused];
  if (!first) return null;
  row.append(make("a", first.game || table, { href: `/t/${table}` }));
  if (waiting.length) row.append(` ${words.waiting}: ${waiting.length}`);
  if (refused.length) {
    const said = refused.map(tap => tap.say).join(", ");
    row.append(
      ` ${words.refused}: ${said} `,
      makeButton(words.read, () => readAll(refused)),
    );
  }
  return row;
}

/** @param {QueuedEntry[]} taps */
function readAll(taps) {
  taps.forEach(outbox.markRead);
  showEntries();
}

/* A refusal stays, also over a reload, until it was read or the next thing is entered. */
function showRefused() {
  if (!entriesTable) return;
  const taps = outbox.refused(entriesTable);
  const there = $$("[data-tap]");
  for (const answer of there) {
    if (taps.some(tap => tap.key === answer.dataset.tap)) continue;
    for (const place of placesOf(answer)) mark(place, "");
    answer.remove();
  }
  for (const tap of taps) {
    if (there.some(answer => answer.dataset.tap === tap.key)) continue;
    const answer = refuse(tap.answer, tap);
    answer.dataset.tap = tap.key;
    const words = isLate(tap) ? $("#outbox")?.dataset.leave : required("#elsewhere").dataset.read;
    answer.append(makeButton(words, () => readAll([tap])));
  }
}

/** Whether the server refused what was entered without it. @param {QueuedEntry} tap */
const isLate = tap => Boolean(tap.away) && isOnline();

/** Shows an answer to a tap; one that came from another origin came without.
   @param {string | undefined} text @param {QueuedEntry} tap */
function refuse(text, tap) {
  const place = $("#drawer[open] .answers") || $("#answer") || required("#main");
  if (text) place.insertAdjacentHTML("beforeend", text);
  else place.append(make("div", required("#elsewhere").dataset.refused, UNEXPLAINED));
  const answer = required(":scope > :last-child", place);
  if (tap.say)
    answer.prepend(make("small", tap.say, { className: isLate(tap) && tap.laid ? "quiet" : "" }));
  answer.classList.toggle("late", isLate(tap));
  globalThis.htmx?.process(answer);
  point(answer);
  return answer;
}

/* A refusal was seen by whoever does something else while it is on the page. A page that comes by itself tells it
   again. */
function markSeen() {
  const keys = new Set($$("[data-tap]").map(answer => answer.dataset.tap));
  if (keys.size)
    outbox
      .refused(entriesTable)
      .filter(({ key }) => keys.has(key))
      .forEach(outbox.markShown);
}

/* An answer to a question is shown by htmx. */
export function initAnswers() {
  for (const act of ["pointerdown", "keydown"]) document.addEventListener(act, markSeen, true);
  htmx.registerExtension("answers", {
    htmx_after_swap(_, { ctx }) {
      if (["answer", "#answer"].includes(ctx.target?.id ?? `${ctx.target}`))
        point($("#answer > :last-child"));
    },
  });
}

/** A server that can save nothing, as its disk is full, says so on the page as long as entries wait for it.
   @param {Response} answer */
export async function showUnsaved(answer) {
  const place = required("#unsaved");
  const isUnsaved = answer.headers.get("X-Answer") === "unsaved";
  if (isUnsaved && place.hidden) place.innerHTML = await answer.text();
  place.hidden = !isUnsaved;
}

/** @param {HTMLElement | null} [answer] */
const placesOf = answer =>
  (answer?.dataset.at || "")
    .split(" ")
    .map(id => document.getElementById(id))
    .filter(Boolean);

const FIELDS = "input:not([type=hidden]), select, textarea";

/** A place that was refused, and its fields: a screen reader says with each why. Without an answer's id it no longer is.
   @param {HTMLElement} place @param {string} answer */
function mark(place, answer) {
  place.classList.toggle("refused-here", Boolean(answer));
  for (const field of place.matches(FIELDS) ? [place] : $$(FIELDS, place)) {
    if (answer) field.setAttribute("aria-describedby", answer);
    else field.removeAttribute("aria-describedby");
    field.ariaInvalid = answer ? "true" : null;
  }
}

/** @param {VibratePattern} pattern */
export const buzz = pattern => isOn("buzz") && navigator.vibrate?.(pattern);

let answers = 0;

/** Marks the places that an answer speaks of. @param {HTMLElement | null} [answer] */
function point(answer) {
  if (answer) answer.id ||= `answer-${answers++}`;
  for (const place of placesOf(answer)) {
    mark(place, answer?.id ?? "");
    place.scrollIntoView({ block: "nearest" });
  }
  buzz([30, 40, 30]);
  answer?.scrollIntoView({ block: "nearest" });
  answer?.focus({ preventScroll: true });
}

/* The one line that says whether the phone is in step, and the word in the news that says if it is not. Entries of
   one's own beyond the server's are counted apart. */

const MINUTE = 60_000;
const place = $("#line");
let wasOnline = isOnline();

export function showStatus() {
  if (!place) return;
  const words = place.dataset;
  const count = outbox.waiting(entriesTable).length || "";
  const waiting = count && `${count} ${words.waiting}`;
  const own = isUsingOfflineApp()
    ? outbox.waiting(entriesTable).filter(({ key }) => outbox.answeredOffline.has(key)).length
    : 0;
  const beyond = own ? ` ${words.yours.replace("#", `${own}`)}` : "";
  const offline = `${words.offline} ${shownVersion() - own}${beyond}`;
  if (isOnline()) showLine(place, waiting ? "waiting" : "live", count, waiting || words.live);
  else showLine(place, "offline", count, waiting ? `${waiting} · ${offline}` : offline);
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
  const minutes = Math.floor((Date.now() - lastContactAt()) / MINUTE);
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
function showLine(place, state, count, text) {
  if (place.matches(`.${state}`) && place.textContent === `${count}${text}`) return;
  place.className = `line ${state}`;
  place.replaceChildren(make("b", count, { ariaHidden: "true" }), make("span", text));
}
