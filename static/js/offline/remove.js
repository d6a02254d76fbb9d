/* Removes the offline bundle: installs the normal worker, which needs a connection, and then deletes all stored data. */
import { required } from "../dom.js";
import * as storage from "../storage.js";
import { replaceWorker } from "./replace_worker.js";

const CACHE_NAME = "pocket";
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
  for (const file of await cache.matchAll()) bytes += (await file.blob()).size;
  const { lang } = document.documentElement;
  required("#room b").textContent = Math.round(bytes / 1e6).toLocaleString(lang);
  required("#room").hidden = false;
}

async function deleteAll() {
  await caches.delete(CACHE_NAME);
  await new Promise((done, failed) => {
    const request = indexedDB.deleteDatabase("pocket");
    request.onsuccess = done;
    request.onerror = failed;
  });
  for (const name of storage.names()) if (/^(tap|refused)-0/.test(name)) storage.drop(name);
  location.replace("/pocket/");
}

function showError() {
  button.disabled = false;
  required("#kept-here").hidden = false;
}
