/* The table on the page: its stream, what is said and done when it was drawn anew, and asking for it without a stream. */
import { setOnline, isOnline, setOffline, retryAfterMs } from "./connection.js";
import { $, required } from "./dom.js";
import { buzz } from "./notices.js";
import { dispatch, isTablePage, shownTag, shownVersion, showVersion, parseVersion } from "./page.js";
import { startTask, finishTask } from "./pending.js";

/* The table on the page: what is said and done when it was drawn anew, and asking for it without a stream. */

const AWAITED = "#prompt .awaited, [data-turn=lobby] #prompt";

let wasMine = "";
let stage = "";

export function initTable() {
  wasMine = isMine();
  stage = stageNow();
  htmx.registerExtension("table", {
    htmx_before_request(_, { ctx }) {
      ctx.shown = shownVersion();
      ctx.messages = messageCount();
    },
    htmx_after_request: (element, { ctx }) => element.id !== "table" || isNews(ctx),
    htmx_after_swap(element) {
      if (["table", "stream"].includes(element.id)) drawn();
    },
  });
}

/** An answer older than the screen came late, and is dropped; but one older than what was shown when it
   was asked for comes from a server that was put back to an older state, or knows less than this phone's
   own copy, and the phone follows it; unless the stream, which never tells less than an answer on its way,
   has spoken meanwhile. @param {HtmxContext} context */
function isNews({ response, shown, messages }) {
  if (response.status === 403 && response.headers.get("X-Answer")) dispatch("table:ended");
  if (response.status !== 200) return false;
  const version = Number(response.headers.get("X-Version") ?? Number.NaN);
  if (version >= shownVersion()) return true;
  return version < shown && messages === messageCount();
}

function drawn() {
  if (!isTablePage()) return;
  showVersion();
  tell(["#news .told", AWAITED, "#end-title"].map(splitWords).filter(Boolean).join(". "));
  showTurn();
  dispatch("table:updated");
  followStage();
}

/* The board takes the place of the lobby, and is seen from its own top. */
function followStage() {
  if (stageNow() === stage) return;
  stage = stageNow();
  $("#board")?.scrollTo(0, 0);
  if (stage === "over") dispatch("table:over");
}

/** What is heard of an element: pictures are left out, the words that stand for them are not.
   @param {string} selector */
function splitWords(selector) {
  const heard = $(selector)?.cloneNode(true);
  for (const picture of heard?.querySelectorAll("[aria-hidden]") ?? []) picture.remove();
  return heard?.textContent.replace(/\s+/g, " ").trim();
}

const stageNow = () => {
  const turn = $("#turn")?.dataset.turn ?? "";
  return ["lobby", "over"].includes(turn) ? turn : "game";
};

const isMine = () => $("#turn")?.dataset.mine || "";

/** Said aloud by a screen reader, once for each version: what says the same again is another text.
   @param {string} text */
