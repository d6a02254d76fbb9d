/* The outbox: entries made on this phone that are queued, or refused and not yet read. Each is stored under its own
   name, tap-TABLE-n-KEY or refused-TABLE-n-KEY, so that browser tabs never overwrite each other's entries. n puts a
   table's entries in order. */
import { getFormValue } from "./dom.js";
import { entriesTable } from "./page.js";
import * as storage from "./storage.js";

export function newKey() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(12))];
  return bytes.map(n => n.toString(36).padStart(2, "0")).join("");
}

/** @param {string} kind @param {QueuedEntry} entry */
const storageName = (kind, { table, n, key }) =>
  `${kind}-${table}-${String(n).padStart(15, "0")}-${key}`;

/** Store an entry, or a changed one. @param {QueuedEntry} entry */
export const update = (entry, kind = "tap") =>
  storage.put(storageName(kind, entry), JSON.stringify(entry));

/** @param {string} name */
const isEntryName = name => /^(tap|refused)-/.test(name);
const entryNames = () => storage.names().filter(isEntryName);

/** @param {string} kind @param {string} [table] @returns {QueuedEntry[]} */
function listEntries(kind, table) {
  const names = storage.names().filter(name => name.startsWith(`${kind}-${table}-`));
  const texts = names.sort().map(name => storage.get(name));
  return texts.filter(Boolean).map(text => JSON.parse(text));
}

/** Return the queued entries of a table in the order in which they were made. @param {string} [table] */
export const waiting = table => listEntries("tap", table);
/** Return the refused entries of a table. @param {string} [table] */
export const refused = table => listEntries("refused", table);

/* Return the codes of all tables with entries. */
export const tables = () => [...new Set(entryNames().map(name => name.split("-")[1]))];

/** Add an entry. The clock puts the entries of all tabs in order; if it was set back, the entry still follows the
   older ones.
   @param {NewEntry} entry */
export function add(entry) {
  const table = entry.url.split("/")[2];
  const last = waiting(table).at(-1)?.n || 0;
  const added = { ...entry, table, n: Math.max(Date.now(), last + 1) };
  update(added);
  return added;
}

/** Return the key of the queued entry that an undo made now takes back; undefined if that entry is not queued.
   @param {string} [table] */
export function nextUndone(table) {
  /** @type {(string | undefined)[]} */
  const done = [];
  /** @type {(string | undefined)[]} */
  let undone = [];
  for (const { key, body } of waiting(table)) {
    const kind = getFormValue(body, "kind");
    if (kind === "undo") undone.push(done.pop());
    else if (kind === "redo") done.push(undone.pop());
    else if (kind !== "note") {
      done.push(key);
      undone = [];
    }
  }
  return done.at(-1);
}

/** By key of an entry that this page's table accepted: the table's version with it. @type {Map<string, number>} */
export const acceptedVersions = new Map();

/** Remove an entry that was accepted as `version`, or dropped. A queued undo of it then undoes that version, or is
   removed too.
   @param {QueuedEntry} entry @param {string | null} [version] */
export function settle(entry, version) {
  if (version && entry.table === entriesTable) acceptedVersions.set(entry.key, Number(version));
  storage.drop(storageName("tap", entry));
  for (const undo of waiting(entry.table).filter(({ undoes }) => undoes === entry.key))
    if (version) update({ ...undo, body: undo.body.replace(/\bof=\d+/, `of=${version}`) });
    else settle(undo);
}

/** @param {QueuedEntry} entry @param {string} answer */
export function refuse(entry, answer) {
  update({ ...entry, answer }, "refused");
  settle(entry);
}

/** Refuse all queued entries of a table, as none can be sent any more. Undos of these entries are left out.
   @param {string} table @param {string} answer */
export function refuseAll(table, answer) {
  const entries = waiting(table);
  const keys = new Set(entries.map(({ key }) => key));
  for (const entry of entries.filter(({ undoes = "" }) => !keys.has(undoes)))
    refuse({ ...entry, run: false }, answer);
  releaseBatch(table);
}

/** A batch of offline entries that conflicts with other entries (`theirs`, HTML) is held until the user decides on
   each one. The dropped entries are noted.
   @param {string} table @param {string} theirs */
export const holdBatch = (table, theirs) => storage.put(`held-${table}`, theirs);
/** @param {string} [table] */
export const heldBatch = table => storage.get(`held-${table}`);
/** @param {QueuedEntry} entry */
export const isHeld = entry =>
  Boolean(entry.run && !entry.taken) && heldBatch(entry.table) !== null;
