/* The connection to the server: whether it answers, and whether it is the server that does. */
import { announce, tableHere } from "./page.js";

/* Something answered that is not the companion. */
class Stranger extends Error {}

/* How the line is stands on the page itself, for the styles: "live", "lost", or "own" where
   this phone, which took the table along, answers in the server's place; and when the server was last heard. A page
   may have been drawn by the phone, and one that was kept says when it was heard. */
const state = document.documentElement.dataset;
const drawnHere = "offlineApp" in state && /^[^0]/.test(tableHere ?? "0");
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

/* How long a person waits for the server. */
export const ANSWER_TIMEOUT_MS = 4000;

/* Whether the server answers, and it is the server that does. */
export async function serverAnswers(timeout = ANSWER_TIMEOUT_MS) {
  const signal = AbortSignal.timeout(timeout);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  return Boolean(answer?.headers.has("X-Companion"));
}
