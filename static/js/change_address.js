/* The server has another address by now, or a name that stays: the seat and what waits here are taken along to it. */
import { required } from "./dom.js";
import * as outbox from "./outbox.js";
import { code } from "./page.js";
import { get, put } from "./storage.js";

/* What the server gave this table's newest page; a page that the phone drew by itself has none. */
const KEPT = "ticket";

export function initAddressChange() {
  const { ticket, beside } = document.body.dataset;
  if (!code) return;
  if (ticket) put(KEPT, `${code}~${ticket}`);
  if (beside) look(beside);
  document.addEventListener("submit", move);
}

/** Not every phone finds names of this network. What the answer says cannot be seen; that there is one says all.
   @param {string} beside */
function look(beside) {
  fetch(`${location.protocol}//${beside}/healthz`, { mode: "no-cors", cache: "no-store" }).then(
    () => document.documentElement.classList.add("finds-name"),
    () => {},
  );
}

/** @param {SubmitEvent} event */
function move(event) {
  if (event.target.id !== "move") return;
  event.preventDefault();
  const typed = required("input[name=address]", event.target).value;
  const to = event.submitter?.matches("[name=beside]") ? document.body.dataset.beside : typed;
  const host = to.trim().replace(/^https?:\/\//, "");
  const kept = get(KEPT);
  const seat = kept?.startsWith(`${code}~`) ? kept : `${code}~`;
  const taps = encodeURIComponent(JSON.stringify(outbox.allStored()));
  location.assign(`${location.protocol}//${host.split("/")[0]}/arrive#${seat}~${taps}`);
}
