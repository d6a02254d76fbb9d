/* Sends what was tapped: the taps of all tables from every page, those of one table in their order. */
import { fill } from "./chips.js";
import { $, $$ } from "./dom.js";
import { closeDrawer } from "./drawer.js";
import { found, lost, trusted } from "./line.js";
import { showTaps } from "./notices.js";
import { alone } from "./one_tab.js";
import * as outbox from "./outbox.js";
import { judged, takeAnswered } from "./own_taps.js";
import { announce, code, isLive, tableHere } from "./page.js";
import { catchUp } from "./table.js";

const PATIENCE = 15000;
const AGAIN = 2000;
const TRY_AGAIN = [408, 429];
const NO_ROOM = 507;
const HEADERS = {
  "Content-Type": "application/x-www-form-urlencoded",
  "HX-Request": "true",
};

const sending = new Set();
let later;

export const send = () => outbox.tables().forEach(sendThoseOf);

async function sendThoseOf(table) {
  if (sending.has(table)) return;
  sending.add(table);
  const heard = await alone(table, () => sendAll(table)).catch(() => false);
  sending.delete(table);
  if (heard && outbox.waiting(table).some(tap => !judged.has(tap.key))) sendThoseOf(table);
}

/* Until one is not answered: that one and all behind it wait. Where a phone that took the table along has
   answered by itself, it answers what comes behind, too, so that nothing overtakes. */
async function sendAll(table) {
  let here = false;
  const next = () => outbox.waiting(table).find(tap => !(here && judged.has(tap.key)));
  for (let tap = next(); tap; tap = next()) {
    try {
      here = await sendOne(tap, here);
    } catch (error) {
      lost(error);
      sendLater();
      return false;
    }
    if (!here) {
      judged.clear();
      found();
    }
  }
  if (here) sendLater();
  return true;
}

function sendLater() {
  clearTimeout(later);
  later = setTimeout(send, AGAIN);
}

/* Whether this phone answered by itself. */
async function sendOne(tap, here) {
  const answer = trusted(
    await fetch(tap.url, {
      method: "POST",
      body: tap.body,
      headers: here ? { ...HEADERS, "X-Here": "1" } : HEADERS,
      signal: AbortSignal.timeout(PATIENCE),
    }),
  );
  const { status } = answer;
  const byItself = answer.headers.has("X-Kept");
  const isFull = status === NO_ROOM && !byItself; // what a server is to have waits for it all the same
  if ((status >= 500 && !isFull) || TRY_AGAIN.includes(status)) throw new Error(status);
  if (byItself) lost();
  const text = await answer.text();
  if (!answer.ok) outbox.refuse(tap, text);
  else if (byItself) judged.add(tap.key);
  else outbox.settled(tap);
  settle();
  if (tap.table === code) catchUp();
  return byItself;
}

/* What follows an answer happens where it was tapped. */
export function settle() {
  showTaps();
  const refused = new Set(outbox.refused(tableHere).map(tap => tap.key));
  for (const tap of takeAnswered()) {
    if (refused.has(tap.key)) continue;
    putBack(new URLSearchParams(tap.body));
    announce("entry:answered");
    if (tap.then && isLive()) closeDrawer();
    else if (tap.then) location.assign(tap.then);
    else if (!$("#table")) location.reload();
  }
}

/* What was entered is no longer chosen; what is being chosen meanwhile stays, and whose it is the table says. */
function putBack(entered) {
  for (const field of $$(":is(.entry, #drawer form) :is(input, select:not([name=seat]))")) {
    if (!entered.getAll(field.name).includes(field.value)) continue;
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.defaultChecked;
    else if (field.matches("select")) field.selectedIndex = 0;
    else if (field.matches("[data-tiles]")) fill(field, []);
    else if (field.closest("#drawer")) field.value = field.defaultValue;
  }
}
