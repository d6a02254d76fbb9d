/* Takes the companion along: fetches its files one after the other into the cache, each of which stays
   when it breaks off, and then changes the worker. The page that offers it brings this. */
import { $ } from "../dom.js";
import { changeWorker } from "./change_worker.js";

const CACHE = "pocket";
const place = $("#along");
const files = JSON.parse(place.dataset.files);
const all = files.reduce((sum, { size }) => sum + size, 0);
let stopping = null;

$("#take").onclick = () => take().catch(brokeOff);
$("#stop").onclick = () => stopping?.abort();

async function take() {
  if (!navigator.serviceWorker || !globalThis.caches) return show("#no-worker");
  stopping = new AbortController();
  show("#stop", "progress");
  await fetchAll(await caches.open(CACHE), stopping.signal);
  show("progress");
  await navigator.storage?.persist?.();
  const script = ["/pocket-sw.js", { type: "module" }];
  const isThere = await changeWorker(script, () => location.reload(), brokeOff).catch(() => false);
  if (!isThere) show("#no-worker");
}

async function fetchAll(cache, signal) {
  let before = 0;
  for (const { address, size } of files) {
    if (!(await cache.match(address))) {
      const file = await fetched(address, signal, came => showProgress(before + came));
      const headers = { "Content-Type": file.type, "X-Companion": "1" };
      await cache.put(address, new Response(file, { headers }));
    }
    before += size;
    showProgress(before);
  }
}

/* A file, told as it comes. A stream would leave all its pieces in the page's memory; this leaves none there. */
function fetched(address, signal, tell) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    const ours = () => request.status === 200 && request.getResponseHeader("X-Companion");
    request.open("GET", address);
    request.responseType = "blob";
    request.onprogress = ({ loaded }) => tell(loaded);
    request.onload = () => (ours() ? done(request.response) : failed(new Error(address)));
    request.onerror = failed;
    request.onabort = failed;
    signal.onabort = () => request.abort();
    request.send();
  });
}

const showProgress = came => {
  $("progress", place).value = came / all;
};

function brokeOff() {
  show("#take", "progress", "#broken-off");
}

function show(...parts) {
  for (const part of place.children) part.hidden = false;
  for (const name of ["#take", "#stop", "progress", "#no-worker", "#broken-off"])
    $(name, place).hidden = !parts.includes(name);
}
