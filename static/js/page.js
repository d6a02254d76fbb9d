/* The table of this page, the version it shows, and the tasks in progress. */
import { $ } from "./dom.js";

/* The code of the table shown here; undefined on pages that only link to it. */
export const code = document.body.dataset.table;

/* On a separate page: the URL to open after an entry. */
export const back = document.body.dataset.back;

/* The code of the table whose entries this page shows and sends. */
export const entriesTable = code || back?.split("/")[2];

export const shownVersion = () =>
  Number($("#now")?.dataset.version || document.body.dataset.version || 0);

/* The data attributes of the two fragments that carry the version. */
const getVersionData = () => ["#now", "#turn"].map(part => $(part)?.dataset ?? {});

/* Return the tag of the fragments that the page shows. */
export const shownTag = () => Array.from(getVersionData(), ({ tag }) => tag).join(".");

/* Return the seat that the move form enters moves for; undefined if it enters none. */
export const actingSeat = () => $("#move-form > [name=seat]")?.value;

export const shownEntryHash = () => $("#now")?.dataset.mark || "";

/* Copy the version to the table element, for styles and tests. */
export function showVersion() {
  const table = $("#table");
  if (table) Object.assign(table.dataset, ...getVersionData());
}

/* Return whether this page shows the table itself, and updates after each entry. */
export const isTablePage = () => code && $("#table") && !back;

/** Dispatch an event of the page, such as "table:updated". main.js and deferred.js list what follows each event.
   @param {string} name */
export const dispatch = name => document.dispatchEvent(new CustomEvent(name));

/** Call these functions, in their order, after each event of the page. @param {Record<string, (() => void)[]>} steps */
export function followEvents(steps) {
  for (const [event, functions] of Object.entries(steps))
    for (const step of functions) document.addEventListener(event, () => step());
}

/** Resolve a URL against this origin; for another origin, return the home page. @param {string} text */
export function resolveLocalUrl(text, origin = location.origin) {
  const home = `${origin}/`;
  try {
    const { href } = new URL(text, home);
    return href.startsWith(home) ? href : home;
  } catch {
    return home; // it is not a URL
  }
}

/* The tasks in progress, by name. Tests set `onPending` and wait until there are none, and no request of htmx. An open
   stream, or an entry queued offline, is not a task. */

/** @type {Set<string>} */
const names = new Set();
const reportTasks = () => globalThis.onPending?.([...names]);

/** @param {string} name */
export function startTask(name) {
  names.add(name);
  reportTasks();
}

/** @param {string} name */
export function finishTask(name) {
  names.delete(name);
  reportTasks();
}
