/* What was tapped on this phone and is not settled yet: it waits to be sent, or was refused and not read.
   Each tap has a storage name of its own, tap-TABLE-n-KEY or refused-TABLE-n-KEY, so no tab of this browser
   can write over what another one keeps; n puts a table's taps in order. */
import { entriesTable } from "./page.js";
import * as storage from "./storage.js";

/** @param {number} count */
const bytes = count => [...crypto.getRandomValues(new Uint8Array(count))];

export const newKey = () =>
  bytes(12)
    .map(n => n.toString(36).padStart(2, "0"))
    .join("");

/** @param {string} kind @param {QueuedEntry} tap */
const storageName = (kind, tap) =>
  [kind, tap.table, String(tap.n).padStart(15, "0"), tap.key].join("-");

/** @param {string} name */
const isTap = name => /^(tap|refused)-/.test(name);

/** @param {string} kind @param {string} [table] @returns {QueuedEntry[]} */
function listed(kind, table) {
  const names = storage.names().filter(name => name.startsWith(`${kind}-${table}-`));
  const texts = names.sort().map(name => storage.get(name));
  return texts.filter(Boolean).map(text => JSON.parse(text));
}

/** The taps of a table that wait, and those that were refused, in the order in which they were made.
   @param {string} [table] */
export const waiting = table => listed("tap", table);
/** @param {string} [table] */
export const refused = table => listed("refused", table);

/* The codes of all tables that have any. */
export const tables = () => [
  ...new Set(
    storage
      .names()
      .filter(isTap)
      .map(name => name.split("-")[1]),
  ),
];

/** The clock puts the taps of all tabs in order; one that was set back must not put a tap before older ones.
   @param {NewEntry} tap */
export function add(tap) {
  const table = tap.url.split("/")[2];
  const last = waiting(table).at(-1)?.n || 0;
  const added = { ...tap, table, n: Math.max(Date.now(), last + 1) };
  storage.put(storageName("tap", added), JSON.stringify(added));
  return added;
}

/* The version of the table with the newest entry of this page that was accepted. */
export let acceptedVersion = 0;

/** A tap was accepted, as that entry, or waits no longer; what is to undo it undoes that, or nothing.
   @param {QueuedEntry} tap @param {string | null} [entry] */
export function settle(tap, entry) {
  acceptedVersion = Number(entry) || acceptedVersion;
  storage.drop(storageName("tap", tap));
  for (const undo of waiting(tap.table).filter(({ undoes }) => undoes === tap.key))
    if (entry) update({ ...undo, body: undo.body.replace(/\bof=\d+/, `of=${entry}`) });
    else settle(undo);
}

/** @param {QueuedEntry} tap @param {string} answer */
export function refuse(tap, answer) {
  storage.put(storageName("refused", tap), JSON.stringify({ ...tap, answer }));
  settle(tap);
}

/** Nothing that waits for this table can be sent any more. What was to undo some of it need not be told.
   @param {string} table @param {string} answer */
export function refuseAll(table, answer) {
  const taps = waiting(table);
  const keys = new Set(taps.map(({ key }) => key));
  for (const tap of taps.filter(({ undoes = "" }) => !keys.has(undoes)))
    refuse({ ...tap, run: false }, answer);
  releaseBatch(table);
}

/** A tap is kept as it is now. @param {QueuedEntry} tap */
export const update = tap => storage.put(storageName("tap", tap), JSON.stringify(tap));

/** What others went on with, in place of a run that was made here without a line: none of the run is sent until
   somebody decides, one by one; and what is left out. @param {string} table @param {string} theirs */
export const holdBatch = (table, theirs) => storage.put(`held-${table}`, theirs);
/** @param {string} [table] */
export const heldBatch = table => storage.get(`held-${table}`);
/** @param {QueuedEntry} tap */
export const isHeld = tap => Boolean(tap.run && !tap.taken) && heldBatch(tap.table) !== null;
/** @param {string} [table] @returns {string[]} */
export const leftOutEntries = table => JSON.parse(storage.get(`left-out-${table}`) || "[]");
/** @param {QueuedEntry} tap */
function leaveOut({ table, run, say }) {
  if (!run || heldBatch(table) === null) return;
  storage.put(`left-out-${table}`, JSON.stringify([...leftOutEntries(table), say]));
}
/** @param {string} [table] */
export function releaseBatch(table) {
  storage.drop(`held-${table}`);
  storage.drop(`left-out-${table}`);
}

