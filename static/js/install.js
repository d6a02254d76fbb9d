/* Installing the app on this phone. */
import { $, $$, onEvent } from "./dom.js";
import * as storage from "./storage.js";

/* Shows how to add the app to the home screen: a button if the browser has an install prompt, otherwise a sentence. */

const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
const isIphone = "standalone" in navigator;
const isFirefoxPhone = /Android.*Firefox/.test(navigator.userAgent);

/** @type {InstallEvent | null} */
let prompt = null;

function showInstall() {
  const sentence = isInstalled ? null : (isIphone && "share") || (isFirefoxPhone && "menu");
  for (const element of $$("[data-install]"))
    element.hidden = element.dataset.install !== (prompt ? "button" : sentence);
}

addEventListener("beforeinstallprompt", event => {
  event.preventDefault();
  prompt = event;
  showInstall();
});
onEvent("click", "[data-install=button] button", () => {
  prompt?.prompt();
  prompt = null;
  showInstall();
});

/* Shows once, after a finished game, that this phone can be prepared for offline use. */

const OFFLINE_HINT_SHOWN_KEY = "cellars-said";
const isNew = !isSecureContext && !storage.get(OFFLINE_HINT_SHOWN_KEY);

function showOfflineReady() {
  const element = $("#offline-ready-hint");
  if (!element || !isNew) return;
  element.hidden = false;
  storage.put(OFFLINE_HINT_SHOWN_KEY, "1");
}

/* On the home page of the offline app: shows whether the browser may delete the data, and asks for persistent
   storage. Some browsers then ask the user. */

async function showPersistence() {
  const element = $("#storage-may-be-cleared");
  if (element) element.hidden = Boolean(await navigator.storage?.persisted?.());
}

onEvent("click", "#storage-may-be-cleared button", async () => {
  await navigator.storage.persist();
  showPersistence();
});

document.addEventListener("page:loaded", showInstall);
document.addEventListener("page:loaded", showPersistence);
document.addEventListener("table:updated", showOfflineReady);
showInstall();
showOfflineReady();
showPersistence();
