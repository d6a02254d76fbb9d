/* If the server's address changes: moves the seat and the queued entries of this phone to the new address. */
import { answersOpaquely } from "./connection.js";
import { onEvent, required } from "./dom.js";
import * as outbox from "./outbox.js";
import { code } from "./page.js";
import { get, put } from "./storage.js";

/* The ticket with which this seat can be claimed at the new address. Pages rendered by the offline app have none. */
const TICKET_TAB_KEY = "ticket";

export function initAddressChange() {
  const { ticket, beside } = document.body.dataset;
  if (!code) return;
  if (ticket) put(TICKET_TAB_KEY, `${code}~${ticket}`);
  if (beside) markIfFound(`${location.protocol}//${beside}`);
  onEvent("submit", "form#move", moveSeat);
}

/** Mark the page if this phone can resolve the server's mDNS name. @param {string} origin */
async function markIfFound(origin) {
  if (await answersOpaquely(origin)) document.documentElement.classList.add("finds-name");
}

/** @param {HTMLFormElement} form @param {SubmitEvent} event */
function moveSeat(form, event) {
  event.preventDefault();
  const typed = required("input[name=address]", form).value;
  const to = event.submitter?.matches("[name=beside]") ? document.body.dataset.beside : typed;
  const host = to.trim().replace(/^https?:\/\//, "");
  const stored = get(TICKET_TAB_KEY);
  const seat = stored?.startsWith(`${code}~`) ? stored : `${code}~`;
  const entries = encodeURIComponent(JSON.stringify(outbox.allStored()));
  location.assign(`${location.protocol}//${host.split("/")[0]}/arrive#${seat}~${entries}`);
}
