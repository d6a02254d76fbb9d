/* Whether the server answers, and whether it is the server that does. */
import { $, $$, make, required } from "./dom.js";
import { announce, tableHere } from "./page.js";

/* The line to the server: whether it answers, and whether it is the server that does. */

/* Something answered that is not the companion. */
class Stranger extends Error {}

/* How the line is stands on the page itself, where scripts that come later read it: "live", "lost", or "own" where
   this phone, which took the table along, answers in the server's place; and when the server was last heard. A page
   may have been drawn by the phone, and one that was kept says when it was heard. */
const state = document.documentElement.dataset;
const drawnHere = "pocket" in state && /^[^0]/.test(tableHere ?? "0");
state.line ??= drawnHere ? "own" : state.heard ? "lost" : "live";
state.heard ??= `${Date.now()}`;

let strange = false;

export const isOnline = () => state.line === "live";
export const isStrange = () => strange;
export const heardAt = () => Number(state.heard);
export const isByItself = () => state.line === "own";
/* What answered may have been the copy of another table, of which something waits. */
export const hasCopyHere = () => isByItself() && (drawnHere || "copy" in state);

/** Only answers of the app's own are believed: on a network that asks for a login, anything may answer. A proxy
   that finds no app behind it (502 to 504) is no line. @param {Response} answer */
export function trusted(answer) {
  if (answer.headers.has("X-Companion")) return answer;
  throw answer.status > 501 && answer.status < 505
    ? new Error(`${answer.status}`)
    : new Stranger(answer.url);
}

/** The app is there, and has no room just now: milliseconds after which it may be asked again.
   @param {Response} answer */
export const toldToWait = ({ status, headers }) =>
  [429, 503].includes(status) ? 1000 * (Number(headers.get("Retry-After")) || 2) : 0;

/** What this phone was asked in the server's place, and answers when the server is back, counts no more.
   @param {Response} answer @param {boolean} [askedHere] */
export const isLate = ({ headers }, askedHere) =>
  askedHere && !isByItself() && headers.get("X-Kept") === "copy";

/* What htmx asks for by itself tells how the line is, too. */
export function watchLine() {
  htmx.registerExtension("line", {
    htmx_config_request(_, { ctx }) {
      ctx.askedHere = isByItself();
      if (ctx.askedHere) ctx.request.headers["X-Here"] = "1";
    },
    htmx_before_response(_, { ctx }) {
      if (isLate(ctx.response.raw, ctx.askedHere)) return false;
      try {
        heard(trusted(ctx.response.raw));
      } catch (error) {
        lost(error);
        return false;
      }
    },
    htmx_error(_, { ctx, error }) {
      if (!ctx?.askedHere || !isByItself()) lost(error); // a phone that answers by itself knows it
    },
  });
}

/** An answer of the server's, of a copy in its place, or of what was kept of an older page.
   @param {Response} answer */
function heard({ headers }) {
  const kept = headers.get("X-Kept");
  if (kept === "copy") replaced();
  else if (kept) lost();
  else found();
}

/* This phone answers in the server's place, for this table or for another. */
export function replaced(table = tableHere) {
  const begins = !isByItself();
  if (table === tableHere) state.copy = "";
  state.line = "own";
  lost();
  if (begins) announce("line:replaced");
}

export function found() {
  const isBack = !isOnline();
  state.line = "live";
  delete state.copy;
  state.heard = `${Date.now()}`;
  if (isBack) {
    strange = false;
    announce("line:back");
  }
  announce("line:heard");
}

/** @param {unknown} [error] */
export function lost(error) {
  if (error || isOnline()) state.line = "lost";
  if (error) strange = error instanceof Stranger;
  announce("line:lost");
}

/* Whether the server answers, and it is the server that does. */

const ANSWER_TIMEOUT_MS = 4000;

export async function serverAnswers(timeout = ANSWER_TIMEOUT_MS) {
  const signal = AbortSignal.timeout(timeout);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  return Boolean(answer?.headers.has("X-Companion"));
}

/* What is not kept for later (a page, a seat, a start, a rematch) says so when nobody answers it. */

const LEAVE_TIMEOUT_MS = 2000; // a page that is still here then asks whether the server answers, as long again

/** @param {{ ctx?: HtmxContext }} detail */
const isAct = ({ ctx }) =>
  ctx?.request?.method === "POST" && !/\/(ask|enter)$/.test(ctx.request.action);
/** @param {{ ctx?: HtmxContext }} detail */
const isTap = ({ ctx }) => ["click", "submit"].includes(ctx?.sourceEvent?.type ?? "");

/** In the drawer, where that covers the page. @param {boolean} isShown */
export function showUnheard(isShown) {
  const note = required("#unheard");
  const place = $("#drawer[open] .answers");
  note.hidden = !isShown || Boolean(place);
  for (const old of $$(".answers .unheard")) old.remove();
  if (!isShown || !place) return;
  place.append(make("p", note.textContent.trim(), { className: "notice unheard", role: "alert" }));
}

/** A page that the worker was asked for comes from it in time. @param {{ ctx: HtmxContext }} detail */
const isTimed = ({ ctx }) => ctx.request.method !== "GET" || !navigator.serviceWorker?.controller;

export function tellUnheard() {
  const timers = new Map();
  /** @param {unknown} _ @param {{ ctx: HtmxContext }} detail */
  const stop = (_, { ctx }) => {
    clearTimeout(timers.get(ctx));
    timers.delete(ctx);
  };
  htmx.registerExtension("unheard", {
    htmx_before_request(_, detail) {
      if (!isAct(detail) && !isTap(detail)) return;
      showUnheard(false);
      const { ctx } = detail;
      const timer = isTimed(detail) && setTimeout(() => tellUnanswered(ctx), ANSWER_TIMEOUT_MS);
      timers.set(ctx, timer);
    },
    htmx_before_response(_, detail) {
      if (timers.has(detail.ctx)) showUnheard(false); // it came late
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
  if (!ctx?.askedHere) lost();
  showUnheard(true);
}

/* A page of its own was asked for, and this one is still here. */
async function lookAfterLeaving() {
  if (!(await serverAnswers(LEAVE_TIMEOUT_MS))) tellUnanswered();
}