/** Everything as it is kept here: [name, text]. @returns {[string, string | null][]} */
export const allStored = () =>
  storage
    .names()
    .filter(isTap)
    .map(name => [name, storage.get(name)]);

/** Keeps entries that were brought from another origin, as [kind, entry].
   @param {[string, QueuedEntry][]} brought */
export function importEntries(brought) {
  for (const [kind, entry] of brought) storage.put(storageName(kind, entry), JSON.stringify(entry));
}

/** Whether an entry goes to a route of its own table that takes entries. No other one is sent.
   @param {{ table: string, url: string }} entry */
export const hasValidUrl = ({ table, url }) =>
  typeof table === "string" &&
  /^[0-9A-Z]{1,8}$/.test(table) &&
  [`/t/${table}/enter`, `/t/${table}/lobby/enter`].includes(url);

/** A refusal was seen at its table: it is told there alone from now on. @param {QueuedEntry} tap */
export function markShown(tap) {
  if (!tap.shown) storage.put(storageName("refused", tap), JSON.stringify({ ...tap, shown: true }));
}

/** A refusal was read. @param {QueuedEntry} tap */
export function markRead(tap) {
  storage.drop(storageName("refused", tap));
  leaveOut(tap);
}

/** @param {QueuedEntry} tap */
export function discard(tap) {
  settle(tap);
  leaveOut(tap);
}

/** Another tab of this browser added or settled one. @param {() => void} tell */
export function onOtherTabChange(tell) {
  addEventListener("storage", event => {
    if (isTap(event.key ?? "")) tell();
  });
}

/* Releases before this one kept a list for each table. */
export function migrateOldLists() {
  for (const name of storage.names().filter(name => name.startsWith("waiting-"))) {
    /** @type {QueuedEntry[]} */
    const list = JSON.parse(storage.get(name) || "[]");
    list.forEach((old, place) => {
      const key = new URLSearchParams(old.body).get("key") ?? "";
      const tap = { ...old, key, table: name.slice("waiting-".length), n: place + 1 };
      storage.put(storageName("tap", tap), JSON.stringify(tap));
    });
    storage.drop(name);
  }
}

/* The taps made on this page, which may be sent by another tab: what follows an answer happens here. */

/** @type {Map<string, QueuedEntry>} */
const own = new Map();

/* The keys of taps that this phone has answeredOffline and drawn by itself while it has no line: they wait on for
   the server, which judges them again. */
export const answeredOffline = new Set();

/* Those that stood in the page as it came, which this phone drew. */
const drawnOnLoad = new Set();

/** Those that wait and are not drawn yet: also while the line is tried again, and nobody answers in its place.
   @param {string} [table] */
export const notDrawn = table =>
  waiting(table).filter(({ key }) => !answeredOffline.has(key) && !drawnOnLoad.has(key));

/** @param {QueuedEntry} tap */
export const addOwn = tap => own.set(tap.key, tap);
/** @param {QueuedEntry} tap */
export const dropOwn = tap => own.delete(tap.key);
export const ownEntries = () => [...own.values()];

/** The version of the table that a tap was made on. @param {QueuedEntry} tap */
export const versionSeen = ({ body }) =>
  Number.parseInt(new URLSearchParams(body).get("seen") ?? "", 10);

/* Those that waited when this page was left, and still do. */
export function restoreOwn() {
  const left = entriesTable ? waiting(entriesTable) : [];
  for (const tap of left) if (tap.from === location.pathname) addOwn(tap);
  if ("offlineApp" in document.documentElement.dataset) for (const { key } of left) drawnOnLoad.add(key);
}

/* Those that do not wait any longer, or only for the server's word, once. */
export function takeAnswered() {
  const open = new Set(waiting(entriesTable).map(tap => tap.key));
  for (const key of answeredOffline) open.delete(key);
  const answered = ownEntries().filter(tap => !open.has(tap.key));
  answered.forEach(dropOwn);
  return answered;
}