function tell(text) {
  const live = $("#live");
  const heard = `${shownVersion()} ${text}`;
  if (!live || !text || live.dataset.heard === heard) return;
  live.dataset.heard = heard;
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/* The title marks whose turn it is; the phone trembles when it becomes yours. */
function showTurn() {
  const mine = isMine();
  const title = document.title.replace(/^▸ /, "");
  if (!wasMine && mine) buzz([20, 60, 20]);
  document.title = mine ? `▸ ${title}` : title;
  wasMine = mine;
}

/* While no stream is open, the phone asks by itself; also where one is and something else was not answered,
   which may have come late. */
const asksByItself = () => isTablePage() && !(isStreaming() && isOnline()) && !document.hidden;

export function refreshIfStale() {
  if (asksByItself()) globalThis.htmx?.trigger("#table", "table:stale");
}

/* Since when an answer is to tell what has changed, so that nothing need be asked after it. */
export const changesSince = () => (asksByItself() && shownTag()) || null;

/** What an answer tells has changed since what was shown then: shown, unless something else is shown by now.
   @param {string} text @param {string | null} since */
export function showChanges(text, since) {
  if (!text || since !== shownTag() || !globalThis.htmx) return refreshIfStale();
  const table = required("#table");
  return htmx.swap({ sourceElement: table, target: table, swap: "none", text });
}

/* The stream of the table's page (hx-sse): each message brings what an entry has changed. */

/* The stream says something every five seconds: two of these were not heard. */
const SILENCE = 11000;

/** @type {SseConnection | null} */
let connection = null;
let open = false;
let ended = false;
let isMoving = false; // the server said that it stops: the next connection reaches another one
let messages = 0;
let silence = 0;
let wholeComes = false; // the next message is all of the page
let doubted = false; // the line, since this stream was asked for
let isAnswered = false; // in place of a stream there came an answer
let notBefore = 0; // there is room for another stream

export const isStreaming = () => open;

/* How often the stream has told of the table. */
export const messageCount = () => messages;

export function initStream() {
  /** @param {string} name @param {(detail: any, event: Event) => void} follow */
  const on = (name, follow) =>
    document.addEventListener(name, event => follow(event.detail, event));
  on("htmx:sse:before:connection", (detail, event) => {
    connection = detail.connection;
    if (isAnswered) event.preventDefault();
    else if (detail.connection.attempt > 0) breakOff();
    else startTask("stream");
  });
  on("stream:open", ({ data }) => {
    wholeComes = data === "whole";
    if (doubted) return reconnect();
    open = true;
    isMoving = false;
    finishTask("stream");
    setOnline();
  });
  on("stream:moved", () => {
    isMoving = true;
  });
  on("htmx:sse:error", ({ status }) => {
    isAnswered = Boolean(status);
    finishTask("stream");
    breakOff();
    if (isMoving) setOffline();
    isMoving = false;
  });
  on("htmx:sse:close", () => {
    connection = null;
    finishTask("stream");
    breakOff();
    if (isAnswered) setTimeout(ensureStream);
    isAnswered = false;
  });
  on("htmx:sse:before:message", ({ message }, event) => {
    clearTimeout(silence);
    silence = setTimeout(fallSilent, SILENCE);
    if (!message.event) messages += 1;
    if (!message.event && isOld(message.id)) event.preventDefault();
    else startTask("message");
  });
  on("htmx:sse:after:message", () => finishTask("message"));
  on("revoked", () => dispatch("table:ended"));
  htmx.registerExtension("room", {
    htmx_before_response(element, { ctx }) {
      const wait = element.id === "stream" && retryAfterMs(ctx.response.raw);
      if (wait) notBefore = performance.now() + wait;
      return !wait;
    },
  });
}

/** The page may have asked for itself meanwhile, and show more than what has changed until then; all of the page
   counts, whatever its version.
   @param {string} id */
function isOld(id) {
  const isWhole = wholeComes;
  wholeComes = false;
  return !isWhole && parseVersion(id) < shownVersion();
}

/* A server that is asleep, or a line that swallows everything, breaks nothing off. */
function fallSilent() {
  if (!open || document.hidden) return;
  breakOff();
  reconnect();
}

function breakOff() {
  if (!open) return;
  open = false;
  if (!ended && !isMoving) setOffline();
}

/* A stream that could not be opened, or was ended, is opened again: asked for as a page is, whose answer says
   whether it is the app's, and when it has room. */
export function ensureStream() {
  if (connection || ended || performance.now() < notBefore) return;
  if ($("#stream")) globalThis.htmx?.trigger("#stream", "stream:wanted");
}

/* Not waiting for the next attempt, and not believing a line that was open before the phone slept, or a
   stream that is on its way: one that was asked for before the line went tells nothing of it. */
export function reconnect() {
  doubted = !connection?.reader && !connection?.delayCanceller;
  if (connection) startTask("stream");
  ensureStream();
  connection?.delayCanceller?.();
  connection?.reader?.cancel();
}

/* The link of this phone was ended: in place of any page of the table it is told so. */
export function leave() {
  ended = true;
  location.replace(location.pathname.split("/").slice(0, 3).join("/"));
}
