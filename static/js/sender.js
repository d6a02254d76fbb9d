/* Sends what was tapped: the taps of all tables from every page, those of one table in their order. */
import { clearChoice } from "./choices.js";
import {
  ANSWER_TIMEOUT_MS,
  setOnline,
  isUsingOfflineApp,
  isOutdated,
  setOffline,
  setOfflineApp,
  isServerReachable,
  retryAfterMs,
  requireOwnResponse,
} from "./connection.js";
import { $ } from "./dom.js";
import { closeDrawer } from "./navigation.js";
import { showEntries, showUnsaved } from "./notices.js";
import * as outbox from "./outbox.js";
import { dispatch, code, isTablePage, resolveLocalUrl, entriesTable } from "./page.js";
import { startTask, finishTask } from "./pending.js";
import * as storage from "./storage.js";
import { showChanges, changesSince } from "./table.js";

const ENTRY_TIMEOUT_MS = 15_000;
const RESEND_MS = 2000;
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
  if (looking || !isUsingOfflineApp()) return;
  looking = true;
  if (await isServerReachable()) setOnline();
  looking = false;
}

/* The server is back: it judges all that this phone judged by itself, and then has the newest copy. */
export function resendAll() {
  outbox.answeredOffline.clear();
  send();
}

/** @param {string} table */
async function sendThoseOf(table) {
  if (sending.has(table) || performance.now() < notBefore) return;
  sending.add(table);
  startTask("tap");
  const isHeard = await withTabLock(table, () => sendAll(table)).catch(() => false);
  sending.delete(table);
  if (!sending.size) finishTask("tap");
  if (isHeard && next(table)) sendThoseOf(table);
}

/** While this phone answers by itself, what it has judged waits for the server; only that server has it begin
   with the first again, so that nothing overtakes. A run that is contested waits for people.
   @param {string} table */
const next = table =>
  outbox
    .waiting(table)
    .find(tap => !(isUsingOfflineApp() && outbox.answeredOffline.has(tap.key)) && !outbox.isHeld(tap));

/** What was made without a line hangs together, and on what waited before it: it goes home as one run, and says so.
   @param {string} table */
function joinRuns(table) {
  const taps = outbox.waiting(table);
  const last = taps.map(tap => tap.away).lastIndexOf(true);
  if (last > 0) for (const tap of taps.slice(0, last + 1)) outbox.update({ ...tap, run: true });
}

/** Until one is not answered: that one and all behind it wait. @param {string} table */
async function sendAll(table) {
  if (!isUsingOfflineApp()) joinRuns(table);
  for (let tap = next(table); tap; tap = next(table)) {
    try {
      const wait = await sendOne(tap);
      if (!wait) continue;
      notBefore = performance.now() + wait;
      setOnline();
      sendLater(wait + 1);
    } catch (error) {
      setOffline(error);
      sendLater();
    }
    return false;
  }
  if (isUsingOfflineApp()) sendLater();
  return true;
}

function sendLater(wait = RESEND_MS) {
  clearTimeout(later);
  later = setTimeout(send, wait);
}

/** @param {QueuedEntry} tap */
const isLast = ({ key, table }) => outbox.waiting(table).at(-1)?.key === key;

/** How long it has to wait, where the app had no room for it. @param {QueuedEntry} tap */
async function sendOne(tap) {
  if (!outbox.hasValidUrl(tap)) {
    outbox.settle(tap);
    return 0;
  }
  const isForOfflineApp = isUsingOfflineApp();
  const since = tap.table === code && isLast(tap) ? changesSince() : null;
  const headers = {
    ...HEADERS,
    ...(isForOfflineApp && { "X-Here": "1" }),
    ...(since && { "X-Shown": since }),
  };
  const answer = requireOwnResponse(await posted(tap, headers, isForOfflineApp));
  if (isOutdated(answer, isForOfflineApp)) return 0; // the server judges it, as the next one
  const isOffline = answer.headers.has("X-Kept");
  await showUnsaved(answer);
  const wait = retryAfterMs(answer);
  if (wait) return wait;
  const isGone = answer.headers.has("X-Gone");
  const outcome = getOutcome({ status: answer.status, isOffline, isGone });
  if (outcome === "wait") throw new Error(`${answer.status}`);
  const text = await answer.text();
  SETTLE[outcome](tap, text, answer.headers);
  if (isOffline) setOfflineApp(tap.table);
  else setOnline();
  settle();
  if (tap.table === code) await showChanges(answer.ok ? text : "", since);
  return 0;
}

