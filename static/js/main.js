/* The phone's part: keep each tap until it is answered, follow the stream, light the legal spots.
   This module starts the others and says what follows from what (STEPS). */
import { drawWhatWaits, showNextStep } from "./board.js";
import { followChips, keepHalfMade, putBackShown, showChips } from "./choices.js";
import { lost, serverAnswers } from "./connection.js";
import { make, required } from "./dom.js";
import { forgetWhoWrites, keepEntries } from "./entry.js";
import { closeDrawer, followLead } from "./navigation.js";
import { showStatus, showTaps } from "./notices.js";
import { findOwn, takeOverOldLists, whenChangedElsewhere } from "./outbox.js";
import { showVersion } from "./page.js";
import { begin, end } from "./pending.js";
import { send, sendAgain, settle } from "./sender.js";
import { followSheets, putAwaySheets } from "./sheets.js";
import { getForTab, putForTab, warnOfLeaving } from "./storage.js";
import { catchUp, keepStream, leave, reconnect } from "./table.js";
import { guardTaps } from "./tap_guard.js";
import { followChoices, forgetAim, light } from "./targets.js";

const EVERY = 5000;
const LOADED_ANEW = "loaded-anew";

/** What comes after the first load. @type {Partial<typeof import("./later.js")>} */
let later = {};

/** What follows an event of the page, in this order. Whatever an entry makes a page do is here, except for the scripts
   of a game and of a count. A name is that of a function that comes later.
   @type {Record<string, ((() => void) | keyof typeof later)[]>} */
const STEPS = {
  "taps:shown": [drawWhatWaits, showNextStep, "showHeld"],
  "taps:drawn": [light],
  "entry:answered": [forgetAim, "keepFocus"],
  "table:drawn": [
    followLead,
    putBackShown,
    light,
    showChips,
    showStatus,
    drawWhatWaits,
    showNextStep,
    "showAbilities",
    "showSwitches",
    "markUnanswered",
    "tellShown",
    "tellWorker",
    "keepPageSoon",
    "keepFocus",
  ],
  "table:over": [putAwaySheets, closeDrawer],
  "table:ended": [leave],
  "page:drawn": [
    "hideUnheard",
    showTaps,
    showChips,
    light,
    "showAbilities",
    "recallChoices",
    "recallDrafts",
    "markUnanswered",
  ],
  "drawer:drawn": [showChips, "showAbilities", "showSwitches", "recallDrafts", "markUnanswered"],
  "sheet:shown": ["markUnanswered"],
  "line:lost": [showTaps, "markUnanswered"],
  "line:back": [forgetWhoWrites, "hideUnheard", showTaps, sendAgain, "markUnanswered"],
  "line:replaced": [reconnect], // no stream is believed that is silent
  "line:heard": [showStatus, "forgetWithheld"],
  "stream:renew": [reconnect, catchUp], // asks where no stream is open, as in a drawer of the offline app
};

function followSteps() {
  for (const [event, steps] of Object.entries(STEPS))
    document.addEventListener(event, () => {
      for (const step of steps) (typeof step === "string" ? later[step] : step)?.();
    });
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

/* The first load of a page is what its first tap needs. The rest comes at once, with htmx. */
async function bringTheRest() {
  begin("page");
  try {
    later = await import("./later.js");
    putForTab(LOADED_ANEW, false);
    setTimeout(() => end("page")); // htmx has looked through the page by then
  } catch {
    setInterval(loadAnew, EVERY);
  }
}

/* Where the rest did not come, the page is loaded once more as soon as the server answers. */
async function loadAnew() {
  if (getForTab(LOADED_ANEW) || !(await serverAnswers())) return;
  putForTab(LOADED_ANEW, true);
  location.replace(location.pathname + location.search);
}

/* The styles of the end come long before the end. */
function bringLastStyles() {
  const { end: styles } = document.body.dataset;
  if (styles)
    required("link[rel=stylesheet]").after(make("link", "", { rel: "stylesheet", href: styles }));
}

bringTheRest();
addEventListener("load", bringLastStyles, { once: true });
takeOverOldLists();
warnOfLeaving();
findOwn();
followSteps();
whenChangedElsewhere(settle);
whenThePhoneWakes();

showVersion();
keepEntries();
guardTaps();
followChoices();
followChips();
followSheets();

drawWhatWaits();
showNextStep();
keepHalfMade();
showTaps();
light();
showChips();
send();
