/* The phones of a table with newcomers are led to the same page. It opens once in each tab, not again when the table is
   loaded anew, and closes when they are led no further. */
import { $ } from "./dom.js";
import { closeDrawer } from "./drawer.js";
import { code } from "./page.js";

const STORED = `led-${code}`;

export function followLead() {
  if (!$("#together")) return;
  const link = $("#together a");
  const page = link?.id ?? "";
  if (page === (sessionStorage.getItem(STORED) ?? "")) return;
  sessionStorage.setItem(STORED, page);
  if (link) htmx.trigger(link, "led");
  else if ($("#drawer .way")) closeDrawer();
}
