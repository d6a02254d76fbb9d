/* How the app comes to this phone and stays there. */
import { $, $$ } from "./dom.js";
import * as storage from "./storage.js";

/* Says how the companion comes to the home screen: by a button where the browser lets a page ask, else in
   words. */

const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
const isIphone = "standalone" in navigator;
const isFirefoxPhone = /Android.*Firefox/.test(navigator.userAgent);

/** @type {InstallEvent | null} */
let prompt = null;

addEventListener("beforeinstallprompt", event => {
  event.preventDefault();
  prompt = event;
  showInstall();
});
document.addEventListener("page:loaded", showInstall);
document.addEventListener("click", event => {
  if (!event.target.closest("[data-install=button] button")) return;
  prompt?.prompt();
  prompt = null;
  showInstall();
});
showInstall();

function showInstall() {
  for (const place of $$("[data-install]")) place.hidden = place.dataset.install !== way();
}

function way() {
  if (prompt) return "button";
  if (isInstalled) return null;
  return (isIphone && "share") || (isFirefoxPhone && "menu");
}

/* Says once on this phone, after a finished game, that it can be made ready for places without a signal. */

const SAID = "cellars-said";
const isNew = !isSecureContext && !storage.get(SAID);

showOfflineReady();
document.addEventListener("table:updated", showOfflineReady);

function showOfflineReady() {
  const place = $("#offline-ready-hint");
  if (!place || !isNew) return;
  place.hidden = false;
  storage.put(SAID, "1");
}

/* Says at home in the offline app where the browser has not promised to keep what lies there, and asks it to:
   some ask the person then. */

document.addEventListener("page:loaded", showPromise);
document.addEventListener("click", async event => {
  if (!event.target.closest("#storage-may-be-cleared button")) return;
  await navigator.storage.persist();
  showPromise();
});
showPromise();

async function showPromise() {
  const place = $("#storage-may-be-cleared");
  if (place) place.hidden = Boolean(await navigator.storage?.persisted?.());
}
