/* The table on the page: its updates, its stream, and fetching it without a stream. */
import { isOnline, retryAfterMs, setOffline, setOnline } from "./connection.js";
import { $, getSpokenText, required } from "./dom.js";
import { vibrate } from "./notices.js";
import * as page from "./page.js";

let lastTurn = getTurn();
let gamePhase = getGamePhase();

export function initTable() {
  showTurnInTitle();
  htmx.registerExtension("table", {
    htmx_config_request: element => !(document.hidden && element.matches("[data-if-visible]")),
    htmx_before_request(_, { ctx }) {
      ctx.shown = page.shownVersion();
      ctx.messages = messageCount;
    },
    htmx_before_response(element, { ctx }) {
      const wait = element.id === "stream" && retryAfterMs(ctx.response.raw);
      if (wait) notBefore = performance.now() + wait;
      return !wait;
    },
    htmx_after_request: (element, { ctx }) => element.id !== "table" || isNews(ctx),
    htmx_after_swap(element) {
      if (["table", "stream"].includes(element.id)) handleUpdate();
    },
  });
}

/** Return whether a response is newer than the page. An older one is dropped, unless it is also older than the page
   was at the time of the request and no stream message came since. Then the server was restored from a backup, or
   knows less than the offline copy, and the page follows it.
   @param {HtmxContext} context */
function isNews({ response, shown, messages }) {
  if (response.status === 403 && response.headers.get("X-Answer")) loadRevokedPage();
  if (response.status !== 200) return false;
  const version = Number(response.headers.get("X-Version") ?? Number.NaN);
  if (version >= page.shownVersion()) return true;
  return version < shown && messages === messageCount;
}

function handleUpdate() {
  if (!page.isTablePage()) return;
  if (isInOtherLanguage()) return location.reload();
  page.showVersion();
  announce();
  showTurnInTitle();
  page.dispatch("table:updated");
  if (getGamePhase() === gamePhase) return;
  gamePhase = getGamePhase();
  $("#board")?.scrollTo(0, 0); // it has replaced the lobby
  if (gamePhase === "over") page.dispatch("table:over");
}

/* Return whether the language was changed on another page of this phone since this page was loaded. */
const isInOtherLanguage = () =>
  ![undefined, "", document.documentElement.lang].includes($("#now")?.lang);

function getGamePhase() {
  const turn = $("#turn")?.dataset.turn ?? "";
  return ["lobby", "over"].includes(turn) ? turn : "game";
}

function getTurn() {
  return $("#turn")?.dataset.mine || "";
}

