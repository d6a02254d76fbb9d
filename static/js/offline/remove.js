/* Removes the offline bundle: installs the normal worker, which needs a connection, and then deletes all stored data. */
import { required } from "../dom.js";
import * as storage from "../storage.js";
import { replaceWorker } from "./replace_worker.js";

const CACHE_NAME = "pocket";
const OFFLINE_ENTRY_PATTERN = /^(tap|refused)-0/;
const button = required("#remove");

showSize();
button.onclick = () => {
  button.disabled = true;
  required("#kept-here").hidden = true;
  replaceWorker(["/sw.js"], deleteAll, showError).catch(showError);
};

async function showSize() {
  const cache = await caches.open(CACHE_NAME);
  let bytes = 0;
  for (const file of await cache.keys())
    bytes += (await (await cache.match(file))?.blob())?.size ?? 0;
  const { lang } = document.documentElement;
  required("#room b").textContent = (bytes / 1e6).toLocaleString(lang, {
    maximumFractionDigits: 0,
  });
  required("#room").hidden = false;
}

async function deleteAll() {
  await caches.delete(CACHE_NAME);
  await new Promise((done, failed) => {
    const request = indexedDB.deleteDatabase("pocket");
    request.onsuccess = done;
    request.onerror = failed;
  });
  storage
    .names()
    .filter(name => OFFLINE_ENTRY_PATTERN.test(name))
    .forEach(storage.drop);
  location.replace("/pocket/");
}

function showError() {
  button.disabled = false;
  required("#kept-here").hidden = false;
}
