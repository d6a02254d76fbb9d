/* Sends the queued entries of all tables from every page, those of one table in order. */
import * as connection from "./connection.js";
import { $ } from "./dom.js";
import { clearChoice } from "./move_form.js";
import { closeDrawer } from "./navigation.js";
import { showEntries, showUnsaved } from "./notices.js";
import * as outbox from "./outbox.js";
import * as page from "./page.js";
import * as storage from "./storage.js";
import { changesSince, showChanges } from "./table.js";

const ENTRY_TIMEOUT_MS = 15_000;
const RESEND_MS = 2000;

const sending = new Set();
let resendTimer = 0;
let notBefore = 0; // the server accepts requests again
let isChecking = false;

export function send() {
  checkServer();
  for (const table of outbox.tables()) sendTable(table);
}

/* Check with a separate request whether the server answers again, so that no entry waits for it. */
async function checkServer() {
  if (isChecking || !connection.isUsingOfflineApp()) return;
  isChecking = true;
  if (await connection.isServerReachable()) connection.setOnline();
  isChecking = false;
}

/* The server answers again: it checks all entries that the offline app accepted, and its table replaces the copy. */
export function resendAll() {
  outbox.answeredOffline.clear();
  send();
}

/** @param {string} table */
async function sendTable(table) {
  if (sending.has(table) || performance.now() < notBefore) return;
  sending.add(table);
  page.startTask("tap");
  const isAnswered = await withTabLock(table, () => sendAll(table)).catch(() => false);
  sending.delete(table);
  if (!sending.size) page.finishTask("tap");
  if (isAnswered && nextEntry(table)) sendTable(table);
}

/** Return the next entry to send. While the offline app answers, entries it accepted are skipped. The server later
   gets them all in order. A contested batch waits for the user.
   @param {string} table */
function nextEntry(table) {
  const skipped = connection.isUsingOfflineApp() ? outbox.answeredOffline : new Set();
  return outbox.waiting(table).find(entry => !skipped.has(entry.key) && !outbox.isHeld(entry));
}

/** Mark offline entries, and the queued entries before them, as one batch. @param {string} table */
function joinBatches(table) {
  const entries = outbox.waiting(table);
  const last = entries.findLastIndex(entry => entry.away);
  if (last < 1) return;
  for (const entry of entries.slice(0, last + 1)) outbox.update({ ...entry, run: true });
}

/** Send entries until one gets no response; that one and the later ones stay queued. @param {string} table */
async function sendAll(table) {
  if (!connection.isUsingOfflineApp()) joinBatches(table);
  for (let entry = nextEntry(table); entry; entry = nextEntry(table)) {
    try {
      const wait = await sendOne(entry);
      if (!wait) continue;
      notBefore = performance.now() + wait;
      connection.setOnline();
      sendLater(wait + 1);
    } catch (error) {
      connection.setOffline(error);
      sendLater();
    }
    return false;
  }
  if (connection.isUsingOfflineApp()) sendLater();
  return true;
}

function sendLater(wait = RESEND_MS) {
  clearTimeout(resendTimer);
  resendTimer = setTimeout(send, wait);
}

/** Send an entry. Return the milliseconds to wait if the server is overloaded, otherwise 0. @param {QueuedEntry} entry */
async function sendOne(entry) {
  if (!outbox.hasValidUrl(entry)) {
    outbox.settle(entry);
    return 0;
  }
  const isForOfflineApp = connection.isUsingOfflineApp();
  const isLast = outbox.waiting(entry.table).at(-1)?.key === entry.key;
  const shownTag = entry.table === page.code && isLast ? changesSince() : null;
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "HX-Request": "true",
    ...(isForOfflineApp && { "X-Here": "1" }),
    ...(shownTag && { "X-Shown": shownTag }),
  };
  const answer = connection.requireOwnResponse(await postEntry(entry, headers, isForOfflineApp));
  if (connection.isOutdated(answer, isForOfflineApp)) return 0; // the server checks it as the next one
  const isOffline = answer.headers.has("X-Kept");
  await showUnsaved(answer);
  const wait = connection.retryAfterMs(answer);
  if (wait) return wait;
  const isGone = answer.headers.has("X-Gone");
  const outcome = getOutcome({ status: answer.status, isOffline, isGone });
  if (outcome === "wait") throw new Error(`${answer.status}`);
  const text = await answer.text();
  SETTLE_BY_OUTCOME[outcome](entry, text, answer.headers);
  if (isOffline) connection.setOfflineApp(entry.table);
  else connection.setOnline();
  settle();
  if (entry.table === page.code) await showChanges(answer.ok ? text : "", shownTag);
  return 0;
}