/* Announce the news to screen readers, once per version. A non-breaking space makes a repeated text different. */
function announce() {
  const parts = ["#news .told", "#prompt .awaited, [data-turn=lobby] #prompt", "#end-title"];
  const texts = parts.map(selector => getSpokenText($(selector)));
  const text = texts.filter(Boolean).join(". ");
  const live = $("#live");
  const announced = `${page.shownVersion()} ${text}`;
  if (!live || !text || live.dataset.heard === announced) return;
  live.dataset.heard = announced;
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/* Mark the page title, and vibrate, when it becomes this player's turn. */
function showTurnInTitle() {
  const isTurn = getTurn();
  const title = `${isTurn && "▸ "}${document.title.replace(/^▸ /, "")}`;
  if (!lastTurn && isTurn) vibrate([20, 60, 20]);
  if (title !== document.title) document.title = title; // even an equal title costs time
  lastTurn = isTurn;
}

/* Return whether to fetch the table: while no stream is open, or another request got no response. */
const mustFetch = () => page.isTablePage() && !(open && isOnline()) && !document.hidden;

export function refreshIfStale() {
  if (mustFetch()) globalThis.htmx?.trigger("#table", "table:stale");
}

/* Return the tag from which a response should list the changes, so that no further request is needed; null with a
   stream. */
export const changesSince = () => (mustFetch() && page.shownTag()) || null;

/** Show the changes in a response, unless the page has changed meanwhile.
   @param {string} text @param {string | null} since */
export function showChanges(text, since) {
  if (!text || since !== page.shownTag() || !globalThis.htmx) return refreshIfStale();
  const table = required("#table");
  return htmx.swap({ sourceElement: table, target: table, swap: "none", text });
}

/* The stream of the table's page (hx-sse). Each message contains the fragments changed by an entry. */

/* The server sends a message at least every five seconds: two were lost. */
const SILENCE_MS = 11000;

/** @type {SseConnection | null} */
let connection = null;
let open = false;
let ended = false;
let isClosingOnPurpose = false; // by the page, or by a server that said that it stops: the connection is not lost
let messageCount = 0;
let silence = 0;
let expectsFullPage = false; // the next message is the full page
let isDoubtful = false; // the connection may have been lost since the stream was requested
let isAnswered = false; // a normal response came instead of a stream
let notBefore = 0; // the server accepts another stream again

export function initStream() {
  /** @param {string} name @param {(detail: any, event: Event) => void} follow */
  const on = (name, follow) =>
    document.addEventListener(name, event => follow(event.detail, event));
  on("htmx:sse:before:connection", (detail, event) => {
    connection = detail.connection;
    if (isAnswered) event.preventDefault();
    else if (connection?.attempt) markClosed();
    else page.startTask("stream");
  });
  on("stream:open", ({ data }) => {
    expectsFullPage = data === "whole";
    if (isDoubtful) return reconnect();
    open = true;
    isClosingOnPurpose = false;
    page.finishTask("stream");
    setOnline();
  });
  on("stream:moved", () => {
    isClosingOnPurpose = true;
  });
  on("htmx:sse:error", ({ status }) => {
    isAnswered = Boolean(status);
    page.finishTask("stream");
    markClosed();
    if (isClosingOnPurpose) setOffline();
    isClosingOnPurpose = false;
  });
  on("htmx:sse:close", () => {
    connection = null;
    page.finishTask("stream");
    markClosed();
    if (isAnswered) setTimeout(ensureStream);
    isAnswered = false;
  });
  on("htmx:sse:before:message", ({ message }, event) => {
    clearTimeout(silence);
    silence = setTimeout(reconnectIfSilent, SILENCE_MS);
    const isOld = !expectsFullPage && Number.parseInt(message.id, 10) < page.shownVersion(); // NaN in the lobby
    if (!message.event) {
      messageCount += 1;
      expectsFullPage = false;
    }
    if (!message.event && isOld)
      event.preventDefault(); // the page was fetched meanwhile
    else page.startTask("message");
  });
  on("htmx:sse:after:message", () => page.finishTask("message"));
  on("revoked", loadRevokedPage);
}

/* A server that sleeps, or a lost connection, does not close the stream. */
function reconnectIfSilent() {
  if (!open || document.hidden) return;
  markClosed();
  reconnect();
}

function markClosed() {
  if (!open) return;
  open = false;
  if (!ended && !isClosingOnPurpose) setOffline();
}

/* Reopen a stream that failed or ended. The request is a normal one, so its response shows whether it comes from the
   app and when to retry. */
export function ensureStream() {
  if (connection || ended || performance.now() < notBefore) return;
  if ($("#stream")) globalThis.htmx?.trigger("#stream", "stream:wanted");
}

/* Reconnect at once. A stream opened before the phone slept, or requested before the connection was lost, is not
   trusted. */
export function reconnect() {
  isDoubtful = !connection?.reader && !connection?.delayCanceller;
  if (connection) page.startTask("stream");
  ensureStream();
  connection?.delayCanceller?.();
  connection?.reader?.cancel();
}

/* Open a new stream instead of the current one, as this phone may now see or enter other things. */
export function renewStream() {
  isClosingOnPurpose ||= open;
  reconnect();
  setTimeout(() => connection?.delayCanceller?.());
}

/* Load the page for a phone whose link was revoked. */
function loadRevokedPage() {
  ended = true;
  location.replace(location.pathname.split("/").slice(0, 3).join("/"));
}
