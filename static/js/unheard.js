/* What is not kept for later (a page, a seat, a start, a rematch) says so when nobody answers it. */
import { serverAnswers } from "./answers.js";
import { $, $$, make, required } from "./dom.js";
import { lost } from "./line.js";

const ANSWER_TIMEOUT_MS = 4000;
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
      const timer = isTimed(detail) && setTimeout(() => tell(ctx), ANSWER_TIMEOUT_MS);
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
  addEventListener("beforeunload", () => setTimeout(look, LEAVE_TIMEOUT_MS));
}

/** @param {HtmxContext} [ctx] */
function tell(ctx) {
  if (!ctx?.askedHere) lost();
  showUnheard(true);
}

/* A page of its own was asked for, and this one is still here. */
async function look() {
  if (!(await serverAnswers(LEAVE_TIMEOUT_MS))) tell();
}
