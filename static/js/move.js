/* The server has another address by now: the seat and what waits here are taken along to it. */
import * as outbox from "./outbox.js";
import { code } from "./page.js";
import { get, put } from "./storage.js";

/* What the server gave this table's newest page; a page that the phone drew by itself has none. */
const KEPT = "ticket";

export function followMove() {
  const { ticket } = document.body.dataset;
  if (!code) return;
  if (ticket) put(KEPT, `${code}~${ticket}`);
  document.addEventListener("submit", move);
}

function move(event) {
  if (event.target.id !== "move") return;
  event.preventDefault();
  const host = event.target
    .querySelector("[name=address]")
    .value.trim()
    .replace(/^https?:\/\//, "");
  const kept = get(KEPT);
  const seat = kept?.startsWith(`${code}~`) ? kept : `${code}~`;
  const taps = encodeURIComponent(JSON.stringify(outbox.all()));
  location.assign(`${location.protocol}//${host.split("/")[0]}/arrive#${seat}~${taps}`);
}
