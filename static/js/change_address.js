/* Moves the seat and the queued entries of this phone to another address of the server. */
import { answersOpaquely } from "./connection.js";
import { $, onEvent, required } from "./dom.js";
import * as outbox from "./outbox.js";
import { code, resolveLocalUrl } from "./page.js";
import { get, put } from "./storage.js";

/* The ticket with which this seat can be claimed at the new address. Pages rendered by the offline app have none. */
const TICKET_TAB_KEY = "ticket";

export async function initAddressChange() {
  const { ticket, beside } = document.body.dataset;
  if (!code) return;
  if (ticket) put(TICKET_TAB_KEY, `${code}~${ticket}`);
  onEvent("submit", "form#move", moveSeat);
  // whether this phone can resolve the server's mDNS name
  if (beside && (await answersOpaquely(`${location.protocol}//${beside}`)))
    document.documentElement.classList.add("finds-name");
}

/** @param {HTMLFormElement} form @param {SubmitEvent} event */
function moveSeat(form, event) {
  event.preventDefault();
  const typed = required("input[name=address]", form).value;
  const to = event.submitter?.matches("[name=beside]") ? document.body.dataset.beside : typed;
  const host = to.trim().replace(/^https?:\/\//, "");
  const stored = get(TICKET_TAB_KEY);
  const seat = stored?.startsWith(`${code}~`) ? stored : `${code}~`;
  const entries = encodeURIComponent(JSON.stringify(outbox.allStored()));
  location.assign(`${location.protocol}//${host.split("/")[0]}/arrive#${seat}~${entries}`);
}

/* Reads entries that a phone brings from another origin in the URL fragment. Anybody could write such a URL: each
   entry is rebuilt from known fields and types, and must belong to its own table, or it is dropped. */

const KEY_PATTERN = /^[\w-]{1,64}$/;
const TEXT_FIELDS = ["say", "game", "at", "from"];
const BOOLEAN_FIELDS = ["away", "run", "taken", "shown"];
const MAX_ORDER = 1e15;

/** @param {string | null} text @param {string} [table] */
function importEntries(text, table) {
  for (const [kind, entry] of parseTransfer(text, table)) outbox.update(entry, kind);
}

/** Return [kind, entry] for each valid entry, of one table or of all. HTML in an entry (the answer to a refused one,
   the picture of a piece) is dropped.
   @param {string | null} text @param {string} [table] @returns {[string, QueuedEntry][]} */
export function parseTransfer(text, table) {
  const pairs = parseJson(text);
  if (!Array.isArray(pairs)) return [];
  const read = pairs.map(pair => (Array.isArray(pair) ? readEntry(pair[0], pair[1]) : null));
  return read.filter(one => one !== null).filter(([, entry]) => !table || entry.table === table);
}

/** @param {string} name @param {string} text @returns {[string, QueuedEntry] | null} */
function readEntry(name, text) {
  const kind = /^(tap|refused)-/.exec(name)?.[1];
  /** @type {Record<string, any>} */
  const { table, n, key, url, body, undoes, then, ...rest } = Object(parseJson(text));
  /** @type {QueuedEntry & Record<string, unknown>} */
  const entry = { table, n, key, url, body };
  const isOrdered = Number.isInteger(n) && n >= 0 && n < MAX_ORDER;
  if (!kind || !isOrdered || !outbox.hasValidUrl(entry)) return null;
  if (!isKey(key) || typeof body !== "string") return null;
  if (new URLSearchParams(body).get("key") !== key) return null;
  for (const field of TEXT_FIELDS) if (typeof rest[field] === "string") entry[field] = rest[field];
  for (const field of BOOLEAN_FIELDS)
    if (typeof rest[field] === "boolean") entry[field] = rest[field];
  if (isKey(undoes)) entry.undoes = undoes;
  // biome-ignore lint/suspicious/noThenProperty: queued entries are stored with this name
  if (then === `/t/${table}`) entry.then = then;
  return [kind, entry];
}

/** @param {string | null} text */
function parseJson(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** @param {unknown} value */
const isKey = value => typeof value === "string" && KEY_PATTERN.test(value);

/* At the new address: the ticket claims the seat, and the entries are stored only once the seat is given. */

const ENTRIES_KEY = "arriving";
const form = $("form#arrive");
const link = $("a#arrived");

if (form && location.hash) {
  const [code, ticket, ...rest] = location.hash.slice(1).split("~");
  form.elements.code.value = code;
  form.elements.ticket.value = ticket;
  // a name in an entry may contain the separator as well
  sessionStorage.setItem(ENTRIES_KEY, decodeURIComponent(rest.join("~")));
  form.hidden = false;
}
if (link) {
  const entries = sessionStorage.getItem(ENTRIES_KEY);
  sessionStorage.removeItem(ENTRIES_KEY);
  importEntries(entries, link.pathname.split("/")[2]);
  location.replace(link.href);
}

/* Checks whether this phone trusts the local certificate authority, and then opens the same page with https. Browser
   storage is separate for each protocol: queued entries are sent first, or transferred. */

const CHECK_INTERVAL_MS = 2000;
const CHECK_TIMEOUT_MS = 4000;
const SHOWN_MS = 1500;
const MAX_WAIT_MS = 6000;
const trustPage = $("#trust");
const { next, secured } = trustPage?.dataset ?? { next: "", secured: "" };
const isHere = location.protocol === "https:";
let isReady = false;

/** @param {number} milliseconds */
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

if (trustPage) {
  if (isHere) importFromHttp();
  else setInterval(checkTrust, CHECK_INTERVAL_MS);
  checkTrust();
}

async function checkTrust() {
  if (isReady || document.hidden) return;
  if (!isHere && !(await answersOpaquely(secured, AbortSignal.timeout(CHECK_TIMEOUT_MS)))) return;
  isReady = true;
  required("#not-ready").hidden = true;
  required("#ready").hidden = required("#onward").hidden = false;
  if (isHere) return;
  const endTime = Date.now() + MAX_WAIT_MS;
  await wait(SHOWN_MS);
  while (outbox.allStored().some(([name]) => name.startsWith("tap-")) && Date.now() < endTime)
    await wait(200);
  const entries = encodeURIComponent(JSON.stringify(outbox.allStored()));
  location.assign(`${secured}/trust?next=${encodeURIComponent(next)}#${entries}`);
}

/* Import entries only if the page was opened from this address with http. */
async function importFromHttp() {
  const fragment = location.hash.slice(1);
  if (!fragment || document.referrer !== `http://${location.host}/`) return;
  importEntries(decodeURIComponent(fragment));
  await wait(SHOWN_MS);
  await Promise.race([navigator.serviceWorker?.ready, wait(MAX_WAIT_MS)]); // it caches the next page
  location.replace(resolveLocalUrl(next));
}
