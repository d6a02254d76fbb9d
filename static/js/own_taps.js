/* The taps made on this page, which may be sent by another tab: what follows an answer happens here. */
import * as outbox from "./outbox.js";
import { tableHere } from "./page.js";

/** @type {Map<string, Tap>} */
const own = new Map();

/* The keys of taps that this phone has judged and drawn by itself while it has no line: they wait on for
   the server, which judges them again. */
export const judged = new Set();

/* Those that stood in the page as it came, which this phone drew. */
const cameDrawn = new Set();

/** Those that wait and are not drawn yet: also while the line is tried again, and nobody answers in its place.
   @param {string} [table] */
export const undrawn = table =>
  outbox.waiting(table).filter(({ key }) => !judged.has(key) && !cameDrawn.has(key));

/** @param {Tap} tap */
export const addOwn = tap => own.set(tap.key, tap);
/** @param {Tap} tap */
export const dropOwn = tap => own.delete(tap.key);
export const ownTaps = () => [...own.values()];

/** The version of the table that a tap was made on. @param {Tap} tap */
export const tappedOn = ({ body }) =>
  Number.parseInt(new URLSearchParams(body).get("seen") ?? "", 10);

/* Those that waited when this page was left, and still do. */
export function findOwn() {
  const left = tableHere ? outbox.waiting(tableHere) : [];
  for (const tap of left) if (tap.from === location.pathname) addOwn(tap);
  if ("pocket" in document.documentElement.dataset) for (const { key } of left) cameDrawn.add(key);
}

/* Those that do not wait any longer, or only for the server's word, once. */
export function takeAnswered() {
  const open = new Set(outbox.waiting(tableHere).map(tap => tap.key));
  for (const key of judged) open.delete(key);
  const answered = ownTaps().filter(tap => !open.has(tap.key));
  answered.forEach(dropOwn);
  return answered;
}
