/* Downloads the offline bundle, or removes it, and then replaces the service worker. */
import { $, $$, make, onEvent, required, sum } from "./dom.js";
import * as storage from "./storage.js";

const CACHE_NAME = "pocket";

/** Register a worker that takes over once it is installed; then `onBegun` is called. Return false if it is already
   installed.
   @param {[string, RegistrationOptions?]} script @param {() => void} onBegun @param {() => void} onError */
async function replaceWorker(script, onBegun, onError) {
  const { serviceWorker } = navigator;
  const current = await serviceWorker.getRegistration();
  if (current) current.onupdatefound = null; // no update offer, as the user just asked for it
  serviceWorker.oncontrollerchange = onBegun;
  const { installing, waiting } = await serviceWorker.register(...script);
  const worker = installing || waiting;
  if (!worker) return false;
  const takeOver = () => {
    if (worker.state === "installed") worker.postMessage("update");
    if (worker.state === "redundant") onError();
  };
  worker.addEventListener("statechange", takeOver);
  takeOver();
  return true;
}

/* The download fetches the bundle's files one by one into the cache, where they stay if it stops. */

const STALL_TIMEOUT_MS = 15_000; // a download without progress for this time is stopped
const RESERVED_BYTES = 2e6; // space that the worker needs for the app's normal files

/* A page without a download gets a detached section. */
const section = $("#along") ?? make("section");
const isStatic = "static" in section.dataset; // with https, only the static host itself can answer
/** @type {{ address: string, size: number }[]} */
const files = JSON.parse(section.dataset.files ?? "[]");
const totalBytes = sum(files.map(({ size }) => size));
let controller = new AbortController();

if (section.isConnected) {
  required("#take").onclick = () => startDownload().catch(showDownloadError);
  required("#stop").onclick = () => controller.abort();
  offerDownload().catch(() => showParts("#too-old"));
}

/* Offer the download, or to continue it. */
async function offerDownload() {
  if (!isSecureContext) return showParts("#plain");
  const needed = [navigator.serviceWorker, globalThis.indexedDB, globalThis.WebAssembly?.Exception];
  if (!needed.every(Boolean)) return showParts("#too-old");
  const cached = await Promise.all(files.map(({ address }) => caches.match(address)));
  showProgress(sum(files.filter((_, n) => cached[n]).map(({ size }) => size)));
  if (cached.some(Boolean)) showParts("#take", "progress", "#begun");
  else showParts("#take");
}

async function startDownload() {
  controller = new AbortController();
  showParts("#stop", "progress");
  await fetchAll(await caches.open(CACHE_NAME), controller.signal);
  showParts("progress");
  navigator.storage?.persist?.().catch(() => {}); // Firefox asks the user, who may never answer
  const open = () => location.replace("/pocket/");
  const replacing = replaceWorker(["/pocket-sw.js", { type: "module" }], open, showDownloadError);
  if (await replacing.catch(() => false)) return;
  // the browser gives the same error for a worker that it cannot run and for one that was not loaded
  await fetchFile("/pocket-sw.js", controller.signal, () => {});
  showParts("#too-old");
}

/** @param {Cache} cache @param {AbortSignal} signal */
async function fetchAll(cache, signal) {
  let before = 0;
  for (const { address, size } of files) {
    if (!(await cache.match(address))) {
      signal.throwIfAborted();
      const file = await fetchFile(address, signal, loaded => showProgress(before + loaded));
      const headers = { "Content-Type": file.type, "X-Companion": "1" };
      await cache.put(address, new Response(file, { headers }));
    }
    before += size;
    showProgress(before);
  }
}

/** Fetch a file. A stream would keep all its chunks in the page's memory; this does not.
   @param {string} address @param {AbortSignal} signal @param {(bytes: number) => void} onProgress
   @returns {Promise<Blob>} */
function fetchFile(address, signal, onProgress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "blob";
    let stall = 0;
    request.onloadstart = request.onprogress = ({ loaded }) => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
      onProgress(loaded);
    };
    request.onloadend = () => {
      clearTimeout(stall);
      const isFromApp = isStatic || request.getResponseHeader("X-Companion");
      if (request.status === 200 && isFromApp) done(request.response);
      else failed(new Error(address));
    };
    signal.onabort = () => request.abort();
    request.send();
  });
}

/** @param {number} loaded */
const showProgress = loaded => {
  required("progress", section).value = loaded / totalBytes;
};

/** @param {any} [error] */
async function showDownloadError(error) {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const isFull = error?.name === "QuotaExceededError" || quota - usage < RESERVED_BYTES;
  const reason = isFull ? "#full" : controller.signal.aborted ? "#begun" : "#broken-off";
  showParts("#take", "progress", reason);
}

/** Show these parts of the section only: buttons, notes and the progress bar. @param {...string} parts */
function showParts(...parts) {
  for (const part of $$(":scope > :is(progress, [id])", section))
    part.hidden = !parts.some(name => part.matches(name));
}

/* The removal installs the normal worker, which needs a connection, and then deletes all stored data. */

onEvent("click", "button#remove", button => {
  button.disabled = true;
  required("#kept-here").hidden = true;
  replaceWorker(["/sw.js"], deleteAll, showRemovalError).catch(showRemovalError);
});
document.addEventListener("page:loaded", showSize);
showSize();

async function showSize() {
  if (!$("button#remove")) return;
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

function showRemovalError() {
  required("button#remove").disabled = false;
  required("#kept-here").hidden = false;
}
