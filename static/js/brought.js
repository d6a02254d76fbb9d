/* Reads the entries that a phone brings from another origin in an address. Anybody may write such an address:
   each entry becomes a new one of known fields and types, that enters at its own table, or is left out. */
import { entersAtItsTable } from "./outbox.js";

const KEY = /^[\w-]{1,64}$/;
const TEXTS = ["say", "game", "at", "from"];
const FLAGS = ["away", "run", "taken", "shown"];
const LATEST = 1e15;

/** [kind, entry] for each that can be read, of one table or of any. What is HTML in them (the answer to a refused
   one, the drawing of a piece) is left behind.
   @param {string | null} text @param {string} [table] @returns {[string, Tap][]} */
export function readBrought(text, table) {
  const pairs = parsed(text);
  if (!Array.isArray(pairs)) return [];
  const read = pairs.map(pair => (Array.isArray(pair) ? readEntry(pair[0], pair[1]) : null));
  return read.filter(one => one !== null).filter(([, entry]) => !table || entry.table === table);
}

/** @param {string} name @param {string} text @returns {[string, Tap] | null} */
function readEntry(name, text) {
  const kind = /^(tap|refused)-/.exec(name)?.[1];
  /** @type {Record<string, any>} */
  const { table, n, key, url, body, undoes, then, ...rest } = Object(parsed(text));
  /** @type {Tap & Record<string, unknown>} */
  const entry = { table, n, key, url, body };
  const isOrdered = Number.isInteger(n) && n >= 0 && n < LATEST;
  if (!kind || !isOrdered || !entersAtItsTable(entry)) return null;
  if (!isKey(key) || typeof body !== "string") return null;
  if (new URLSearchParams(body).get("key") !== key) return null;
  for (const field of TEXTS) if (typeof rest[field] === "string") entry[field] = rest[field];
  for (const field of FLAGS) if (typeof rest[field] === "boolean") entry[field] = rest[field];
  if (isKey(undoes)) entry.undoes = undoes;
  // biome-ignore lint/suspicious/noThenProperty: taps that wait on phones are stored with this name
  if (then === `/t/${table}`) entry.then = then;
  return [kind, entry];
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** @param {unknown} value */
const isKey = value => typeof value === "string" && KEY.test(value);
