/* The table on the page: what is said and done when it was drawn anew, and asking for it without a stream. */
import { $, required } from "./dom.js";
import { isOnline } from "./line.js";
import { announce, isLive, shownTag, shownVersion, showVersion } from "./page.js";
import { isStreaming, messagesSoFar } from "./stream.js";
import { buzz } from "./switches.js";

const AWAITED = "#prompt .awaited, [data-turn=lobby] #prompt";

let wasMine = "";
let stage = "";

export function followTable() {
  showVersion();
  wasMine = isMine();
  stage = stageNow();
  htmx.registerExtension("table", {
    htmx_before_request(_, { ctx }) {
      ctx.shown = shownVersion();
      ctx.messages = messagesSoFar();
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
  if (response.status === 403 && response.headers.get("X-Answer")) announce("table:ended");
  if (response.status !== 200) return false;
  const version = Number(response.headers.get("X-Version") ?? Number.NaN);
  if (version >= shownVersion()) return true;
  return version < shown && messages === messagesSoFar();
}

function drawn() {
  if (!isLive()) return;
  showVersion();
  tell(["#news .told", AWAITED, "#end-title"].map(wordsOf).filter(Boolean).join(". "));
  showTurn();
  announce("table:drawn");
  followStage();
}

/* The board takes the place of the lobby, and is seen from its own top. */
function followStage() {
  if (stageNow() === stage) return;
  stage = stageNow();
  $("#board")?.scrollTo(0, 0);
  if (stage === "over") announce("table:over");
}

/** What is heard of an element: pictures are left out, the words that stand for them are not.
   @param {string} selector */
function wordsOf(selector) {
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
const asksByItself = () => isLive() && !(isStreaming() && isOnline()) && !document.hidden;

export function catchUp() {
  if (asksByItself()) htmx.trigger("#table", "table:stale");
}

/* Since when an answer is to tell what has changed, so that nothing need be asked after it. */
export const toldSince = () => (asksByItself() && shownTag()) || null;

/** What an answer tells has changed since what was shown then: shown, unless something else is shown by now.
   @param {string} text @param {string | null} since */
export function showChanges(text, since) {
  if (!text || since !== shownTag()) return catchUp();
  const table = required("#table");
  return htmx.swap({ sourceElement: table, target: table, swap: "none", text });
}
