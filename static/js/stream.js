/* The stream of the table's page (hx-sse): each message brings what an entry has changed. */
import { $ } from "./dom.js";
import { found, lost } from "./line.js";
import { announce, shownVersion, versionIn } from "./page.js";

/* The stream says something every five seconds: two of these were not heard. */
const SILENCE = 11000;

let connection = null;
let open = false;
let ended = false;
let messages = 0;
let silence;
let doubted = false; // the line, since this stream was asked for

export const isStreaming = () => open;

/* How often the stream has told of the table. */
export const messagesSoFar = () => messages;

export function followStream() {
  htmx.registerExtension("stream", {
    htmx_config_request(_, { ctx }) {
      if ("posted" in (ctx.sourceElement?.dataset ?? {})) ctx.request.method = "POST";
    },
  });
  const on = (name, follow) =>
    document.addEventListener(name, event => follow(event.detail, event));
  on("htmx:sse:before:connection", detail => {
    connection = detail.connection;
    if (connection.attempt > 0) breakOff();
  });
  on("stream:open", () => {
    if (doubted) return reconnect();
    open = true;
    found();
  });
  on("htmx:sse:error", breakOff);
  on("htmx:sse:close", () => {
    connection = null;
    breakOff();
  });
  on("htmx:sse:before:message", ({ message }, event) => {
    clearTimeout(silence);
    silence = setTimeout(fallSilent, SILENCE);
    if (versionIn(message.data)) messages += 1;
    if (isOld(message.data)) event.preventDefault();
  });
  on("stream:renew", reconnect);
  on("revoked", () => announce("table:ended"));
}

/* The page may have asked for itself meanwhile, and show more than what has changed until then. */
function isOld(text) {
  const version = versionIn(text);
  const isWhole = text.includes('hx-target="#table"');
  return version && !isWhole && Number(version) <= shownVersion();
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

/* A stream that could not be opened, or was ended, is opened again. */
export function keepStream() {
  if (!connection && !ended && $("#stream")) htmx.trigger("#stream", "stream:wanted");
}

/* Not waiting for the next attempt, and not believing a line that was open before the phone slept, or a
   stream that is on its way: one that was asked for before the line went tells nothing of it. */
export function reconnect() {
  doubted = !connection?.reader && !connection?.delayCanceller;
  keepStream();
  connection?.delayCanceller?.();
  connection?.reader?.cancel();
}

/* The link of this phone was ended: in place of any page of the table it is told so. */
export function leave() {
  ended = true;
  location.replace(location.pathname.split("/").slice(0, 3).join("/"));
}
