/* One tab sends a table's taps at a time. Should two do it nevertheless, the server knows the keys. */
import { newKey } from "./outbox.js";
import * as storage from "./storage.js";

const PATIENCE = 20000; // a tab that sleeps with the lock holds nobody up for longer
const LEASE = 5000;
const SETTLE = 60;

const pause = time => new Promise(next => setTimeout(next, time));
const thisTab = newKey();

/* Do the work while no other tab does the same for this table. */
export function alone(table, work) {
  if (!navigator.locks) return leased(`sending-${table}`, work);
  const options = { signal: AbortSignal.timeout(PATIENCE) };
  return navigator.locks.request(`waiting-${table}`, options, work).catch(work);
}

/* Plain http has no locks: who sends writes its name down and, if that still stands a moment later, begins. */
async function leased(name, work) {
  while (holder(name) !== thisTab) {
    take(name);
    await pause(SETTLE * (1 + Math.random()));
  }
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

function holder(name) {
  const [tab, until] = (storage.get(name) || "").split(" ");
  const left = until - Date.now();
  return left > 0 && left <= LEASE ? tab : "";
}

function take(name) {
  if (["", thisTab].includes(holder(name))) storage.put(name, `${thisTab} ${Date.now() + LEASE}`);
}
