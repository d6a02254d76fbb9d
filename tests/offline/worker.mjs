/* node worker.mjs: runs a service worker with a simulated clock, cache and server. It reads {worker, modules, steps}
   as JSON from stdin and writes the result of each step. The clock advances only when nothing else is left to do, so
   a wait of four seconds takes no time. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const ORIGIN = "http://companion.test";
const NEVER_MS = 600_000; // ms: later responses count as never
const { worker, modules = [], steps } = JSON.parse(readFileSync(0, "utf8"));
const listeners = {};
const caches = new Map();
const copies = new Set(); // codes of tables in the stubbed offline app
const missing = new Set(); // pages that the stub cannot render
const requested = []; // requests to the server
let server = { after: 0 };
let now = 1_000_000;
let timers = [];

function setTimer(act, ms, ...values) {
  const timer = { at: now + (ms || 0), act: () => act(...values) };
  timers.push(timer);
  return timer;
}

const getAddress = request => new URL(request.url ?? request, ORIGIN).href;

class Cache extends Map {
  async match(request) {
    return this.get(getAddress(request))?.clone();
  }
  async put(request, answer) {
    const body = await answer.arrayBuffer();
    super.delete(getAddress(request));
    this.set(
      getAddress(request),
      new Response(body, { status: answer.status, headers: answer.headers }),
    );
  }
  async delete(request) {
    return super.delete(getAddress(request));
  }
  async keys() {
    return [...super.keys()].map(url => ({ url }));
  }
}

/* The server answers after `after` milliseconds; "silent": never; "cut": at once with a network error. */
function fetchFromServer(request, { signal, method = request.method ?? "GET", body } = {}) {
  const url = getAddress(request);
  const { after, slow = [] } = server;
  const files =
    body instanceof FormData ? [...body].filter(([, value]) => value instanceof Blob) : [];
  requested.push([method, new URL(url).pathname, ...files.map(([name]) => name)].join(" "));
  return new Promise((done, failed) => {
    signal?.addEventListener("abort", () => failed(signal.reason));
    if (after === "cut") return failed(new TypeError("Failed to fetch"));
    if (after === "silent") return;
    const wait = slow.includes(new URL(url).pathname) ? server.slowly : after;
    const headers = { "X-Companion": "1", "Content-Type": "text/html" };
    setTimer(() => done(new Response(`server ${new URL(url).pathname}`, { headers })), wait);
  });
}

Object.assign(globalThis, {
  self: globalThis,
  location: new URL("/sw.js", ORIGIN),
  fetch: fetchFromServer,
  setTimeout: setTimer,
  clearTimeout: timer => {
    timers = timers.filter(one => one !== timer);
  },
  addEventListener: (name, listener) => {
    listeners[name] ??= [];
    listeners[name].push(listener);
  },
  clients: { claim() {}, get: async () => null },
  caches: {
    open: async name => caches.get(name) ?? caches.set(name, new Cache()).get(name),
    keys: async () => [...caches.keys()],
    delete: async name => caches.delete(name),
    match: async request => {
      for (const cache of caches.values())
        if (cache.has(getAddress(request))) return cache.match(request);
    },
  },
});
globalThis[Symbol.for("undici.globalOrigin.1")] = new URL(ORIGIN);
Date.now = () => now;
AbortSignal.timeout = ms => {
  const ends = new AbortController();
  setTimer(() => ends.abort(new DOMException("timed out", "TimeoutError")), ms);
  return ends.signal;
};

const waitRealTurn = () => new Promise(done => setImmediate(done));

/* Return {value or error, after} of a promise, advancing the clock as far as needed; {never: true} if it stays open. */
async function settlePromise(promise) {
  const began = now;
  let outcome;
  promise.then(
    value => {
      outcome = { value };
    },
    error => {
      outcome = { error };
    },
  );
  for (;;) {
    for (let turn = 0; turn < 20; turn += 1) await waitRealTurn();
    if (outcome) return { ...outcome, after: now - began };
    timers.sort((one, other) => one.at - other.at);
    const next = timers.shift();
    if (!next || next.at - began > NEVER_MS) return { never: true };
    now = Math.max(now, next.at);
    next.act();
  }
}

