/* Takes the companion along: fetches its files one after the other into the cache, each of which stays
   when it breaks off, and then changes the worker. The page that offers it brings this. */
import { $ } from "../dom.js";

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
  await changeWorker();
}

async function fetchAll(cache, signal) {
  let before = 0;
  for (const { address, size } of files) {
    if (!(await cache.match(address))) {
      const answer = await fetch(address, { signal });
      if (!answer.ok || !answer.headers.has("X-Companion")) throw new Error(address);
      const headers = { "Content-Type": answer.headers.get("Content-Type"), "X-Companion": "1" };
      const content = await new Response(counted(answer.body, before)).blob();
      await cache.put(address, new Response(content, { headers }));
    }
    before += size;
    showProgress(before);
  }
}

/* A file as it comes, told while it does. */
function counted(stream, before) {
  let came = before;
  const count = new TransformStream({
    transform(chunk, on) {
      came += chunk.length;
      showProgress(came);
      on.enqueue(chunk);
    },
  });
  return stream.pipeThrough(count);
}

/* The new worker begins as soon as it is complete; the page is then drawn by it. */
async function changeWorker() {
  navigator.serviceWorker.oncontrollerchange = () => location.reload();
  const there = await navigator.serviceWorker
    .register("/pocket-sw.js", { type: "module" })
    .catch(() => null);
  if (!there) return show("#no-worker");
  const coming = there.installing || there.waiting;
  const begin = () => {
    if (coming.state === "installed") coming.postMessage("update");
    if (coming.state === "redundant") brokeOff();
  };
  coming.addEventListener("statechange", begin);
  begin();
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
