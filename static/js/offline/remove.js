/* Gives back what was taken along: the usual worker comes first, which takes a line, and then all goes that
   was kept. The page that asks for it brings this. */
import { required } from "../dom.js";
import * as storage from "../storage.js";
import { replaceWorker } from "./replace_worker.js";

const CACHE = "pocket";
const OWN_TAPS = /^(tap|refused)-0/;
const button = required("#remove");

showRoom();
button.onclick = () => {
  button.disabled = true;
  required("#kept-here").hidden = true;
  replaceWorker(["/sw.js"], dropAll, brokeOff).catch(brokeOff);
};

async function showRoom() {
  const cache = await caches.open(CACHE);
  let bytes = 0;
  for (const file of await cache.keys())
    bytes += (await (await cache.match(file))?.blob())?.size ?? 0;
  const { lang } = document.documentElement;
  required("#room b").textContent = (bytes / 1e6).toLocaleString(lang, {
    maximumFractionDigits: 0,
  });
  required("#room").hidden = false;
}

async function dropAll() {
  await caches.delete(CACHE);
  await new Promise((done, failed) => {
    const request = indexedDB.deleteDatabase("pocket");
    request.onsuccess = done;
    request.onerror = failed;
  });
  storage
    .names()
    .filter(name => OWN_TAPS.test(name))
    .forEach(storage.drop);
  location.replace("/pocket/");
}

function brokeOff() {
  button.disabled = false;
  required("#kept-here").hidden = false;
}
