/* The connection to the server, and whether responses come from this app. */
import { dispatch, entriesTable } from "./page.js";

/* The error for a response that does not come from this app. */
class ForeignResponse extends Error {}

/* The attribute data-connection of the page is "live", "lost", or "offline-app" if the offline app answers for this
   table; data-heard is the time of the last response. The offline app may have rendered the page. A cached page
   contains the time of its response. */
const state = document.documentElement.dataset;
const isRenderedOffline = "offlineApp" in state && /^[^0]/.test(entriesTable ?? "0");
state.connection ??= isRenderedOffline ? "offline-app" : state.heard ? "lost" : "live";
state.heard ??= `${Date.now()}`;

let isForeign = false;

export const isOnline = () => state.connection === "live";
export const isCaptivePortal = () => isForeign;
export const lastContactAt = () => Number(state.heard);
export const isUsingOfflineApp = () => state.connection === "offline-app";
/* False if the offline copy that answered belongs to another table, which has queued entries. */
export const hasOfflineCopy = () => isUsingOfflineApp() && (isRenderedOffline || "copy" in state);

/** Return the response if it comes from this app, otherwise throw. In a network with a login page, anything may
   answer. A proxy without an app behind it (502 to 504) counts as no connection.
   @param {Response} answer */
export function requireOwnResponse(answer) {
  if (answer.headers.has("X-Companion")) return answer;
  throw answer.status > 501 && answer.status < 505
    ? new Error(`${answer.status}`)
    : new ForeignResponse(answer.url);
}

/** Return the milliseconds after which an overloaded server may be asked again, or 0. @param {Response} answer */
export const retryAfterMs = ({ status, headers }) =>
  [429, 503].includes(status) ? 1000 * (Number(headers.get("Retry-After")) || 2) : 0;

/** Return whether the offline app answered a request after the server became reachable again.
   @param {Response} answer @param {boolean} [isForOfflineApp] */
export const isOutdated = ({ headers }, isForOfflineApp) =>
  isForOfflineApp && !isUsingOfflineApp() && headers.get("X-Kept") === "copy";

/* Update the connection state from htmx requests as well. */
export function initConnection() {
  htmx.registerExtension("line", {
    htmx_config_request(_, { ctx }) {
      ctx.isForOfflineApp = isUsingOfflineApp();
      if (ctx.isForOfflineApp) ctx.request.headers["X-Here"] = "1";
    },
    htmx_before_response(_, { ctx }) {
      const answer = ctx.response.raw;
      if (isOutdated(answer, ctx.isForOfflineApp)) return false;
      try {
        const source = requireOwnResponse(answer).headers.get("X-Kept"); // the copy, or the page cache
        if (source === "copy") setOfflineApp();
        else if (source) setOffline();
        else setOnline();
      } catch (error) {
        setOffline(error);
        return false;
      }
    },
    htmx_error(_, { ctx, error }) {
      if (!ctx?.isForOfflineApp || !isUsingOfflineApp()) setOffline(error); // the offline app already knows that
    },
  });
}

/* Set the state to "offline-app": the offline app answers, for this table or another one. */
export function setOfflineApp(table = entriesTable) {
  const isNew = !isUsingOfflineApp();
  if (table === entriesTable) state.copy = "";
  state.connection = "offline-app";
  setOffline();
  if (isNew) dispatch("connection:offline-app");
}

export function setOnline() {
  const isBack = !isOnline();
  state.connection = "live";
  delete state.copy;
  state.heard = `${Date.now()}`;
  if (isBack) {
    isForeign = false;
    dispatch("connection:restored");
  }
  dispatch("connection:confirmed");
}

/** @param {unknown} [error] */
export function setOffline(error) {
  if (error || isOnline()) state.connection = "lost";
  if (error) isForeign = error instanceof ForeignResponse;
  dispatch("connection:lost");
}

/* The longest time that a person waits for the server. */
export const ANSWER_TIMEOUT_MS = 4000;

/* Return whether the server answers with a response of this app. */
export async function isServerReachable(timeout = ANSWER_TIMEOUT_MS) {
  const signal = AbortSignal.timeout(timeout);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  return Boolean(answer?.headers.has("X-Companion"));
}

/** Return whether another origin of the server answers. Its response is opaque, but any response is enough.
   @param {string} origin @param {AbortSignal} [signal] */
export async function answersOpaquely(origin, signal) {
  const answer = fetch(`${origin}/healthz`, { mode: "no-cors", cache: "no-store", signal });
  return Boolean(await answer.catch(() => null));
}
