/* The stream of the table's page (hx-sse): each message brings what an entry has changed. */
import { $ } from "./dom.js";
import { found, lost, toldToWait } from "./line.js";
import { announce, shownVersion, versionOf } from "./page.js";
import { begin, end } from "./quiet.js";

/* The stream says something every five seconds: two of these were not heard. */
const SILENCE = 11000;

/** @type {SseConnection | null} */
let connection = null;
let open = false;
let ended = false;
let messages = 0;
let silence = 0;
let wholeComes = false; // the next message is all of the page
let doubted = false; // the line, since this stream was asked for
let isAnswered = false; // in place of a stream there came an answer
let notBefore = 0; // there is room for another stream

export const isStreaming = () => open;

/* How often the stream has told of the table. */
export const messagesSoFar = () => messages;

export function followStream() {
  /** @param {string} name @param {(detail: any, event: Event) => void} follow */
  const on = (name, follow) =>
    document.addEventListener(name, event => follow(event.detail, event));
  on("htmx:sse:before:connection", (detail, event) => {
    connection = detail.connection;
    if (isAnswered) event.preventDefault();
    else if (detail.connection.attempt > 0) breakOff();
    else begin("stream");
  });
  on("stream:open", ({ data }) => {
    wholeComes = data === "whole";
    if (doubted) return reconnect();
    open = true;
    end("stream");
    found();
  });
  on("htmx:sse:error", ({ status }) => {
    isAnswered = Boolean(status);
    end("stream");
    breakOff();
  });
  on("htmx:sse:close", () => {
    connection = null;
    end("stream");
    breakOff();
    if (isAnswered) setTimeout(keepStream);
    isAnswered = false;
  });
  on("htmx:sse:before:message", ({ message }, event) => {
    clearTimeout(silence);
    silence = setTimeout(fallSilent, SILENCE);
    if (!message.event) messages += 1;
    if (!message.event && isOld(message.id)) event.preventDefault();
    else begin("message");
  });
  on("htmx:sse:after:message", () => end("message"));
  on("stream:renew", reconnect);
  on("revoked", () => announce("table:ended"));
  htmx.registerExtension("room", {
    htmx_before_response(element, { ctx }) {
      const wait = element.id === "stream" && toldToWait(ctx.response.raw);
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
  return !isWhole && versionOf(id) < shownVersion();
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
  if (!ended) lost();
}

/* A stream that could not be opened, or was ended, is opened again: asked for as a page is, whose answer says
   whether it is the app's, and when it has room. */
export function keepStream() {
  if (connection || ended || performance.now() < notBefore) return;
  if ($("#stream")) htmx.trigger("#stream", "stream:wanted");
}

/* Not waiting for the next attempt, and not believing a line that was open before the phone slept, or a
   stream that is on its way: one that was asked for before the line went tells nothing of it. */
export function reconnect() {
  doubted = !connection?.reader && !connection?.delayCanceller;
  if (connection) begin("stream");
  keepStream();
  connection?.delayCanceller?.();
  connection?.reader?.cancel();
}

/* The link of this phone was ended: in place of any page of the table it is told so. */
export function leave() {
  ended = true;
  location.replace(location.pathname.split("/").slice(0, 3).join("/"));
}
