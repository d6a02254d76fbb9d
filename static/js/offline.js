/* What this phone can do offline: the service worker, its cached pages, controls that need the server, and entries that
   conflict with those of others. */
import { removeQueuedPieces } from "./board.js";
import * as connection from "./connection.js";
import { $, $$, isVisible, make, onEvent, required, stopEvent } from "./dom.js";
import { discardEntry, makeRow, showEntries } from "./notices.js";
import * as outbox from "./outbox.js";
import { code, entriesTable, isTablePage, shownEntryHash, shownVersion } from "./page.js";
import { send } from "./sender.js";

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
    navigator.serviceWorker.onmessage = showWithheld;
    updateOfflineCopy();
  } catch {
    // without a worker, the app works while connected
  }
}

/** @param {ServiceWorker | null} [worker] */
const isOfflineWorker = worker => worker?.scriptURL.endsWith("/pocket-sw.js");

/** Show while offline why the server allows no copy. @param {MessageEvent<{ withheld: string }>} message */
function showWithheld({ data }) {
  if (!$("#withheld")) required("#no-response").insertAdjacentHTML("afterend", data.withheld);
}

/* The worker keeps the table's offline copy up to date. */
export function updateOfflineCopy() {
  if (!hasCopies || !isTablePage() || !connection.isOnline()) return;
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
  if (!isTablePage() || connection.isUsingOfflineApp()) return;
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

/* Offline, controls that this phone cannot answer are disabled, with the reason. The service worker knows which these
   are, from cached pages and offline copies. Without a worker, as on plain http, none can be answered. */

const CONTROL_SELECTOR = ":is(#menu, #drawer, #head) :is(a[href], button)";

let answerableRequests = new Map(); // by request: whether the phone can answer it while offline
let state = "";

export async function disableUnavailable() {
  const now = connection.isOnline() ? "" : connection.isUsingOfflineApp() ? "copy" : "kept";
  if (now !== state) answerableRequests = new Map();
  state = now;
  if (!now) return $$("[data-unanswered]").forEach(enableControl);
  const controls = $$(CONTROL_SELECTOR).filter(isVisible);
  const here = { page: location.href, table: code && `/t/${code}` };
  const requests = controls.map(control => JSON.stringify(getRequest(control, here)));
  const known = answerableRequests;
  const unknown = requests.filter(request => request !== "null" && !known.has(request));
  const results = unknown.length ? await askWorker(unknown.map(each => JSON.parse(each))) : [];
  for (const [place, request] of unknown.entries()) known.set(request, results[place]);
  if (known !== answerableRequests) return;
  for (const [place, control] of controls.entries())
    if (known.get(requests[place]) === false) disableControl(control);
    else enableControl(control);
}

/** Ask the worker which requests it can answer. One of an older version does not reply: the controls stay enabled.
   @param {unknown[]} requests @returns {Promise<boolean[]> | boolean[]} */
function askWorker(requests) {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return requests.map(() => false);
  const { port1, port2 } = new MessageChannel();
  return new Promise(done => {
    port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ canAnswer: requests }, [port2]);
  });
}

/** An icon or a link in a sentence has no space for the reason, which is shown when it is tapped.
   @param {HTMLElement} control */
function disableControl(control) {
  if ("unanswered" in control.dataset) return;
  const reason = document.body.dataset.needsConnection;
  control.dataset.unanswered = "";
  control.setAttribute("aria-disabled", "true");
  control.setAttribute("aria-description", reason);
  if (control.matches("button, .button") && !control.hasAttribute("aria-label"))
    control.append(make("small", reason, { className: "needs-connection" }));
}

/** Enable a control, also in a copy of the page. @param {HTMLElement} control */
export function enableControl(control) {
  delete control.dataset.unanswered;
  control.removeAttribute("aria-disabled");
  control.removeAttribute("aria-description");
  for (const reason of $$(".needs-connection", control)) reason.remove();
}

/** @param {Element} control @param {Event} event */
function refuseClick(control, event) {
  stopEvent(event);
  if (!$(".needs-connection", control)) showNoResponse(true);
}

/* The request of a control. */

/** Return the method and URL that a control requests. Null if it stays on the page, or if it makes an entry, which
   the outbox queues. `here` has the URLs of the page and of the table below the drawer.
   @param {Control} control @param {{ page: string, table?: string }} here */
export function getRequest(control, here) {
  const [method, address] = control.href ? ["GET", control.href] : getSubmittedRequest(control);
  if (!method) return null;
  const { href, origin, pathname } = new URL(address, here.page);
  const closes = pathname === here.table && control.closest("#drawer");
  const waits = method === "POST" && pathname.endsWith("/enter");
  return origin !== new URL(here.page).origin || closes || waits ? null : [method, href];
}

/** @param {Control} button */
function getSubmittedRequest(button) {
  const { form } = button;
  if (!form || button.type !== "submit") return [];
  const method = (form.getAttribute("method") ?? "get").toUpperCase();
  const address = button.getAttribute("formaction") ?? form.getAttribute("action");
  const isForScript = address === null && method === "GET";
  return method === "DIALOG" || isForScript ? [] : [method, address ?? ""];
}

