/* One tab sends a table's taps at a time: it writes its name down meanwhile. Two that begin in the same moment send the
   same taps in the same order, and the server enters each once. */
import { newKey } from "./outbox.js";
import * as storage from "./storage.js";

const LEASE = 5000; // a tab that sleeps while it sends holds nobody up for longer
const AGAIN = 60;

const thisTab = newKey();

/** Do the work while no other tab does the same for this table.
   @param {string} table @param {() => Promise<boolean>} work */
export async function alone(table, work) {
  const name = `sending-${table}`;
  for (take(name); holder(name) !== thisTab; take(name))
    await new Promise(next => setTimeout(next, AGAIN));
  const renewing = setInterval(() => take(name), LEASE / 4);
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
  return left > 0 && left <= LEASE ? tab : "";
}

/** @param {string} name */
function take(name) {
  if (["", thisTab].includes(holder(name))) storage.put(name, `${thisTab} ${Date.now() + LEASE}`);
}
