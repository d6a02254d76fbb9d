/* The browser's storage. If it is full or forbidden, values are kept in memory until the page closes. */

/** @type {Map<string, string>} */
const memory = new Map();
let isFull = false;

/* Return whether the last value was stored permanently. */
export const isPersistent = () => !isFull;

/** @param {string} name */
export function get(name) {
  try {
    return memory.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

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
  try {
    localStorage.removeItem(name);
  } catch {
    // the value was only in memory
  }
}

export function names() {
  try {
    return [...new Set([...memory.keys(), ...Object.keys(localStorage)])];
  } catch {
    return [...memory.keys()];
  }
}

/** Store a value for the next page of this tab, if possible. @param {string} name @param {unknown} value */
export function putForTab(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // the value is lost
  }
}

/** Return the value stored for this tab, or null. @param {string} name */
export function getForTab(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/* Warn before leaving the page while an entry is only in memory. */
export function warnBeforeUnload() {
  addEventListener("beforeunload", event => {
    if ([...memory.keys()].some(name => name.startsWith("tap-"))) event.preventDefault();
  });
}