/* Requests that cannot be queued (pages, seats, starts, rematches) show a note if there is no response. */

/* Forms of settings, which are sent with each change. Without a response, they show the former values again. */
const SETTINGS_FORM_SELECTOR = "form[hx-trigger^=change]";
const LEAVE_TIMEOUT_MS = 2000; // a page that should have been left and is still shown checks the server

/** Return whether a person waits for the response. @param {{ ctx?: HtmxContext }} detail */
const isAwaited = ({ ctx }) =>
  ["click", "submit"].includes(ctx?.sourceEvent?.type ?? "") ||
  (ctx?.request?.method === "POST" && !ctx.request.action.endsWith("/ask"));

/** Show or hide the note, in the drawer if it covers the page. @param {boolean} isShown */
function showNoResponse(isShown) {
  const note = required("#no-response");
  const place = $("#drawer[open] .answers");
  note.hidden = !isShown || Boolean(place);
  for (const old of $$(".answers .unheard")) old.remove();
  if (!isShown || !place) return;
  place.append(make("p", note.textContent.trim(), { className: "notice unheard", role: "alert" }));
}

export const hideNoResponse = () => showNoResponse(false);

export function initOfflineControls() {
  onEvent("click", "[data-unanswered]", refuseClick, true);
  htmx.registerExtension("unheard", {
    htmx_before_request(_, detail) {
      if (!isAwaited(detail)) return;
      hideNoResponse();
      const { ctx } = detail;
      if (ctx.request.method === "GET" && navigator.serviceWorker?.controller) return; // the worker answers in time
      ctx.silenceTimer = setTimeout(() => reportNoResponse(ctx), connection.ANSWER_TIMEOUT_MS);
    },
    htmx_before_response(_, { ctx }) {
      if (ctx.silenceTimer) hideNoResponse(); // a late response
      clearTimeout(ctx.silenceTimer);
    },
    htmx_finally_request: (_, { ctx }) => clearTimeout(ctx.silenceTimer),
    htmx_error(element, detail) {
      if (isAwaited(detail)) showNoResponse(true);
      if (element instanceof HTMLFormElement && element.matches(SETTINGS_FORM_SELECTOR))
        element.reset();
    },
  });
  const checkStillHere = async () =>
    (await connection.isServerReachable(LEAVE_TIMEOUT_MS)) || reportNoResponse();
  addEventListener("beforeunload", () => setTimeout(checkStillHere, LEAVE_TIMEOUT_MS));
  disableUnavailable();
}

/** @param {HtmxContext} [ctx] */
function reportNoResponse(ctx) {
  if (!ctx?.isForOfflineApp) connection.setOffline();
  showNoResponse(true);
}

/* A batch of offline entries that conflicts with other players' entries is shown beside theirs, and each entry is
   taken or dropped. A note in the log lists the dropped ones. */

const MAX_NOTE_LENGTH = 480;

export function showContested() {
  const section = $("#contested");
  if (!section) return;
  const theirs = outbox.heldBatch(entriesTable);
  const entries = outbox.waiting(entriesTable).filter(outbox.isHeld);
  section.hidden = !entries.length;
  const { take, drop, note } = required("#outbox").dataset;
  if (!entries.length) return finishDecision(note);
  required(".theirs", section).innerHTML = theirs ?? "";
  const keys = new Set(entries.map(({ key }) => key));
  const listed = entries.filter(({ undoes = "" }) => !keys.has(undoes)); // an undo follows its entry
  const rows = listed.map(entry =>
    outbox.canTake(entry)
      ? makeRow("li", entry, [take, takeEntry], [drop, discardEntry])
      : makeRow("li", entry, [drop, discardEntry]),
  );
  required(".yours", section).replaceChildren(...rows);
  required(".take-all", section).hidden = Boolean(theirs);
  required(".take-all", section).onclick = () => listed.filter(outbox.canTake).forEach(takeEntry);
  required(".drop-all", section).onclick = () => listed.forEach(discardEntry);
}

/** @param {QueuedEntry} entry */
function takeEntry(entry) {
  const queued = outbox.waiting(entriesTable);
  const undos = queued.filter(({ undoes }) => undoes === entry.key);
  for (const each of [entry, ...undos]) outbox.update({ ...each, taken: true });
  showEntries();
  send();
}

/** Once all entries are decided and answered, add a note with the dropped entries to the log. @param {string} words */
function finishDecision(words) {
  const open = [...outbox.waiting(entriesTable), ...outbox.refused(entriesTable)];
  if (outbox.heldBatch(entriesTable) === null || open.some(entry => entry.run)) return;
  const dropped = outbox.leftOutEntries(entriesTable);
  outbox.releaseBatch(entriesTable);
  if (!dropped.length) return;
  const key = outbox.newKey();
  const text = words.replace("#", () => dropped.join(" · ")).slice(0, MAX_NOTE_LENGTH);
  const body = new URLSearchParams({ key, kind: "note", text }).toString();
  outbox.add({ key, url: `/t/${entriesTable}/enter`, body, say: text });
  send();
}
