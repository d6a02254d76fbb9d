/* A seat and queued entries that come from another address of this server. */
import { $, required } from "./dom.js";
import * as outbox from "./outbox.js";
import { resolveLocalUrl } from "./page.js";

/* Reads the entries that a phone brings from another origin in an address. Anybody may write such an address:
   each entry becomes a new one of known fields and types, that enters at its own table, or is left out. */

const KEY = /^[\w-]{1,64}$/;
const TEXTS = ["say", "game", "at", "from"];
const FLAGS = ["away", "run", "taken", "shown"];
const LATEST = 1e15;

/** [kind, entry] for each that can be read, of one table or of any. What is HTML in them (the answer to a refused
   one, the drawing of a piece) is left behind.
   @param {string | null} text @param {string} [table] @returns {[string, QueuedEntry][]} */
export function parseTransfer(text, table) {
  const pairs = parsed(text);
  if (!Array.isArray(pairs)) return [];
  const read = pairs.map(pair => (Array.isArray(pair) ? readEntry(pair[0], pair[1]) : null));
  return read.filter(one => one !== null).filter(([, entry]) => !table || entry.table === table);
}

/** @param {string} name @param {string} text @returns {[string, QueuedEntry] | null} */
function readEntry(name, text) {
  const kind = /^(tap|refused)-/.exec(name)?.[1];
  /** @type {Record<string, any>} */
  const { table, n, key, url, body, undoes, then, ...rest } = Object(parsed(text));
  /** @type {QueuedEntry & Record<string, unknown>} */
  const entry = { table, n, key, url, body };
  const isOrdered = Number.isInteger(n) && n >= 0 && n < LATEST;
  if (!kind || !isOrdered || !outbox.hasValidUrl(entry)) return null;
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

/* At the new address: the seat is asked for with the ticket, and the taps that came along are kept only once it was
   given. */

const ALONG = "arriving";
const form = $("form#arrive");
const arrived = $("a#arrived");

if (form && location.hash) ask(form);
if (arrived) takeAlong(arrived);

/** @param {HTMLFormElement} form */
function ask(form) {
  const [code, ticket, taps] = location.hash.slice(1).split("~");
  form.elements.code.value = code;
  form.elements.ticket.value = ticket;
  sessionStorage.setItem(ALONG, decodeURIComponent(taps ?? ""));
  form.hidden = false;
}

/** @param {HTMLAnchorElement} arrived */
function takeAlong(arrived) {
  const table = arrived.pathname.split("/")[2];
  const taps = sessionStorage.getItem(ALONG);
  sessionStorage.removeItem(ALONG);
  outbox.importEntries(parseTransfer(taps, table));
  location.replace(arrived.href);
}

/* Looks whether this phone trusts the house yet, and leads on to the same page by https once it does.
   What a browser keeps is each protocol's own: taps that wait are sent before, or handed on. */

const EVERY = 2000;
const LOOK = 4000;
const TO_BE_SEEN = 1500;
const TO_BE_SENT = 6000;
const trustPage = $("#trust");
const { next, secured } = trustPage?.dataset ?? { next: "", secured: "" };
const isHere = location.protocol === "https:";
let looking = false;

/** @param {number} milliseconds */
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

if (trustPage) {
  if (isHere) arrive();
  else setInterval(lookForTrust, EVERY);
  lookForTrust();
}

async function lookForTrust() {
  if (looking || document.hidden || !(isHere || (await isTrusted()))) return;
  looking = true;
  required("#not-ready").hidden = true;
  required("#ready").hidden = required("#onward").hidden = false;
  if (!isHere) leadOn();
}

/* What the answer says cannot be seen from here; that there is one says all. */
function isTrusted() {
  const signal = AbortSignal.timeout(LOOK);
  return fetch(`${secured}/healthz`, { mode: "no-cors", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}

async function leadOn() {
  const latest = Date.now() + TO_BE_SENT;
  await wait(TO_BE_SEEN);
  while (outbox.allStored().some(([name]) => name.startsWith("tap-")) && Date.now() < latest)
    await wait(200);
  const along = encodeURIComponent(JSON.stringify(outbox.allStored()));
  location.assign(`${secured}/trust?next=${encodeURIComponent(next)}#${along}`);
}

/* Who comes from this very address by http brings what waited there; nobody else may bring anything. */
async function arrive() {
  const came = location.hash.slice(1);
  if (!came || document.referrer !== `http://${location.host}/`) return;
  outbox.importEntries(parseTransfer(decodeURIComponent(came)));
  await wait(TO_BE_SEEN);
  await Promise.race([navigator.serviceWorker?.ready, wait(TO_BE_SENT)]); // it keeps the page that comes next
  location.replace(resolveLocalUrl(next));
}