function dispatchEvent(name, more) {
  let answer = null;
  let isStopped = false;
  const event = {
    ...more,
    respondWith: promise => {
      answer = Promise.resolve(promise);
    },
    waitUntil: promise => promise?.catch?.(() => {}),
    stopImmediatePropagation: () => {
      isStopped = true;
    },
  };
  for (const listener of listeners[name] ?? []) if (!isStopped) listener(event);
  return answer;
}

const REQUEST_KINDS = {
  navigate: { mode: "navigate" },
  whole: { mode: "cors", headers: { "HX-Request-Type": "full" } },
  file: { mode: "no-cors" },
  post: { mode: "cors", method: "POST" },
  form: { mode: "navigate", method: "POST" },
};

async function openPath(path, kind, more = {}) {
  const { mode, method = "GET", headers = {} } = REQUEST_KINDS[kind];
  const request = { url: new URL(path, ORIGIN).href, mode, method, referrer: `${ORIGIN}/` };
  request.headers = new Headers({ ...headers, ...more });
  request.clone = () => request;
  request.arrayBuffer = async () => new ArrayBuffer(0);
  const answer = dispatchEvent("fetch", { request, clientId: "1" });
  if (!answer) return { unhandled: true };
  const { value, error, after, never } = await settlePromise(answer);
  if (never) return { never };
  if (error || value.type === "error") return { after, error: true };
  const cached = value.headers.get("X-Kept");
  return { after, body: await value.text(), kept: cached, status: value.status };
}

const STEP_ACTIONS = {
  server: value => {
    server = value;
  },
  copy: code => copies.add(code),
  keep: ([table, page]) => {
    dispatchEvent("message", { data: { keep: table, page } });
    return settlePromise(Promise.resolve());
  },
  lacks: page => missing.add(page),
  wait: ms => settlePromise(new Promise(done => setTimer(done, ms))),
  open: args => openPath(...args),
  can: async requests => {
    const channel = { reply: null };
    const port = { postMessage: message => channel.reply?.(message) };
    const reply = new Promise(done => {
      channel.reply = done;
    });
    dispatchEvent("message", { data: { canAnswer: requests }, ports: [port] });
    return (await settlePromise(reply)).value ?? null;
  },
  asked: () => requested.splice(0),
  install: async () => settlePromise(Promise.all((listeners.install ?? []).map(installWorker))),
};

/* Call an install listener of the worker, and return the promise for which it lets the browser wait. */
function installWorker(listener) {
  let cached;
  listener({
    waitUntil: promise => {
      cached = promise;
    },
  });
  return cached;
}

/* A stub of the offline app in the worker. */
const offlineApp = {
  isCrossSite: () => false,
  respond: async ({ url }) => {
    const { pathname } = new URL(url);
    const isThere =
      [...copies].some(code => pathname.startsWith(`/t/${code}`)) &&
      !missing.has(pathname.split("/")[3]);
    const headers = { "X-Companion": "1" };
    return new Response(`copy ${new URL(url).pathname}`, { status: isThere ? 200 : 404, headers });
  },
  request: async () => new Response("file", { headers: { "X-Claim": "1" } }),
  readStored: async () => Object.fromEntries([...copies].map(code => [`along/${code}`, "{}"])),
  store: async () => {},
};

const settings = { homes: ["/"], hasServer: true, files: {}, addresses: [], assets: {}, image: [] };
const parts = [];
for (const name of modules) parts.push(await import(pathToFileURL(name).href)); // in the given order
const { offlineApp: ownApp } = Object.assign({}, ...parts);
for (const part of parts) {
  part.configure?.(settings);
  part.setOfflineApp?.({ ...ownApp, ...offlineApp });
  part.configureUpload?.({ ...ownApp, ...offlineApp }, "away");
}
runInThisContext(worker);
const results = [];
for (const step of steps) {
  const [[name, value]] = Object.entries(step);
  results.push((await STEP_ACTIONS[name](value)) ?? null);
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
