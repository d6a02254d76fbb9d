/* The app as it is kept on the phone: a newer one is taken when the table says so, never in the middle
   of a game. */
import { $, required } from "./dom.js";
import { isOnline } from "./line.js";
import { code, isLive, shownMark, shownVersion, tableHere } from "./page.js";

/* A phone that took the companion along has another worker, with this one in it, and keeps it. */
export async function registerWorker() {
  try {
    const there = await navigator.serviceWorker?.getRegistration();
    /** @type {[string, RegistrationOptions?]} */
    const script = hasPocket(there) ? ["/pocket-sw.js", { type: "module" }] : ["/sw.js"];
    const kept = await navigator.serviceWorker?.register(...script);
    if (kept) followUpdates(kept);
    if (hasPocket(kept)) followAlong();
  } catch {
    // Without one the companion works as long as there is a line.
  }
}

/** @param {ServiceWorker | null} [worker] */
const isPocket = worker => worker?.scriptURL.endsWith("/pocket-sw.js");

/** @param {ServiceWorkerRegistration} [there] */
const hasPocket = there => [there?.installing, there?.waiting, there?.active].some(isPocket);

/* The table comes along: the worker keeps its copy as new as what the page shows. Where it may have none, it
   says so as long as there is no line. */
function followAlong() {
  document.addEventListener("table:drawn", tellWorker);
  document.addEventListener("line:heard", () => $("#withheld")?.remove());
  navigator.serviceWorker.onmessage = ({ data }) => {
    if (!$("#withheld")) required("#unheard").insertAdjacentHTML("afterend", data.withheld);
  };
  tellWorker();
}

function tellWorker() {
  if (!isLive() || !isOnline()) return;
  const shown = { table: code, version: shownVersion(), mark: shownMark() };
  navigator.serviceWorker.controller?.postMessage(shown);
}

/** @param {ServiceWorkerRegistration} kept */
function followUpdates(kept) {
  offer(kept.waiting);
  kept.onupdatefound = () => {
    const coming = kept.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed") offer(coming);
    });
  };
  const had = navigator.serviceWorker.controller;
  navigator.serviceWorker.oncontrollerchange = () => {
    if (had) location.reload();
  };
}

/** A newer pocket plays by newer rules: it is offered away from the tables alone.
   @param {ServiceWorker | null} worker */
function offer(worker) {
  const note = $("#fresh");
  if (!note || !worker || !navigator.serviceWorker.controller) return;
  if (tableHere && isPocket(worker)) return;
  note.hidden = false;
  required("button", note).onclick = () => worker.postMessage("update");
}
