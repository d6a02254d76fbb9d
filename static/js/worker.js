/* The service worker: which one serves, when a newer one is taken, and the page that it keeps. */
import { removeQueuedPieces } from "./board.js";
import { isUsingOfflineApp, isOnline } from "./connection.js";
import { $, $$, required } from "./dom.js";
import { enableControl } from "./offline_controls.js";
import { code, isTablePage, shownEntryHash, shownVersion, entriesTable } from "./page.js";
import { startTask, finishTask } from "./pending.js";

/* The app as it is kept on the phone: a newer one is taken when the table says so, never in the middle
   of a game. */

let keepsCopies = false;

/* A phone that took the companion along has another worker, with this one in it, and keeps it. */
export async function registerWorker() {
  try {
    const there = await navigator.serviceWorker?.getRegistration();
    /** @type {[string, RegistrationOptions?]} */
    const script = hasOfflineWorker(there) ? ["/pocket-sw.js", { type: "module" }] : ["/sw.js"];
    const kept = await navigator.serviceWorker?.register(...script);
    if (kept) followUpdates(kept);
    keepsCopies = hasOfflineWorker(kept);
    if (keepsCopies) followCopies();
  } catch {
    // Without one the companion works as long as there is a line.
  }
}

/** @param {ServiceWorker | null} [worker] */
const isOfflineWorker = worker => worker?.scriptURL.endsWith("/pocket-sw.js");

/** @param {ServiceWorkerRegistration} [there] */
const hasOfflineWorker = there => [there?.installing, there?.waiting, there?.active].some(isOfflineWorker);

/* The table comes along: the worker keeps its copy as new as what the page shows. Where it may have none, it
   says so as long as there is no line. */
function followCopies() {
  navigator.serviceWorker.onmessage = ({ data }) => {
    if (!$("#withheld")) required("#no-response").insertAdjacentHTML("afterend", data.withheld);
  };
  updateOfflineCopy();
}

export function updateOfflineCopy() {
  if (!keepsCopies || !isTablePage() || !isOnline()) return;
  const shown = { table: code, version: shownVersion(), mark: shownEntryHash() };
  navigator.serviceWorker.controller?.postMessage(shown);
}

export const hideWithheld = () => $("#withheld")?.remove();

/** @param {ServiceWorkerRegistration} kept */
function followUpdates(kept) {
  offerUpdate(kept.waiting);
  kept.onupdatefound = () => {
    const coming = kept.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed") offerUpdate(coming);
    });
  };
  const had = navigator.serviceWorker.controller;
  navigator.serviceWorker.oncontrollerchange = () => {
    if (had) location.reload();
  };
}

/** A newer pocket plays by newer rules: it is offered away from the tables alone.
   @param {ServiceWorker | null} worker */
function offerUpdate(worker) {
  const note = $("#fresh");
  if (!note || !worker || !navigator.serviceWorker.controller) return;
  if (entriesTable && isOfflineWorker(worker)) return;
  note.hidden = false;
  required("button", note).onclick = () => worker.postMessage("update");
}

/* What is shown is what is kept: without a line a table opens as this phone last saw it, not as it was loaded.
   The worker keeps the page; where there is none, as on plain http, an open page is all that lasts. */

const REST = 300;
/* What scripts have put into the page, and put there again when it is opened. */
const MADE_HERE =
  "#answer > *, .answers > *, #drawer-page > *, #live > *, #elsewhere > *, #withheld, " +
  "#waiting p, #contested li, #next-step";

let rest = 0;

export function cachePageSoon() {
  if (!code) return;
  clearTimeout(rest);
  startTask("copy");
  rest = setTimeout(keepPage, REST);
}

export function initPageCache() {
  if (!code) return;
  document.addEventListener("visibilitychange", () => document.hidden && keepPage());
  navigator.serviceWorker?.addEventListener("controllerchange", keepPage);
  addEventListener("beforeunload", keepPage); // the worker hears it before it is asked for the next page
}

function keepPage() {
  finishTask("copy");
  if (!isTablePage() || isUsingOfflineApp()) return;
  navigator.serviceWorker?.controller?.postMessage({ keep: code, page: pageAsShown() });
}

function pageAsShown() {
  const page = document.cloneNode(true);
  const { end } = document.body.dataset;
  for (const made of $$(`${MADE_HERE}, [rel=stylesheet][href="${end}"]`, page)) made.remove();
  for (const note of $$(".notice, .fresh, #outbox, #contested, #offline", page)) note.hidden = true;
  removeQueuedPieces(page);
  $("#move-form", page)?.removeAttribute("hidden");
  for (const sheet of $$("dialog[open]", page)) sheet.removeAttribute("open");
  for (const key of $$("[data-unanswered]", page)) enableControl(key);
  for (const each of $$("[data-htmx-powered]", page)) each.removeAttribute("data-htmx-powered");
  page.title = page.title.replace(/^▸ /, "");
  page.body.dataset.version = `${shownVersion()}`;
  delete page.documentElement.dataset.connection;
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
