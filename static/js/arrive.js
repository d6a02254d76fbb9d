/* At the new address: the seat is asked for with the ticket, and the taps that came along are kept only once it was
   given. The pages of the arrival bring this. */
import { readBrought } from "./brought.js";
import { $ } from "./dom.js";
import * as outbox from "./outbox.js";

const ALONG = "arriving";
const form = $("form#arrive");
const arrived = $("a#arrived");

if (form && location.hash) ask(form);
if (arrived) takeAlong(arrived);

/** @param {HTMLFormElement} form */
function ask(form) {
  const [code, ticket, taps] = location.hash.slice(1).split("~");
  form.elements.code.value = code;
  form.elements.ticket.value = ticket;
  sessionStorage.setItem(ALONG, decodeURIComponent(taps ?? ""));
  form.hidden = false;
}

/** @param {HTMLAnchorElement} arrived */
function takeAlong(arrived) {
  const table = arrived.pathname.split("/")[2];
  const taps = sessionStorage.getItem(ALONG);
  sessionStorage.removeItem(ALONG);
  outbox.takeOver(readBrought(taps, table));
  location.replace(arrived.href);
}
