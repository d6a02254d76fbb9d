/* The browser's storage. It may be full or forbidden: what it does not take lives as long as this page. */

/** @type {Map<string, string>} */
const memory = new Map();
let refusing = false;

/* Whether what was last put was kept for good. */
export const isPersistent = () => !refusing;

/** @param {string} name */
export function get(name) {
  try {
    return memory.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Whether a switch of this phone is on; it is until it is turned off. @param {string} name */
export const isOn = name => get(name) !== "no";

/** @param {string} name @param {string} text */
export function put(name, text) {
  try {
    localStorage.setItem(name, text);
    memory.delete(name);
    refusing = false;
  } catch {
    memory.set(name, text);
    refusing = true;
  }
}

/** @param {string} name */
export function drop(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Then it was in memory alone.
  }
}

export function names() {
  try {
    return [...new Set([...memory.keys(), ...Object.keys(localStorage)])];
  } catch {
    return [...memory.keys()];
  }
}

/** Keeps something for the next page of this tab; a phone that lets nothing be kept forgets it.
   @param {string} name @param {unknown} thing */
export function putForTab(name, thing) {
  try {
    sessionStorage.setItem(name, JSON.stringify(thing));
  } catch {
    // It is forgotten.
  }
}

/** What was kept for this tab; null if nothing was. @param {string} name */
export function getForTab(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/* Leaving the page asks first while a tap is nowhere but in its memory. */
export function warnBeforeUnload() {
  addEventListener("beforeunload", event => {
    if ([...memory.keys()].some(name => name.startsWith("tap-"))) event.preventDefault();
  });
}
