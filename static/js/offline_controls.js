/* Offline, a key that this phone cannot answer by itself is disabled and says why. The worker knows which it can: it
   has the kept pages and the offline copies. Where there is no worker, as on plain http, the phone has neither. */
import { ANSWER_TIMEOUT_MS, isUsingOfflineApp, isOnline, setOffline, isServerReachable } from "./connection.js";
import { $, $$, isVisible, make, required } from "./dom.js";
import { code } from "./page.js";

const KEYS = ":is(#menu, #drawer, #head) :is(a[href], button)";

let answers = new Map(); // whether the phone answers by itself, by request, while it has no connection
let state = "";

export const initDisabledControls = () => document.addEventListener("click", refuse, true);

export async function disableUnavailable() {
  const now = isOnline() ? "" : isUsingOfflineApp() ? "copy" : "kept";
  if (now !== state) answers = new Map();
  state = now;
  const keys = now ? $$(KEYS).filter(isVisible) : $$("[data-unanswered]");
  const requests = keys.map(key => JSON.stringify(now && requestFrom(key)));
  await learn(requests.filter(request => request !== "null" && !answers.has(request)));
  if (now !== state) return;
  for (const [place, key] of keys.entries()) mark(key, answers.get(requests[place]) === false);
}

/** @param {Control} key */
const requestFrom = key => getRequest(key, { page: location.href, table: code && `/t/${code}` });

/** @param {string[]} requests */
async function learn(requests) {
  if (!requests.length || !state) return;
  const known = answers;
  const told = await askWorker(requests.map(request => JSON.parse(request)));
  for (const [place, request] of requests.entries()) known.set(request, told[place]);
}

/** A worker of an older version says nothing: its keys stay as they are.
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

/** A sign or a word within a sentence has no room for the reason: it is told when it is tapped.
   @param {HTMLElement} key @param {boolean} isUnanswered */
function mark(key, isUnanswered) {
  if (isUnanswered === "unanswered" in key.dataset) return;
  const reason = document.body.dataset.needsConnection;
  if (isUnanswered) {
    key.dataset.unanswered = "";
    key.setAttribute("aria-disabled", "true");
    key.setAttribute("aria-description", reason);
    if (key.matches("button, .button") && !key.hasAttribute("aria-label"))
      key.append(make("small", reason, { className: "needs-connection" }));
  } else enableControl(key);
}

/** As it was: also in a copy of the page. @param {HTMLElement} key */
export function enableControl(key) {
  delete key.dataset.unanswered;
  key.removeAttribute("aria-disabled");
  key.removeAttribute("aria-description");
  for (const reason of $$(".needs-connection", key)) reason.remove();
}

/** @param {UIEvent} event */
function refuse(event) {
  const key = event.target.closest("[data-unanswered]");
  if (!key) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!$$(".needs-connection", key).length) showUnheard(true);
}

/* What a control asks of the server. */

/** The method and address that it leads to; null where it leads nowhere else, and for an entry, which waits in the
   outbox. `here` is the address of the page, and of the table beneath the drawer.
   @param {Control} control @param {{ page: string, table?: string }} here */
export function getRequest(control, here) {
  const [method, address] = control.href ? ["GET", control.href] : sentBy(control);
  if (!method) return null;
  const { href, origin, pathname } = new URL(address, here.page);
  const closes = pathname === here.table && control.closest("#drawer");
  const waits = method === "POST" && pathname.endsWith("/enter");
  return origin !== new URL(here.page).origin || closes || waits ? null : [method, href];
}

/** @param {Control} button */
function sentBy(button) {
  const { form } = button;
  if (!form || button.type !== "submit") return [];
  const method = (form.getAttribute("method") ?? "get").toUpperCase();
  const address = button.getAttribute("formaction") ?? form.getAttribute("action");
  const isForScript = address === null && method === "GET";
  return method === "DIALOG" || isForScript ? [] : [method, address ?? ""];
}

/* What is not kept for later (a page, a seat, a start, a rematch) says so when nobody answers it. */

const LEAVE_TIMEOUT_MS = 2000; // a page that is still here then asks whether the server answers, as long again

/** @param {{ ctx?: HtmxContext }} detail */
const isAct = ({ ctx }) => ctx?.request?.method === "POST" && !ctx.request.action.endsWith("/ask");
/** @param {{ ctx?: HtmxContext }} detail */
const isTap = ({ ctx }) => ["click", "submit"].includes(ctx?.sourceEvent?.type ?? "");

/** In the drawer, where that covers the page. @param {boolean} isShown */
function showUnheard(isShown) {
  const note = required("#no-response");
  const place = $("#drawer[open] .answers");
  note.hidden = !isShown || Boolean(place);
  for (const old of $$(".answers .unheard")) old.remove();
  if (!isShown || !place) return;
  place.append(make("p", note.textContent.trim(), { className: "notice unheard", role: "alert" }));
}

export const hideNoResponse = () => showUnheard(false);

/** A page that the worker was asked for comes from it in time. @param {{ ctx: HtmxContext }} detail */
const isTimed = ({ ctx }) => ctx.request.method !== "GET" || !navigator.serviceWorker?.controller;

export function initNoResponse() {
  const timers = new Map();
  /** @param {unknown} _ @param {{ ctx: HtmxContext }} detail */
  const stop = (_, { ctx }) => {
    clearTimeout(timers.get(ctx));
    timers.delete(ctx);
  };
  htmx.registerExtension("unheard", {
    htmx_before_request(_, detail) {
      if (!isAct(detail) && !isTap(detail)) return;
      hideNoResponse();
      const { ctx } = detail;
      const timer = isTimed(detail) && setTimeout(() => tellUnanswered(ctx), ANSWER_TIMEOUT_MS);
      timers.set(ctx, timer);
    },
    htmx_before_response(_, detail) {
      if (timers.has(detail.ctx)) hideNoResponse(); // it came late
      stop(_, detail);
    },
    htmx_finally_request: stop,
    htmx_error: (_, detail) => {
      if (isAct(detail) || isTap(detail)) showUnheard(true);
    },
  });
  addEventListener("beforeunload", () => setTimeout(lookAfterLeaving, LEAVE_TIMEOUT_MS));
}

/** @param {HtmxContext} [ctx] */
function tellUnanswered(ctx) {
  if (!ctx?.isForOfflineApp) setOffline();
  showUnheard(true);
}

/* A page of its own was asked for, and this one is still here. */
async function lookAfterLeaving() {
  if (!(await isServerReachable(LEAVE_TIMEOUT_MS))) tellUnanswered();
}
