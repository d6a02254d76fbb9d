/* The connection to the server: whether it answers, and whether it is the server that does. */
import { dispatch, entriesTable } from "./page.js";

/* Something answered that is not the companion. */
class ForeignResponse extends Error {}

/* How the line is stands on the page itself, for the styles: "live", "lost", or "offline-app" where
   this phone, which took the table along, answers in the server's place; and when the server was last heard. A page
   may have been drawn by the phone, and one that was kept says when it was heard. */
const state = document.documentElement.dataset;
const drawnHere = "offlineApp" in state && /^[^0]/.test(entriesTable ?? "0");
state.connection ??= drawnHere ? "offline-app" : state.heard ? "lost" : "live";
state.heard ??= `${Date.now()}`;

let strange = false;

export const isOnline = () => state.connection === "live";
export const isCaptivePortal = () => strange;
export const lastContactAt = () => Number(state.heard);
export const isUsingOfflineApp = () => state.connection === "offline-app";
/* What answered may have been the copy of another table, of which something waits. */
export const hasOfflineCopy = () => isUsingOfflineApp() && (drawnHere || "copy" in state);

/** Only answers of the app's own are believed: on a network that asks for a login, anything may answer. A proxy
   that finds no app behind it (502 to 504) is no line. @param {Response} answer */
export function requireOwnResponse(answer) {
  if (answer.headers.has("X-Companion")) return answer;
  throw answer.status > 501 && answer.status < 505
    ? new Error(`${answer.status}`)
    : new ForeignResponse(answer.url);
}

/** The app is there, and has no room just now: milliseconds after which it may be asked again.
   @param {Response} answer */
export const retryAfterMs = ({ status, headers }) =>
  [429, 503].includes(status) ? 1000 * (Number(headers.get("Retry-After")) || 2) : 0;

/** What this phone was asked in the server's place, and answers when the server is back, counts no more.
   @param {Response} answer @param {boolean} [isForOfflineApp] */
export const isOutdated = ({ headers }, isForOfflineApp) =>
  isForOfflineApp && !isUsingOfflineApp() && headers.get("X-Kept") === "copy";

/* What htmx asks for by itself tells how the line is, too. */
export function initConnection() {
  htmx.registerExtension("line", {
    htmx_config_request(_, { ctx }) {
      ctx.isForOfflineApp = isUsingOfflineApp();
      if (ctx.isForOfflineApp) ctx.request.headers["X-Here"] = "1";
    },
    htmx_before_response(_, { ctx }) {
      if (isOutdated(ctx.response.raw, ctx.isForOfflineApp)) return false;
      try {
        heard(requireOwnResponse(ctx.response.raw));
      } catch (error) {
        setOffline(error);
        return false;
      }
    },
    htmx_error(_, { ctx, error }) {
      if (!ctx?.isForOfflineApp || !isUsingOfflineApp()) setOffline(error); // a phone that answers by itself knows it
    },
  });
}

/** An answer of the server's, of a copy in its place, or of what was kept of an older page.
   @param {Response} answer */
function heard({ headers }) {
  const kept = headers.get("X-Kept");
  if (kept === "copy") setOfflineApp();
  else if (kept) setOffline();
  else setOnline();
}

/* This phone answers in the server's place, for this table or for another. */
export function setOfflineApp(table = entriesTable) {
  const begins = !isUsingOfflineApp();
  if (table === entriesTable) state.copy = "";
  state.connection = "offline-app";
  setOffline();
  if (begins) dispatch("connection:offline-app");
}

export function setOnline() {
  const isBack = !isOnline();
  state.connection = "live";
  delete state.copy;
  state.heard = `${Date.now()}`;
  if (isBack) {
    strange = false;
    dispatch("connection:restored");
  }
  dispatch("connection:confirmed");
}

/** @param {unknown} [error] */
export function setOffline(error) {
  if (error || isOnline()) state.connection = "lost";
  if (error) strange = error instanceof ForeignResponse;
  dispatch("connection:lost");
}

/* How long a person waits for the server. */
export const ANSWER_TIMEOUT_MS = 4000;

/* Whether the server answers, and it is the server that does. */
export async function isServerReachable(timeout = ANSWER_TIMEOUT_MS) {
  const signal = AbortSignal.timeout(timeout);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  return Boolean(answer?.headers.has("X-Companion"));
}