/** @type {Record<string, (entry: QueuedEntry, text: string, headers: Headers) => void>} */
const SETTLE_BY_OUTCOME = {
  refuse: (entry, text) => outbox.refuse({ ...entry, run: false }, text), // it was not sent to the server
  "refuse all": ({ table }, text) => outbox.refuseAll(table, text),
  stop: stopBatch,
  judge: ({ key }) => outbox.answeredOffline.add(key),
  accept: (entry, _, headers) => outbox.settle(entry, headers.get("X-Entry")),
};

/** Stop sending a batch that is contested or contains a refused entry: the entries after it wait for the user. An
   entry that differs from another phone's is treated as made offline, also with a connection.
   @param {QueuedEntry} entry @param {string} text @param {Headers} headers */
function stopBatch(entry, text, headers) {
  const why = headers.get("X-Answer");
  const isContested = why === "contested";
  if (entry.run && !entry.taken) outbox.holdBatch(entry.table, isContested ? text : "");
  if (!isContested) outbox.refuse({ ...entry, away: entry.away || why === "differs" }, text);
}

/** Post an entry. If there is no response, the page shows "offline" long before the request times out.
   @param {QueuedEntry} entry @param {Record<string, string>} headers @param {boolean} isForOfflineApp */
async function postEntry({ url, body, run, taken }, headers, isForOfflineApp) {
  const asRun = run && !taken && !isForOfflineApp ? "&uncontested=1" : "";
  const setOffline = () => isForOfflineApp || connection.setOffline();
  const offlineTimer = setTimeout(setOffline, connection.ANSWER_TIMEOUT_MS);
  const signal = AbortSignal.timeout(ENTRY_TIMEOUT_MS);
  try {
    return await fetch(url, { method: "POST", body: body + asRun, headers, signal });
  } finally {
    clearTimeout(offlineTimer);
  }
}

/* Handle the responses to this page's entries, on the page where they were made. */
export function settle() {
  showEntries();
  const refused = new Set(outbox.refused(page.entriesTable).map(entry => entry.key));
  for (const entry of outbox.takeAnswered()) {
    if (refused.has(entry.key)) continue;
    clearChoice(entry);
    page.dispatch("entry:answered");
    if (entry.then && page.isTablePage()) closeDrawer();
    else if (entry.then) location.assign(page.resolveLocalUrl(entry.then));
    else if (!$("#table")) location.reload();
  }
}

const REQUEST_TIMEOUT = 408;
const INSUFFICIENT_STORAGE = 507;

/** Return what the sender does after a response. ``isOffline``: the offline app answered. ``isGone``: the table no longer exists. A
   full server disk refuses an entry; a full phone leaves it queued for the server.
   @param {{ status: number, isOffline: boolean, isGone: boolean }} answer */
export function getOutcome({ status, isOffline, isGone }) {
  const isServerFull = status === INSUFFICIENT_STORAGE && !isOffline;
  if (status === REQUEST_TIMEOUT || (status >= 500 && !isServerFull)) return "wait";
  if (status < 400) return isOffline ? "judge" : "accept";
  if (isOffline) return "refuse";
  return isGone ? "refuse all" : "stop";
}

/* One tab at a time sends a table's entries: it stores its name as a lease. If two tabs start in the same moment,
   both send the same entries in the same order, and the server enters each once. */

const LEASE_MS = 5000; // a tab that sleeps while sending blocks the others no longer than this
const POLL_MS = 60;

const thisTab = outbox.newKey();

/** Run a function while no other tab runs it for this table.
   @param {string} table @param {() => Promise<boolean>} work */
export async function withTabLock(table, work) {
  const name = `sending-${table}`;
  for (renewLease(name); leaseHolder(name) !== thisTab; renewLease(name))
    await new Promise(next => setTimeout(next, POLL_MS));
  const renewing = setInterval(() => renewLease(name), LEASE_MS / 4);
  const release = () => {
    if (leaseHolder(name) === thisTab) storage.drop(name);
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
function leaseHolder(name) {
  const [tab, until] = (storage.get(name) || "").split(" ");
  const left = Number(until) - Date.now();
  return left > 0 && left <= LEASE_MS ? tab : "";
}

/** @param {string} name */
function renewLease(name) {
  if (["", thisTab].includes(leaseHolder(name)))
    storage.put(name, `${thisTab} ${Date.now() + LEASE_MS}`);
}