/** @type {Record<string, (tap: QueuedEntry, text: string, headers: Headers) => void>} */
const SETTLE = {
  refuse: (tap, text) => outbox.refuse({ ...tap, run: false }, text), // it never was on its way home
  "refuse all": ({ table }, text) => outbox.refuseAll(table, text),
  stop: (tap, text, headers) => stop(tap, text, headers.get("X-Answer")),
  judge: ({ key }) => outbox.answeredOffline.add(key),
  accept: (tap, _, headers) => outbox.settle(tap, headers.get("X-Entry")),
};

/** A run stops where it is contested, or where one of it is refused: what lies behind that waits until it is settled.
   An entry that differs from another phone's comes late, also with a connection.
   @param {QueuedEntry} tap @param {string} text @param {string | null} why */
function stop(tap, text, why) {
  const isContested = why === "contested";
  if (tap.run && !tap.taken) outbox.holdBatch(tap.table, isContested ? text : "");
  if (!isContested) outbox.refuse({ ...tap, away: tap.away || why === "differs" }, text);
}

/** Long before it is given up, the phone says that it hears nothing.
   @param {QueuedEntry} tap @param {Record<string, string>} headers @param {boolean} isForOfflineApp */
async function posted({ url, body, run, taken }, headers, isForOfflineApp) {
  const asRun = run && !taken && !isForOfflineApp ? "&uncontested=1" : "";
  const unheard = setTimeout(() => isForOfflineApp || setOffline(), ANSWER_TIMEOUT_MS);
  const signal = AbortSignal.timeout(ENTRY_TIMEOUT_MS);
  try {
    return await fetch(url, { method: "POST", body: body + asRun, headers, signal });
  } finally {
    clearTimeout(unheard);
  }
}

/* What follows an answer happens where it was tapped. */
export function settle() {
  showEntries();
  const refused = new Set(outbox.refused(entriesTable).map(tap => tap.key));
  for (const tap of outbox.takeAnswered()) {
    if (refused.has(tap.key)) continue;
    clearChoice(tap);
    dispatch("entry:answered");
    if (tap.then && isTablePage()) closeDrawer();
    else if (tap.then) location.assign(resolveLocalUrl(tap.then));
    else if (!$("#table")) location.reload();
  }
}

/* What becomes of an entry once it is answered. */

const REQUEST_TIMEOUT = 408;
const INSUFFICIENT_STORAGE = 507;

/** ``isOffline``: this phone answered in place of the server. ``isGone``: the table is.
   @typedef {{ status: number, isOffline: boolean, isGone: boolean }} EntryAnswer */
/** @typedef {"wait" | "refuse" | "refuse all" | "stop" | "judge" | "accept"} Outcome */

/** @param {EntryAnswer} answer */
const isRefusal = ({ status }) => status >= 400;

/** The first row that fits decides. A server without room refuses; what a phone has no room for waits for the server.
   @type {[Outcome, (answer: EntryAnswer) => boolean][]} */
const OUTCOMES = [
  ["wait", ({ status }) => status === REQUEST_TIMEOUT],
  [
    "wait",
    ({ status, isOffline }) => status >= 500 && (status !== INSUFFICIENT_STORAGE || isOffline),
  ],
  ["refuse", answer => isRefusal(answer) && answer.isOffline],
  ["refuse all", ({ isGone }) => isGone],
  ["stop", isRefusal],
  ["judge", ({ isOffline }) => isOffline],
  ["accept", () => true],
];

/** @param {EntryAnswer} answer */
export const getOutcome = answer => OUTCOMES.find(([, fits]) => fits(answer))?.[0] ?? "accept";

/* One tab sends a table's taps at a time: it writes its name down meanwhile. Two that begin in the same moment send the
   same taps in the same order, and the server enters each once. */

const LEASE_MS = 5000; // a tab that sleeps while it sends holds nobody up for longer
const POLL_MS = 60;

const thisTab = outbox.newKey();

/** Do the work while no other tab does the same for this table.
   @param {string} table @param {() => Promise<boolean>} work */
export async function withTabLock(table, work) {
  const name = `sending-${table}`;
  for (take(name); holder(name) !== thisTab; take(name))
    await new Promise(next => setTimeout(next, POLL_MS));
  const renewing = setInterval(() => take(name), LEASE_MS / 4);
  const release = () => {
    if (holder(name) === thisTab) storage.drop(name);
  };
  addEventListener("pagehide", release);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    removeEventListener("pagehide", release);
    release();
  }
}

/** @param {string} name */
function holder(name) {
  const [tab, until] = (storage.get(name) || "").split(" ");
  const left = Number(until) - Date.now();
  return left > 0 && left <= LEASE_MS ? tab : "";
}

/** @param {string} name */
function take(name) {
  if (["", thisTab].includes(holder(name)))
    storage.put(name, `${thisTab} ${Date.now() + LEASE_MS}`);
}
