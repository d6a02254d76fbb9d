/* The phone's part: keep each tap until it is answered, follow the stream, light the legal spots.
   This module starts the others and says what follows from what (STEPS). */
import { drawQueuedEntries, showNextStep } from "./board.js";
import { initChips, initChoiceDraft, clearEnteredChoices, showChips } from "./choices.js";
import { setOffline, isServerReachable } from "./connection.js";
import { make, required } from "./dom.js";
import { forgetWriter, initEntryForms } from "./entry.js";
import { closeDrawer, followHost } from "./navigation.js";
import { showStatus, showEntries } from "./notices.js";
import { restoreOwn, migrateOldLists, onOtherTabChange } from "./outbox.js";
import { showVersion } from "./page.js";
import { startTask, finishTask } from "./pending.js";
import { send, resendAll, settle } from "./sender.js";
import { initBottomSheets, closeSheets } from "./bottom_sheets.js";
import { getForTab, putForTab, warnBeforeUnload } from "./storage.js";
import { refreshIfStale, ensureStream, leave, reconnect } from "./table.js";
import { initTapGuard } from "./tap_guard.js";
import { initTargets, clearPendingTarget, highlightTargets } from "./targets.js";

const EVERY = 5000;
const LOADED_ANEW = "loaded-anew";

/** What comes after the first load. @type {Partial<typeof import("./deferred.js")>} */
let later = {};

/** What follows an event of the page, in this order. Whatever an entry makes a page do is here, except for the scripts
   of a game and of a count. A name is that of a function that comes later.
   @type {Record<string, ((() => void) | keyof typeof later)[]>} */
const STEPS = {
  "entries:listed": [drawQueuedEntries, showNextStep, "showContested"],
  "entries:drawn": [highlightTargets],
  "entry:answered": [clearPendingTarget, "restoreFocus"],
  "table:updated": [
    followHost,
    clearEnteredChoices,
    highlightTargets,
    showChips,
    showStatus,
    drawQueuedEntries,
    showNextStep,
    "showSupported",
    "showSwitches",
    "disableUnavailable",
    "reportShownRequest",
    "updateOfflineCopy",
    "cachePageSoon",
    "restoreFocus",
  ],
  "table:over": [closeSheets, closeDrawer],
  "table:ended": [leave],
  "page:loaded": [
    "hideNoResponse",
    showEntries,
    showChips,
    highlightTargets,
    "showSupported",
    "restoreSelections",
    "restoreDrafts",
    "disableUnavailable",
  ],
  "drawer:loaded": [showChips, "showSupported", "showSwitches", "restoreDrafts", "disableUnavailable"],
  "dialog:opened": ["disableUnavailable"],
  "connection:lost": [showEntries, "disableUnavailable"],
  "connection:restored": [forgetWriter, "hideNoResponse", showEntries, resendAll, "disableUnavailable"],
  "connection:offline-app": [reconnect], // no stream is believed that is silent
  "connection:confirmed": [showStatus, "hideWithheld"],
  "stream:renew": [reconnect, refreshIfStale], // asks where no stream is open, as in a drawer of the offline app
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
    setOffline();
    reconnect();
  });
  addEventListener("pageshow", event => {
    if (event.persisted) distrust();
  });
  setInterval(() => {
    send();
    refreshIfStale();
    ensureStream();
  }, EVERY);
}

/* The first load of a page is what its first tap needs. The rest comes at once, with htmx. */
async function bringTheRest() {
  startTask("page");
  try {
    later = await import("./deferred.js");
    putForTab(LOADED_ANEW, false);
    setTimeout(() => finishTask("page")); // htmx has looked through the page by then
  } catch {
    setInterval(loadAnew, EVERY);
  }
}

/* Where the rest did not come, the page is loaded once more as soon as the server answers. */
async function loadAnew() {
  if (getForTab(LOADED_ANEW) || !(await isServerReachable())) return;
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
migrateOldLists();
warnBeforeUnload();
restoreOwn();
followSteps();
onOtherTabChange(settle);
whenThePhoneWakes();

showVersion();
initEntryForms();
initTapGuard();
initTargets();
initChips();
initBottomSheets();

drawQueuedEntries();
showNextStep();
initChoiceDraft();
showEntries();
highlightTargets();
showChips();
send();
