/* Offline, controls that this phone cannot answer are disabled, with the reason. The service worker knows which these
   are, from cached pages and offline copies. Without a worker, as on plain http, none can be answered. */
import {
  ANSWER_TIMEOUT_MS,
  isUsingOfflineApp,
  isOnline,
  setOffline,
  isServerReachable,
} from "./connection.js";
import { $, $$, isVisible, make, onEvent, required, stopEvent } from "./dom.js";
import { code } from "./page.js";

const CONTROL_SELECTOR = ":is(#menu, #drawer, #head) :is(a[href], button)";

let answerableRequests = new Map(); // by request: whether the phone can answer it while offline
let state = "";

export async function disableUnavailable() {
  const now = isOnline() ? "" : isUsingOfflineApp() ? "copy" : "kept";
  if (now !== state) answerableRequests = new Map();
  state = now;
  const controls = now ? $$(CONTROL_SELECTOR).filter(isVisible) : $$("[data-unanswered]");
  const here = { page: location.href, table: code && `/t/${code}` };
  const requests = controls.map(control => JSON.stringify(now && getRequest(control, here)));
  const known = answerableRequests;
  const unknown = requests.filter(request => request !== "null" && !known.has(request));
  const results =
    now && unknown.length ? await askWorker(unknown.map(each => JSON.parse(each))) : [];
  for (const [place, request] of unknown.entries()) known.set(request, results[place]);
  if (now !== state) return;
  for (const [place, control] of controls.entries())
    setDisabled(control, answerableRequests.get(requests[place]) === false);
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
   @param {HTMLElement} control @param {boolean} isDisabled */
function setDisabled(control, isDisabled) {
  if (isDisabled === "unanswered" in control.dataset) return;
  if (!isDisabled) return enableControl(control);
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
  const timers = new Map();
  /** @param {unknown} _ @param {{ ctx: HtmxContext }} detail */
  const stop = (_, { ctx }) => {
    clearTimeout(timers.get(ctx));
    timers.delete(ctx);
  };
  htmx.registerExtension("unheard", {
    htmx_before_request(_, detail) {
      if (!isAwaited(detail)) return;
      hideNoResponse();
      const { ctx } = detail;
      const isInTime = ctx.request.method === "GET" && navigator.serviceWorker?.controller;
      const report = () => isInTime || reportNoResponse(ctx); // the worker answers for pages in time
      timers.set(ctx, setTimeout(report, ANSWER_TIMEOUT_MS));
    },
    htmx_before_response(_, detail) {
      if (timers.has(detail.ctx)) hideNoResponse(); // a late response
      stop(_, detail);
    },
    htmx_finally_request: stop,
    htmx_error: (_, detail) => {
      if (isAwaited(detail)) showNoResponse(true);
    },
  });
  const checkStillHere = async () =>
    (await isServerReachable(LEAVE_TIMEOUT_MS)) || reportNoResponse();
  addEventListener("beforeunload", () => setTimeout(checkStillHere, LEAVE_TIMEOUT_MS));
  disableUnavailable();
}

/** @param {HtmxContext} [ctx] */
function reportNoResponse(ctx) {
  if (!ctx?.isForOfflineApp) setOffline();
  showNoResponse(true);
}
