/* Which table this page belongs to, and what of it is shown. */
import { $ } from "./dom.js";

/* The code of the table that is followed here; none on pages that only lead back to one. */
export const code = document.body.dataset.table;

/* The page that an entry made here leads back to, if it is made on a page of its own. */
export const back = document.body.dataset.back;

/* The table whose entries this page shows and sends. */
export const entriesTable = code || back?.split("/")[2];

export const shownVersion = () =>
  Number($("#now")?.dataset.version || document.body.dataset.version || 0);

/* What the whole drawing is called that is shown. */
export const shownTag = () =>
  told()
    .map(({ tag = "" }) => tag)
    .join(".");

/* What its sheet and its slip say of themselves. */
const told = () => ["#now", "#turn"].map(part => $(part)?.dataset ?? {});

/* The seat that the hand enters for; none where this phone enters nothing now. */
export const actingSeat = () => $("#move-form > [name=seat]")?.value;

export const shownEntryHash = () => $("#now")?.dataset.mark || "";

/** The version of the table in the id of an event of its stream; NaN in the lobby. @param {string} id */
export const parseVersion = id => Number.parseInt(id, 10);

/* The table says of itself what it shows, for styles and for whoever looks on. */
export function showVersion() {
  const table = $("#table");
  if (table) Object.assign(table.dataset, ...told());
}

/* Whether the table itself is on this page, and drawn anew with each entry. */
export const isTablePage = () => code && $("#table") && !back;

/** Tell the other modules that something happened: connection:lost, connection:offline-app, connection:restored, connection:confirmed, table:updated,
   table:over, table:ended, dialog:opened, entries:listed, entries:drawn, entry:answered, drawer:loaded, page:loaded. main.js says who listens.
   @param {string} name */
export const dispatch = name => document.dispatchEvent(new CustomEvent(name));

/** The whole address that a text leads to from a page of this origin; the home page's where that is another site's.
   @param {string} text */
export function resolveLocalUrl(text, origin = location.origin) {
  const home = `${origin}/`;
  try {
    const { href } = new URL(text, home);
    return href.startsWith(home) ? href : home;
  } catch {
    return home; // it is no address
  }
}
