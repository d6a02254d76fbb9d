/* The app as it is kept on the phone: a newer one is taken when the table says so, never in the middle
   of a game. */
import { $ } from "./dom.js";

export async function registerWorker() {
  try {
    const kept = await navigator.serviceWorker?.register("/sw.js");
    if (kept) followUpdates(kept);
  } catch {
    // Without one the companion works as long as there is a line.
  }
}

function followUpdates(kept) {
  offer(kept.waiting);
  kept.onupdatefound = () => {
    const coming = kept.installing;
    coming.onstatechange = () => {
      if (coming.state === "installed") offer(coming);
    };
  };
  const had = navigator.serviceWorker.controller;
  navigator.serviceWorker.oncontrollerchange = () => {
    if (had) location.reload();
  };
}

function offer(worker) {
  const note = $("#fresh");
  if (!note || !worker || !navigator.serviceWorker.controller) return;
  note.hidden = false;
  $("button", note).onclick = () => worker.postMessage("update");
}
