/* node worker.mjs: runs a service worker with a clock, a cache and a server of its own. It reads
   {worker, modules, steps} as JSON from stdin and writes what each step saw. Time passes only when nothing else
   is left to do, so a wait of four seconds takes none. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const ORIGIN = "http://companion.test";
const NEVER = 600_000; // ms: what has not come by then never comes
const { worker, modules = [], steps } = JSON.parse(readFileSync(0, "utf8"));
const listeners = {};
const caches = new Map();
const copies = new Set(); // codes of tables that the stubbed offline app has
const lacking = new Set(); // pages that it cannot draw
const asked = []; // what the server was asked
let server = { after: 0 };
let now = 1_000_000;
let timers = [];

function setTimer(act, ms, ...values) {
  const timer = { at: now + (ms || 0), act: () => act(...values) };
  timers.push(timer);
  return timer;
}

const addressOf = what => new URL(what.url ?? what, ORIGIN).href;

class Cache extends Map {
  async match(what) {
    return this.get(addressOf(what))?.clone();
  }
  async put(what, answer) {
    const body = await answer.arrayBuffer();
    super.delete(addressOf(what));
    this.set(
      addressOf(what),
      new Response(body, { status: answer.status, headers: answer.headers }),
    );
  }
  async delete(what) {
    return super.delete(addressOf(what));
  }
  async keys() {
    return [...super.keys()].map(url => ({ url }));
  }
}

/* The server answers after so many milliseconds; "silent" never, "cut" at once with a fault. */
function fetchFromServer(what, { signal } = {}) {
  const url = addressOf(what);
  const { after, slow = [] } = server;
  asked.push(`${what.method ?? "GET"} ${new URL(url).pathname}`);
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
    match: async what => {
      for (const cache of caches.values()) if (cache.has(addressOf(what))) return cache.match(what);
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

const realTurn = () => new Promise(done => setImmediate(done));

/* What a promise comes to, while the clock goes on as far as it must. */
async function comes(promise) {
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
    for (let turn = 0; turn < 20; turn += 1) await realTurn();
    if (outcome) return { ...outcome, after: now - began };
    timers.sort((one, other) => one.at - other.at);
    const next = timers.shift();
    if (!next || next.at - began > NEVER) return { never: true };
    now = Math.max(now, next.at);
    next.act();
  }
}

function dispatch(name, more) {
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

const KINDS = {
  navigate: { mode: "navigate" },
  whole: { mode: "cors", headers: { "HX-Request-Type": "full" } },
  file: { mode: "no-cors" },
  post: { mode: "cors", method: "POST" },
  form: { mode: "navigate", method: "POST" },
};

async function open(path, kind, more = {}) {
  const { mode, method = "GET", headers = {} } = KINDS[kind];
  const request = { url: new URL(path, ORIGIN).href, mode, method, referrer: `${ORIGIN}/` };
  request.headers = new Headers({ ...headers, ...more });
  request.clone = () => request;
  request.arrayBuffer = async () => new ArrayBuffer(0);
  const answer = dispatch("fetch", { request, clientId: "1" });
  if (!answer) return { unhandled: true };
  const { value, error, after, never } = await comes(answer);
  if (never) return { never };
  if (error || value.type === "error") return { after, error: true };
  const kept = value.headers.get("X-Kept");
  return { after, body: await value.text(), kept, status: value.status };
}

const acts = {
  server: given => {
    server = given;
  },
  copy: code => copies.add(code),
  lacks: page => lacking.add(page),
  wait: ms => comes(new Promise(done => setTimer(done, ms))),
  open: args => open(...args),
  can: async requests => {
    const channel = { told: null };
    const port = { postMessage: said => channel.told?.(said) };
    const told = new Promise(done => {
      channel.told = done;
    });
    dispatch("message", { data: { canAnswer: requests }, ports: [port] });
    return (await comes(told)).value ?? null;
  },
  asked: () => asked.splice(0),
  install: async () => comes(Promise.all((listeners.install ?? []).map(install))),
};

/* Installs the worker; what it keeps is what the server answers. */
function install(listener) {
  let kept;
  listener({
    waitUntil: promise => {
      kept = promise;
    },
  });
  return kept;
}

/* In the place of Python in the browser. */
const offlineApp = {
  isCrossSite: () => false,
  respond: async ({ url }) => {
    const { pathname } = new URL(url);
    const isThere =
      [...copies].some(code => pathname.startsWith(`/t/${code}`)) &&
      !lacking.has(pathname.split("/")[3]);
    const headers = { "X-Companion": "1" };
    return new Response(`copy ${new URL(url).pathname}`, { status: isThere ? 200 : 404, headers });
  },
  request: async () => new Response("file", { headers: { "X-Claim": "1" } }),
  readStored: async () => Object.fromEntries([...copies].map(code => [`along/${code}`, "{}"])),
  store: async () => {},
};

const made = { homes: ["/"], hasServer: true, files: {}, addresses: [], assets: {}, image: [] };
const parts = [];
for (const name of modules) parts.push(await import(pathToFileURL(name).href)); // in their order
const { offlineApp: ownApp } = Object.assign({}, ...parts);
for (const part of parts) {
  part.configure?.(made);
  part.setOfflineApp?.({ ...ownApp, ...offlineApp });
  part.configureUpload?.({ ...ownApp, ...offlineApp }, "away");
}
runInThisContext(worker);
const seen = [];
for (const step of steps) {
  const [[name, value]] = Object.entries(step);
  seen.push((await acts[name](value)) ?? null);
}
process.stdout.write(JSON.stringify(seen), () => process.exit(0));
