/* The script of every page. It starts the other modules, and lists what follows each event. */
import { animateNewest, drawQueuedEntries } from "./board.js";
import { isServerReachable, setOffline } from "./connection.js";
import { $, make, required } from "./dom.js";
import { forgetWriter, initEntryForms } from "./entry.js";
import {
  clearEnteredChoices,
  clearPendingTarget,
  highlightTargets,
  initChips,
  initChoiceDraft,
  initTargets,
} from "./move_form.js";
import {
  closeDrawer,
  closeOutdatedQuestion,
  closeSheets,
  followHost,
  initBottomSheets,
} from "./navigation.js";
import { showConnection, showEntries } from "./notices.js";
import { migrateOldLists, onOtherTabChange, restoreOwn } from "./outbox.js";
import { finishTask, followEvents, showVersion, startTask } from "./page.js";
import { resendAll, send, settle } from "./sender.js";
import { getForTab, putForTab, warnBeforeUnload } from "./storage.js";
import { ensureStream, reconnect, refreshIfStale, renewStream } from "./table.js";
import { initTapGuard } from "./tap_guard.js";

const CHECK_INTERVAL_MS = 5000;
const RELOADED_TAB_KEY = "loaded-anew";

/* After sleep, the known state of the connection and the table may be outdated. */
function refreshAll() {
  if (document.hidden) return;
  send();
  reconnect();
}

/* The first load contains what the first tap needs. The rest follows at once, with htmx. */
async function loadDeferred() {
  startTask("page");
  try {
    await import("./deferred.js");
    putForTab(RELOADED_TAB_KEY, false);
    setTimeout(() => finishTask("page")); // htmx has processed the page by then
  } catch {
    setInterval(reloadIfReachable, CHECK_INTERVAL_MS);
  }
}

async function reloadIfReachable() {
  if (getForTab(RELOADED_TAB_KEY) || !(await isServerReachable())) return;
  putForTab(RELOADED_TAB_KEY, true);
  location.replace(location.pathname + location.search);
}

/* Load the styles of the end page in advance. Before the end they do not apply, as they would slow each entry. */
function loadEndStyles() {
  const { end: href } = document.body.dataset;
  const media = $(".end") ? "all" : "not all";
  if (href)
    required("link[rel=stylesheet]").after(make("link", "", { rel: "stylesheet", media, href }));
}

function applyEndStyles() {
  $('link[media="not all"]')?.removeAttribute("media");
}

loadDeferred();
addEventListener("load", loadEndStyles, { once: true });
migrateOldLists();
warnBeforeUnload();
restoreOwn();

/* Everything that happens after an entry is listed here and in deferred.js, except in the scripts of games and of the
   count. */
followEvents({
  "entries:listed": [drawQueuedEntries],
  "entry:answered": [clearPendingTarget],
  "table:updated": [
    followHost,
    closeOutdatedQuestion,
    clearEnteredChoices,
    highlightTargets,
    showConnection,
    drawQueuedEntries,
    animateNewest,
  ],
  "table:over": [applyEndStyles, closeSheets, closeDrawer],
  "page:loaded": [showEntries, highlightTargets],
  "connection:lost": [showEntries],
  "connection:restored": [forgetWriter, showEntries, resendAll],
  "connection:offline-app": [reconnect], // a silent stream is not trusted
  "connection:confirmed": [showConnection],
  "stream:renew": [renewStream, refreshIfStale], // fetches the page if no stream is open, as in the offline app's drawer
});

onOtherTabChange(settle);
document.addEventListener("visibilitychange", refreshAll);
addEventListener("online", refreshAll);
addEventListener("pageshow", ({ persisted }) => persisted && refreshAll());
addEventListener("offline", () => {
  setOffline();
  reconnect();
});
setInterval(() => {
  send();
  refreshIfStale();
  ensureStream();
}, CHECK_INTERVAL_MS);

showVersion();
initEntryForms();
initTapGuard();
initTargets();
initChips();
initBottomSheets();

drawQueuedEntries();
initChoiceDraft();
showEntries();
highlightTargets();
send();
