/* The taps made on this page, which may be sent by another tab: what follows an answer happens here. */
import * as outbox from "./outbox.js";
import { tableHere } from "./page.js";

const own = new Map();

export const addOwn = tap => own.set(tap.key, tap);
export const dropOwn = tap => own.delete(tap.key);

/* Those that waited when this page was left, and still do. */
export function findOwn() {
  const left = tableHere ? outbox.waiting(tableHere) : [];
  for (const tap of left) if (tap.from === location.pathname) addOwn(tap);
}

/* Those that do not wait any longer, once. */
export function takeAnswered() {
  const open = new Set(outbox.waiting(tableHere).map(tap => tap.key));
  const answered = [...own.values()].filter(tap => !open.has(tap.key));
  answered.forEach(dropOwn);
  return answered;
}
