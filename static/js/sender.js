/* Sends what was tapped: the taps of all tables from every page, those of one table in their order. */
import { $ } from "./dom.js";
import { closeDrawer } from "./drawer.js";
import { outcomeOf } from "./entry_answers.js";
import { found, isByItself, isLate, lost, replaced, toldToWait, trusted } from "./line.js";
import { showTaps, showUnsaved } from "./notices.js";
import { alone } from "./one_tab.js";
import { localAddress } from "./local_path.js";
import * as outbox from "./outbox.js";
import { judged, takeAnswered } from "./own_taps.js";
import { announce, code, isLive, tableHere } from "./page.js";
import { putBack } from "./put_back.js";
import { begin, end } from "./quiet.js";
import { showChanges, toldSince } from "./table.js";

const ENTRY_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 4000;
const LOOK = 4000;
const AGAIN = 2000;
const HEADERS = {
  "Content-Type": "application/x-www-form-urlencoded",
  "HX-Request": "true",
};

const sending = new Set();
let later = 0;
let notBefore = 0; // the app has room again
let looking = false;

export function send() {
  lookOut();
  outbox.tables().forEach(sendThoseOf);
}

/* No tap waits for this: one question of its own looks whether the server answers again. */
async function lookOut() {
  if (looking || !isByItself()) return;
  looking = true;
  await fetch("/healthz", { signal: AbortSignal.timeout(LOOK) })
    .then(trusted)
    .then(found, () => {});
  looking = false;
}

/* The server is back: it judges all that this phone judged by itself, and then has the newest copy. */
export function sendAgain() {
  judged.clear();
  send();
}

/** @param {string} table */
async function sendThoseOf(table) {
  if (sending.has(table) || performance.now() < notBefore) return;
  sending.add(table);
  begin("tap");
  const isHeard = await alone(table, () => sendAll(table)).catch(() => false);
  sending.delete(table);
  if (!sending.size) end("tap");
  if (isHeard && next(table)) sendThoseOf(table);
}

/** While this phone answers by itself, what it has judged waits for the server; only that server has it begin
   with the first again, so that nothing overtakes. A run that is contested waits for people.
   @param {string} table */
const next = table =>
  outbox.waiting(table).find(tap => !(isByItself() && judged.has(tap.key)) && !outbox.isHeld(tap));

/** What was made without a line hangs together, and on what waited before it: it goes home as one run, and says so.
   @param {string} table */
function joinRuns(table) {
  const taps = outbox.waiting(table);
  const last = taps.map(tap => tap.away).lastIndexOf(true);
  if (last > 0) for (const tap of taps.slice(0, last + 1)) outbox.change({ ...tap, run: true });
}

/** Until one is not answered: that one and all behind it wait. @param {string} table */
async function sendAll(table) {
  if (!isByItself()) joinRuns(table);
  for (let tap = next(table); tap; tap = next(table)) {
    try {
      const wait = await sendOne(tap);
      if (!wait) continue;
      notBefore = performance.now() + wait;
      found();
      sendLater(wait + 1);
    } catch (error) {
      lost(error);
      sendLater();
    }
    return false;
  }
  if (isByItself()) sendLater();
  return true;
}

function sendLater(wait = AGAIN) {
  clearTimeout(later);
  later = setTimeout(send, wait);
}

/** @param {Tap} tap */
const isLast = ({ key, table }) => outbox.waiting(table).at(-1)?.key === key;

/** How long it has to wait, where the app had no room for it. @param {Tap} tap */
async function sendOne(tap) {
  if (!outbox.entersAtItsTable(tap)) {
    outbox.settled(tap);
    return 0;
  }
  const askedHere = isByItself();
  const since = tap.table === code && isLast(tap) ? toldSince() : null;
  const headers = {
    ...HEADERS,
    ...(askedHere && { "X-Here": "1" }),
    ...(since && { "X-Shown": since }),
  };
  const answer = trusted(await posted(tap, headers, askedHere));
  if (isLate(answer, askedHere)) return 0; // the server judges it, as the next one
  const isOffline = answer.headers.has("X-Kept");
  await showUnsaved(answer);
  const wait = toldToWait(answer);
  if (wait) return wait;
  const isGone = answer.headers.has("X-Gone");
  const outcome = outcomeOf({ status: answer.status, isOffline, isGone });
  if (outcome === "wait") throw new Error(`${answer.status}`);
  const text = await answer.text();
  SETTLE[outcome](tap, text, answer.headers);
  if (isOffline) replaced(tap.table);
  else found();
  settle();
  if (tap.table === code) await showChanges(answer.ok ? text : "", since);
  return 0;
}

/** @type {Record<string, (tap: Tap, text: string, headers: Headers) => void>} */
const SETTLE = {
  refuse: (tap, text) => outbox.refuse({ ...tap, run: false }, text), // it never was on its way home
  "refuse all": ({ table }, text) => outbox.refuseAll(table, text),
  stop: (tap, text, headers) => stop(tap, text, headers.get("X-Answer")),
  judge: ({ key }) => judged.add(key),
  accept: (tap, _, headers) => outbox.settled(tap, headers.get("X-Entry")),
};

/** A run stops where it is contested, or where one of it is refused: what lies behind that waits until it is settled.
   An entry that differs from another phone's comes late, also with a connection.
   @param {Tap} tap @param {string} text @param {string | null} why */
function stop(tap, text, why) {
  const isContested = why === "contested";
  if (tap.run && !tap.taken) outbox.hold(tap.table, isContested ? text : "");
  if (!isContested) outbox.refuse({ ...tap, away: tap.away || why === "differs" }, text);
}

/** Long before it is given up, the phone says that it hears nothing.
   @param {Tap} tap @param {Record<string, string>} headers @param {boolean} askedHere */
async function posted({ url, body, run, taken }, headers, askedHere) {
  const asRun = run && !taken && !askedHere ? "&uncontested=1" : "";
  const unheard = setTimeout(() => askedHere || lost(), ANSWER_TIMEOUT_MS);
  const signal = AbortSignal.timeout(ENTRY_TIMEOUT_MS);
  try {
    return await fetch(url, { method: "POST", body: body + asRun, headers, signal });
  } finally {
    clearTimeout(unheard);
  }
}

/* What follows an answer happens where it was tapped. */
export function settle() {
  showTaps();
  const refused = new Set(outbox.refused(tableHere).map(tap => tap.key));
  for (const tap of takeAnswered()) {
    if (refused.has(tap.key)) continue;
    putBack(tap);
    announce("entry:answered");
    if (tap.then && isLive()) closeDrawer();
    else if (tap.then) location.assign(localAddress(tap.then));
    else if (!$("#table")) location.reload();
  }
}
