/* Registers the service worker, offers updates, and gives it pages to cache. */
import { removeQueuedPieces } from "./board.js";
import { isUsingOfflineApp, isOnline } from "./connection.js";
import { $, $$, required } from "./dom.js";
import { enableControl } from "./offline_controls.js";
import { code, isTablePage, shownEntryHash, shownVersion, entriesTable } from "./page.js";

/* An update of the app on the phone is installed when the user chooses it, never during a game. */

let hasCopies = false;

/* A phone with the offline bundle has another worker, which includes this one, and keeps it. */
export async function registerWorker() {
  try {
    const current = await navigator.serviceWorker.getRegistration();
    hasCopies = [current?.installing, current?.waiting, current?.active].some(isOfflineWorker);
    /** @type {[string, RegistrationOptions?]} */
    const script = hasCopies ? ["/pocket-sw.js", { type: "module" }] : ["/sw.js"];
    initUpdates(await navigator.serviceWorker.register(...script));
    if (!hasCopies) return;
    navigator.serviceWorker.onmessage = ({ data }) => showWithheld(data.withheld);
    updateOfflineCopy();
  } catch {
    // without a worker, the app works while connected
  }
}

/** @param {ServiceWorker | null} [worker] */
const isOfflineWorker = worker => worker?.scriptURL.endsWith("/pocket-sw.js");

/** Show while offline why the server allows no copy. @param {string} html */
function showWithheld(html) {
  if (!$("#withheld")) required("#no-response").insertAdjacentHTML("afterend", html);
}

/* The worker keeps the table's offline copy up to date. */
export function updateOfflineCopy() {
  if (!hasCopies || !isTablePage() || !isOnline()) return;
  const shown = { table: code, version: shownVersion(), mark: shownEntryHash() };
  navigator.serviceWorker.controller?.postMessage(shown);
}

export const hideWithheld = () => $("#withheld")?.remove();

/** @param {ServiceWorkerRegistration} registration */
function initUpdates(registration) {
  offerUpdate(registration.waiting);
  registration.onupdatefound = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offerUpdate(worker);
    });
  };
  const controller = navigator.serviceWorker.controller;
  navigator.serviceWorker.oncontrollerchange = () => {
    if (controller) location.reload();
  };
}

/** Offer the update. A newer offline bundle may have newer rules, so it is offered only outside tables.
   @param {ServiceWorker | null} worker */
function offerUpdate(worker) {
  const notice = $("#fresh");
  if (!notice || !worker || !navigator.serviceWorker.controller) return;
  if (entriesTable && isOfflineWorker(worker)) return;
  notice.hidden = false;
  required("button", notice).onclick = () => worker.postMessage("update");
}

/* The page is cached as it is shown, not as it was loaded, so that a table opens offline in its last state: when it is
   hidden or left, when the connection is lost, and during a long game in case the phone's battery runs out. The worker
   stores it; without one, as on plain http, nothing is cached. */

const CACHE_INTERVAL_MS = 30_000;
/* Elements that scripts add, and add again when the page is opened. */
const ADDED_BY_SCRIPTS_SELECTOR =
  "#answer > *, .answers > *, #drawer-page > *, #live > *, #elsewhere > *, #withheld, " +
  "#waiting p, #contested li, #next-step";

let cachedVersion = NaN;

export function initPageCache() {
  if (!code) return;
  document.addEventListener("visibilitychange", () => document.hidden && cachePage());
  navigator.serviceWorker?.addEventListener("controllerchange", cachePage);
  addEventListener("beforeunload", cachePage); // the worker gets the message before it handles the next page
  setInterval(() => shownVersion() === cachedVersion || cachePage(), CACHE_INTERVAL_MS);
}

export function cachePage() {
  if (!isTablePage() || isUsingOfflineApp()) return;
  cachedVersion = shownVersion();
  navigator.serviceWorker?.controller?.postMessage({ keep: code, page: copyShownPage() });
}

function copyShownPage() {
  const page = document.cloneNode(true);
  const endStyles = `[rel=stylesheet][href="${document.body.dataset.end}"]`;
  for (const element of $$(`${ADDED_BY_SCRIPTS_SELECTOR}, ${endStyles}`, page)) element.remove();
  for (const notice of $$(".notice, .fresh, #outbox, #contested, #offline", page))
    notice.hidden = true;
  removeQueuedPieces(page);
  $("#move-form", page)?.removeAttribute("hidden");
  for (const sheet of $$("dialog[open]", page)) sheet.removeAttribute("open");
  for (const key of $$("[data-unanswered]", page)) enableControl(key);
  for (const each of $$("[data-htmx-powered]", page)) each.removeAttribute("data-htmx-powered");
  for (const each of $$(".htmx-request", page)) each.classList.remove("htmx-request");
  page.title = page.title.replace(/^▸ /, "");
  page.body.dataset.version = `${shownVersion()}`;
  delete page.documentElement.dataset.connection;
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
