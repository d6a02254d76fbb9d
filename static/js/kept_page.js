/* What is shown is what is kept: without a line a table opens as this phone last saw it, not as it was loaded.
   The worker keeps the page; where there is none, as on plain http, an open page is all that lasts. */
import { $, $$ } from "./dom.js";
import { isByItself } from "./line.js";
import { code, isLive, shownVersion } from "./page.js";
import { unmark } from "./offline_keys.js";
import { begin, end } from "./quiet.js";
import { removeDrawn } from "./waiting_on_board.js";

const REST = 300;
/* What scripts have put into the page, and put there again when it is opened. */
const MADE_HERE =
  "#answer > *, .answers > *, #drawer-page > *, #live > *, #elsewhere > *, #withheld, " +
  "#waiting p, #held li, #next-step";

let later = 0;

export function keepShown() {
  if (!code) return;
  document.addEventListener("table:drawn", () => {
    clearTimeout(later);
    begin("copy");
    later = setTimeout(keep, REST);
  });
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  navigator.serviceWorker?.addEventListener("controllerchange", keep);
  addEventListener("beforeunload", keep); // the worker hears it before it is asked for the next page
}

function keep() {
  end("copy");
  if (!isLive() || isByItself()) return;
  navigator.serviceWorker?.controller?.postMessage({ keep: code, page: pageAsShown() });
}

function pageAsShown() {
  const page = document.cloneNode(true);
  const { later: script, end } = document.body.dataset;
  for (const made of $$(
    `${MADE_HERE}, head [src="${script}"], [rel=stylesheet][href="${end}"]`,
    page,
  ))
    made.remove();
  for (const note of $$(".notice, .fresh, #outbox, #held, #offline", page)) note.hidden = true;
  removeDrawn(page);
  $("#hand", page)?.removeAttribute("hidden");
  for (const sheet of $$("dialog[open]", page)) sheet.removeAttribute("open");
  for (const key of $$("[data-unanswered]", page)) unmark(key);
  for (const each of $$("[data-htmx-powered]", page)) each.removeAttribute("data-htmx-powered");
  page.title = page.title.replace(/^▸ /, "");
  page.body.dataset.version = `${shownVersion()}`;
  for (const name of ["line", "pending", "quiet"]) delete page.documentElement.dataset[name];
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
