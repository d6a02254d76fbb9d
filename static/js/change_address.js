/* If the server's address changes: moves the seat and the queued entries of this phone to the new address. */
import { required } from "./dom.js";
import * as outbox from "./outbox.js";
import { code } from "./page.js";
import { get, put } from "./storage.js";

/* The ticket with which this seat can be claimed at the new address. Pages rendered by the offline app have none. */
const TICKET_TAB_KEY = "ticket";

export function initAddressChange() {
  const { ticket, beside } = document.body.dataset;
  if (!code) return;
  if (ticket) put(TICKET_TAB_KEY, `${code}~${ticket}`);
  if (beside) checkMdnsName(beside);
  document.addEventListener("submit", moveSeat);
}

/** Mark the page if this phone can resolve the server's mDNS name. Any response counts: it is opaque.
   @param {string} beside */
function checkMdnsName(beside) {
  fetch(`${location.protocol}//${beside}/healthz`, { mode: "no-cors", cache: "no-store" }).then(
    () => document.documentElement.classList.add("finds-name"),
    () => {},
  );
}

/** @param {SubmitEvent} event */
function moveSeat(event) {
  if (event.target.id !== "move") return;
  event.preventDefault();
  const typed = required("input[name=address]", event.target).value;
  const to = event.submitter?.matches("[name=beside]") ? document.body.dataset.beside : typed;
  const host = to.trim().replace(/^https?:\/\//, "");
  const stored = get(TICKET_TAB_KEY);
  const seat = stored?.startsWith(`${code}~`) ? stored : `${code}~`;
  const entries = encodeURIComponent(JSON.stringify(outbox.allStored()));
  location.assign(`${location.protocol}//${host.split("/")[0]}/arrive#${seat}~${entries}`);
}