/** Return whether a held entry can still be sent. One that names an entry by its number cannot, if that entry was made
   offline too: on the server it has another number. Undos of queued entries get the new number.
   @param {QueuedEntry} entry */
export const canTake = entry =>
  Boolean(entry.undoes) || !(Number(getFormValue(entry.body, "of")) > versionSeen(entry));
/** @param {string} [table] @returns {string[]} */
export const leftOutEntries = table => JSON.parse(storage.get(`left-out-${table}`) || "[]");
/** @param {QueuedEntry} entry */
function noteLeftOut({ table, run, say }) {
  if (!run || heldBatch(table) === null) return;
  storage.put(`left-out-${table}`, JSON.stringify([...leftOutEntries(table), say]));
}
/** @param {string} [table] */
export function releaseBatch(table) {
  storage.drop(`held-${table}`);
  storage.drop(`left-out-${table}`);
}

/** Return all stored entries as [name, text]. @returns {[string, string | null][]} */
export const allStored = () => entryNames().map(name => [name, storage.get(name)]);

/** Return whether an entry is sent to an entry route of its own table. No other one is sent.
   @param {{ table: string, url: string }} entry */
export const hasValidUrl = ({ table, url }) =>
  typeof table === "string" &&
  /^[0-9A-Z]{1,8}$/.test(table) &&
  [`/t/${table}/enter`, `/t/${table}/lobby/enter`].includes(url);

/** Mark a refusal as shown at its table; other pages no longer list it. @param {QueuedEntry} entry */
export function markShown(entry) {
  if (!entry.shown) update({ ...entry, shown: true }, "refused");
}

/** Remove a refusal that was read. @param {QueuedEntry} entry */
export function markRead(entry) {
  storage.drop(storageName("refused", entry));
  noteLeftOut(entry);
}

/* Keys of entries that were removed on this page before the server answered. */
export const discarded = new Set();

/** @param {QueuedEntry} entry */
export function discard(entry) {
  discarded.add(entry.key);
  settle(entry);
  noteLeftOut(entry);
}

/** Call a function when another tab changes the outbox. @param {() => void} callback */
export function onOtherTabChange(callback) {
  addEventListener("storage", event => {
    if (isEntryName(event.key ?? "")) callback();
  });
}

/* Move the lists of earlier releases, one per table, into separate entries. */
export function migrateOldLists() {
  for (const name of storage.names().filter(name => name.startsWith("waiting-"))) {
    /** @type {QueuedEntry[]} */
    const list = JSON.parse(storage.get(name) || "[]");
    for (const [place, old] of list.entries()) {
      const key = new URLSearchParams(old.body).get("key") ?? "";
      update({ ...old, key, table: name.slice("waiting-".length), n: place + 1 });
    }
    storage.drop(name);
  }
}

/* The entries made on this page. Another tab may send them, but this page handles the response. */

/** @type {Map<string, QueuedEntry>} */
const own = new Map();

/* Keys of entries that the offline app accepted. They stay queued for the server, which checks them again. */
export const answeredOffline = new Set();

/* Keys of entries that the offline app had rendered into this page. */
const drawnOnLoad = new Set();

/** Return the queued entries not yet shown on the board, including while reconnecting. @param {string} [table] */
export const notDrawn = table =>
  waiting(table).filter(({ key }) => !answeredOffline.has(key) && !drawnOnLoad.has(key));

/** @param {QueuedEntry} entry */
export const addOwn = entry => own.set(entry.key, entry);
/** @param {QueuedEntry} entry */
export const dropOwn = entry => own.delete(entry.key);
export const ownEntries = () => [...own.values()];

/** Return the version of the table on which an entry was made. @param {QueuedEntry} entry */
export const versionSeen = ({ body }) =>
  Number.parseInt(new URLSearchParams(body).get("seen") ?? "", 10);

/* Restore the entries made on this page before it was left, if they are still queued. */
export function restoreOwn() {
  const queued = entriesTable ? waiting(entriesTable) : [];
  for (const entry of queued) if (entry.from === location.pathname) addOwn(entry);
  if ("offlineApp" in document.documentElement.dataset)
    for (const { key } of queued) drawnOnLoad.add(key);
}

/* Return, once, the entries of this page that are no longer queued, or wait only for the server's check. */
export function takeAnswered() {
  const open = new Set(waiting(entriesTable).map(entry => entry.key));
  for (const key of answeredOffline) open.delete(key);
  const answered = ownEntries().filter(entry => !open.has(entry.key));
  answered.forEach(dropOwn);
  return answered;
}
