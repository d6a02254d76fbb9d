/* The browser's storage. If it is full or forbidden, values are kept in memory until the page closes. */

/** @type {Map<string, string>} */
const memory = new Map();
let isFull = false;

/* Return whether the last value was stored permanently. */
export const isPersistent = () => !isFull;

/** Return what `access` returns, or null if the browser forbids it. @template T @param {() => T} access */
function tryStorage(access) {
  try {
    return access();
  } catch {
    return null;
  }
}

/** @param {string} name */
export const get = name => memory.get(name) ?? tryStorage(() => localStorage.getItem(name));

/** Return whether a switch of this phone is on, which is the default. @param {string} name */
export const isOn = name => get(name) !== "no";

/** @param {string} name @param {string} text */
export function put(name, text) {
  try {
    localStorage.setItem(name, text);
    memory.delete(name);
    isFull = false;
  } catch {
    memory.set(name, text);
    isFull = true;
  }
}

/** @param {string} name */
export function drop(name) {
  memory.delete(name);
  tryStorage(() => localStorage.removeItem(name));
}

export const names = () => [
  ...new Set([...memory.keys(), ...(tryStorage(() => Object.keys(localStorage)) ?? [])]),
];

/** Store a value for the next page of this tab, if possible. @param {string} name @param {unknown} value */
export const putForTab = (name, value) =>
  tryStorage(() => sessionStorage.setItem(name, JSON.stringify(value)));

/** Return the value stored for this tab, or null. @param {string} name */
export const getForTab = name =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(name) ?? "null"));

/* Warn before leaving the page while an entry is only in memory. */
export function warnBeforeUnload() {
  addEventListener("beforeunload", event => {
    if ([...memory.keys()].some(name => name.startsWith("tap-"))) event.preventDefault();
  });
}
