/* The phone's part: keep each tap until it is answered, follow the stream, light the legal spots.
   This module starts the others and says what follows from what. htmx comes with it, so that it looks
   through a page after all its extensions have come. */
import "../vendor/htmx-4.0.1.esm.min.js";
import "../vendor/hx-sse-4.0.1.min.js";
import { drawWhatWaits, followNextStep } from "./board.js";
import { followChips, keepHalfMade, putBackShown, showChips } from "./choices.js";
import { lost, showUnheard, tellUnheard, watchLine } from "./connection.js";
import { make, required } from "./dom.js";
import { forgetWhoWrites, keepEntries } from "./entry.js";
import { closeDrawer, followDrawer, followLead, followLinks } from "./navigation.js";
import { followAnswers, showStatus, showTaps } from "./notices.js";
import { findOwn, takeOverOldLists, whenChangedElsewhere } from "./outbox.js";
import { begin, end, followRequests } from "./quiet.js";
import { send, sendAgain, settle } from "./sender.js";
import { followSheets, putAwaySheets } from "./sheets.js";
import { warnOfLeaving } from "./storage.js";
import { catchUp, followStream, followTable, keepStream, leave, reconnect } from "./table.js";
import { guardTaps } from "./tap_guard.js";
import { followChoices, foretellOnChange, forgetAim, light } from "./targets.js";

const EVERY = 5000;

function whenSomethingHappens() {
  /** @param {string} name @param {() => void} follow */
  const on = (name, follow) => document.addEventListener(name, follow);
  on("line:lost", showTaps);
  on("line:back", () => {
    forgetWhoWrites();
    showUnheard(false);
    showTaps();
    sendAgain();
  });
  on("line:replaced", reconnect); // no stream is believed that is silent
  on("line:heard", showStatus);
  on("stream:renew", catchUp); // where none is open, as in a drawer of the pocket
  on("table:ended", leave);
  on("table:over", () => {
    putAwaySheets();
    closeDrawer();
  });
  on("taps:drawn", light);
  on("drawer:drawn", showChips);
  on("page:drawn", () => {
    showUnheard(false);
    showTaps();
    showChips();
    light();
  });
  on("entry:answered", forgetAim);
  on("table:drawn", () => {
    followLead();
    putBackShown();
    light();
    showChips();
    showStatus();
  });
  whenChangedElsewhere(settle);
}

/* What a sleeping phone believed about the line and the table is not believed when it wakes. */
function distrust() {
  if (document.hidden) return;
  send();
  reconnect();
}

function whenThePhoneWakes() {
  document.addEventListener("visibilitychange", distrust);
  addEventListener("online", distrust);
  addEventListener("offline", () => {
    lost();
    reconnect();
  });
  addEventListener("pageshow", event => {
    if (event.persisted) distrust();
  });
  setInterval(() => {
    send();
    catchUp();
    keepStream();
  }, EVERY);
}

/* The first load of a page is what its first tap needs; the styles of the end come long before the end. */
function bringTheRest() {
  const { later, end: styles } = document.body.dataset;
  const onload = () => end("page");
  document.head.append(make("script", "", { type: "module", src: later, onload, onerror: onload }));
  if (styles)
    required("link[rel=stylesheet]").after(make("link", "", { rel: "stylesheet", href: styles }));
}

begin("page");
addEventListener("load", bringTheRest, { once: true });
takeOverOldLists();
warnOfLeaving();
findOwn();
whenSomethingHappens();
whenThePhoneWakes();

followRequests();
watchLine();
tellUnheard();
followStream();
followTable();
followLinks();
followDrawer();
followAnswers();
foretellOnChange();
keepEntries();
guardTaps();
followChoices();
followChips();
followSheets();

drawWhatWaits();
followNextStep();
keepHalfMade();
followLead();
showTaps();
light();
showChips();
send();
