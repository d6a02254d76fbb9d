/* Takes the companion along: fetches its files one after the other into the cache, each of which stays
   when it breaks off, and then changes the worker. The page that offers it brings this. */
import { required } from "../dom.js";
import { replaceWorker } from "./replace_worker.js";

const CACHE = "pocket";
const STALL_TIMEOUT_MS = 15_000; // a file of which nothing came for so long is not waited for
const ROOM = 2e6; // what the worker needs besides: the usual files of the app
const PARTS = [
  "#take",
  "#stop",
  "progress",
  "#plain",
  "#too-old",
  "#begun",
  "#broken-off",
  "#full",
];
const place = required("#along");
const isStatic = "static" in place.dataset; // by https nobody else answers under the name of a static host
/** @type {{ address: string, size: number }[]} */
const files = JSON.parse(place.dataset.files);
const all = files.reduce((sum, { size }) => sum + size, 0);
let stopping = new AbortController();

required("#take").onclick = () => take().catch(brokeOff);
required("#stop").onclick = () => stopping.abort();
offer().catch(() => show("#too-old"));

/* Who was here before goes on where it stopped. */
async function offer() {
  if (!isSecureContext) return show("#plain");
  const needed = [navigator.serviceWorker, globalThis.indexedDB, globalThis.WebAssembly?.Exception];
  if (!needed.every(Boolean)) return show("#too-old");
  const there = await Promise.all(files.map(({ address }) => caches.match(address)));
  showProgress(files.reduce((sum, { size }, at) => sum + (there[at] ? size : 0), 0));
  if (there.some(Boolean)) show("#take", "progress", "#begun");
  else show("#take");
}

async function take() {
  stopping = new AbortController();
  show("#stop", "progress");
  await fetchAll(await caches.open(CACHE), stopping.signal);
  show("progress");
  navigator.storage?.persist?.().catch(() => {}); // Firefox asks the person, who may never answer
  /** @type {[string, RegistrationOptions]} */
  const script = ["/pocket-sw.js", { type: "module" }];
  const isThere = await replaceWorker(script, () => location.replace("/pocket/"), brokeOff).catch(
    () => false,
  );
  if (!isThere) return (await isHeard()) ? show("#too-old") : brokeOff();
}

/** @param {Cache} cache @param {AbortSignal} signal */
async function fetchAll(cache, signal) {
  let before = 0;
  for (const { address, size } of files) {
    if (!(await cache.match(address))) {
      signal.throwIfAborted();
      const file = await fetched(address, signal, came => showProgress(before + came));
      const headers = { "Content-Type": file.type, "X-Companion": "1" };
      await cache.put(address, new Response(file, { headers }));
    }
    before += size;
    showProgress(before);
  }
}

/** A file, told as it comes. A stream would leave all its pieces in the page's memory; this leaves none there.
   @param {string} address @param {AbortSignal} signal @param {(bytes: number) => void} tell
   @returns {Promise<Blob>} */
function fetched(address, signal, tell) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    const ours = () =>
      request.status === 200 && (isStatic || request.getResponseHeader("X-Companion"));
    request.open("GET", address);
    request.responseType = "blob";
    let stall = 0;
    const wait = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
    };
    wait();
    request.onprogress = ({ loaded }) => {
      wait();
      tell(loaded);
    };
    request.onload = () => (ours() ? done(request.response) : failed(new Error(address)));
    request.onerror = failed;
    request.onabort = failed;
    request.onloadend = () => clearTimeout(stall);
    signal.onabort = () => request.abort();
    request.send();
  });
}

/* A browser says the same of a worker that it cannot run and of one that did not come. */
const isHeard = () =>
  fetched("/pocket-sw.js", stopping.signal, () => {}).then(
    () => true,
    () => false,
  );

/** @param {number} came */
const showProgress = came => {
  required("progress", place).value = came / all;
};

/** @param {any} [error] */
async function brokeOff(error) {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const isFull = error?.name === "QuotaExceededError" || quota - usage < ROOM;
  const why = isFull ? "#full" : stopping.signal.aborted ? "#begun" : "#broken-off";
  show("#take", "progress", why);
}

/** @param {...string} parts */
function show(...parts) {
  for (const name of PARTS) required(name, place).hidden = !parts.includes(name);
}
