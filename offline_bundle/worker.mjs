/* The offline app's part of the service worker, before the usual part: what lies in the offline app is answered here,
   by the same Python as on the server. Nothing else is touched.

   What lies in the offline app: tables whose code begins with 0, which no server's does, and all below /pocket/.
   Every change is in IndexedDB before the page hears of it, so this worker may end between any two taps. */

const OURS = { "X-Companion": "1", "Cache-Control": "no-store" };
const CACHE = "pocket";
const RUNTIME = "/static/pocket/";
const ANSWER_TIMEOUT_MS = 4000;
const SILENT_TIMEOUT_MS = 1000; // where the server did not answer the last time

/** @type {Settings} */
let made; // what /pocket-sw.js says this pocket is made of
/** @type {Promise<ReturnType<Settings["openOfflineApp"]>> | null} */
let opening = null;
/** @type {Promise<IDBDatabase> | null} */
let connecting = null;
/** @type {Promise<unknown>} */
let lastTurn = Promise.resolve();

/** @param {Settings} settings */
export const configure = settings => {
  made = settings;
};

self.addEventListener("install", event => event.waitUntil(completed()));

self.addEventListener("activate", event => event.waitUntil(dropOlder()));

self.addEventListener("fetch", event => {
  const { method, mode, url } = event.request;
  const asked = new URL(url);
  if (asked.origin !== location.origin) return;
  if (isOfflinePath(asked.pathname)) event.respondWith(answered(event.request, asked));
  else if (method === "GET" && mode === "navigate" && made.homes.includes(asked.pathname))
    event.respondWith(homeOrOffline(event.request));
  else return;
  event.stopImmediatePropagation();
});

/* What the offline app's other part needs: a request or its pieces answered, the network, and what is kept. */
export const offlineApp = {
  /** @param {Request} request */
  respond: request => answered(request, new URL(request.url)),
  /** @param {Request} request */
  isCrossSite: request => isCrossSite(request),
  /** @param {string} path */
  isOwn: path => isOfflinePath(path) || made.homes.includes(path),
  /** @param {Pieces} pieces */
  request: (...pieces) => inTurn(() => answer(...pieces)),
  /** @param {RequestInfo} request @param {RequestInit} how */
  network: (request, how) => asked(request, how),
  fromServer,
  readStored: () => allKept(),
  /** @param {Changes} changes */
  store: changes => keep(changes),
};

/** @param {string} path */
const isOfflinePath = path => /^\/(t\/0|pocket(\/|$))/.test(path);

/** The app starts at home; with no line or no server, home is in the offlineApp. @param {Request} request */
async function homeOrOffline(request) {
  const answer = made.hasServer && (await fromServer(request).catch(() => null));
  return answer && self.isFromApp(answer) ? answer : Response.redirect("/pocket/", 302);
}

/** The server's answer; an error where it gives none in time. @param {RequestInfo} request */
async function fromServer(request) {
  const begun = Date.now();
  if (await self.isStillUnreachable(SILENT_TIMEOUT_MS)) throw new Error("no answer");
  const signal = AbortSignal.timeout(begun + ANSWER_TIMEOUT_MS - Date.now());
  try {
    return self.noteResponse(await asked(request, { signal }));
  } catch (error) {
    if (signal.aborted) self.setUnreachable();
    throw error;
  }
}

/** @param {Request} request @param {URL} address */
async function answered(request, { pathname }) {
  // Nobody else enters anything: a page that hears no stream asks by itself.
  if (/\/(stream|events)$/.test(pathname))
    return new Response(null, { status: 204, headers: OURS });
  const headers = Object.fromEntries(request.headers);
  headers["accept-language"] = navigator.languages.join(", ");
  if (isCrossSite(request)) headers["sec-fetch-site"] = "cross-site";
  const body = new Uint8Array(await request.arrayBuffer());
  return inTurn(() => answer(request.method, request.url, headers, body));
}

/** Whether a page of another site sends this form. Browsers tell servers with the request, and a worker
   only by where it comes from; what is no form of a page is never another site's here.
   @param {Request} request */
const isCrossSite = ({ method, mode, referrer }) =>
  !["GET", "HEAD"].includes(method) &&
  mode === "navigate" &&
  !referrer.startsWith(`${location.origin}/`);

/** One request after the other, as they came.
   @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

/** @param {Pieces} asked */
async function answer(...asked) {
  try {
    opening ??= open();
    const ask = await opening;
    const { status, headers, changes, rest } = ask(...asked);
    const { kept } = await writing(changes);
    kept.catch(() => {}); // looked at below
    const body = rest(); // drawn while it is written what must be kept
    await kept;
    return new Response(body.length ? streamOf(body) : null, { status, headers });
  } catch (error) {
    opening = null; // what is in memory may be ahead of what is kept: the next request begins anew
    console.error(error);
    const full = Object(error).name === "QuotaExceededError";
    const headers = { ...OURS, "Content-Type": "text/html; charset=utf-8" };
    return new Response(full ? made.full : made.fault, { status: full ? 507 : 503, headers });
  }
}

/** A stream goes straight to the page; a text would take the way of files, through the browser's own process.
   @param {Uint8Array} bytes */
const streamOf = bytes =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

async function open() {
  const python = (await startedFromImage()) ?? (await startedAnew());
  return made.openOfflineApp(python, await allKept(), made.assets, made.hasServer);
}

async function startedAnew() {
  const python = await made.startPython(...pieces());
  await keepImageOf(python).catch(console.error); // without one the next start only takes longer
  return python;
}

/* Python as an earlier worker found it when it had just started; none where there is no image of it. */
async function startedFromImage() {
  const [index, pages] = await Promise.all(made.image.map(name => caches.match(name)));
  if (!index || !pages?.body) return null;
  try {
    const image = { index: await index.json(), pages: pages.body };
    return await made.startFromSnapshot(image, ...pieces());
  } catch (error) {
    console.error(error);
    const cache = await caches.open(CACHE);
    await Promise.all(made.image.map(name => cache.delete(name)));
    return null;
  }
}

/** @param {Python} python */
async function keepImageOf(python) {
  const { index, pages } = made.takeSnapshot(python);
  const cache = await caches.open(CACHE);
  await cache.put(made.image[1], new Response(pages));
  await cache.put(made.image[0], Response.json(index)); // last: where it is, all is
}

/** What Python is started with. @returns {Parameters<Settings["startPython"]>} */
function pieces() {
  const settings = {
    indexURL: RUNTIME,
    stdLibURL: `${RUNTIME}python.zip`,
    lockFileContents: made.lock,
    createPyodideModule: made.createPyodideModule,
  };
  return [made.loadPyodide, settings, fetch(`${RUNTIME}companion.bin`).then(bytesOf)];
}

/** @param {Response} answer */
const bytesOf = async answer => new Uint8Array(await answer.arrayBuffer());

/* The files of the offline app, by the names that Pyodide calls them, out of the cache; the one to compile
   rather out of the browser's own, which may have it compiled already. */
const asked = self.fetch.bind(self);
self.fetch = async (what, how) => {
  const whole = new URL(typeof what === "object" && "url" in what ? what.url : what, location.href);
  const name = whole.pathname.replace(RUNTIME, "");
  const address = made?.files[name];
  const own = name.endsWith(".wasm") && address && (await ownCache(address));
  return own || (address && (await caches.match(address))) || asked(address ?? what, how);
};

/** @param {string} address */
const ownCache = address =>
  asked(address, { cache: "only-if-cached", mode: "same-origin" }).then(
    answer => answer.ok && answer,
    () => null,
  );

/* All that is missing, when a newer pocket comes; what is the same has the same name and is there. */
async function completed() {
  const cache = await caches.open(CACHE);
  for (const address of made.addresses) {
    if (await cache.match(address)) continue;
    const answer = await asked(address);
    if (!answer.ok || !self.isFromApp(answer)) throw new Error(address);
    await cache.put(address, answer);
  }
}

async function dropOlder() {
  const cache = await caches.open(CACHE);
  const ours = [...made.addresses, ...made.image];
  const wanted = new Set(ours.map(address => new URL(address, location.href).href));
  const older = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(older.map(file => cache.delete(file)));
}

/* What is kept: texts by name, in a database that stays open. */
function database() {
  connecting ??= connected();
  connecting.catch(disconnected);
  return connecting;
}

const disconnected = () => {
  connecting = null;
};

function connected() {
  return new Promise((done, failed) => {
    const request = indexedDB.open("pocket", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    request.onsuccess = () => {
      const { result } = request;
      result.onclose = disconnected;
      result.onversionchange = () => {
        disconnected(); // it is to be dropped
        result.close();
      };
      done(result);
    };
    request.onerror = () => failed(request.error);
  });
}

async function allKept() {
  const store = (await database()).transaction("kept").objectStore("kept");
  const [names, texts] = await Promise.all([
    finished(store.getAllKeys()),
    finished(store.getAll()),
  ]);
  return Object.fromEntries(names.map((name, at) => [String(name), texts[at]]));
}

/** @param {Changes} changes */
const keep = async changes => (await writing(changes)).kept;

/** All of it or nothing; `kept` says when. @param {Changes} changes */
async function writing(changes) {
  if (!changes.length) return { kept: Promise.resolve() };
  const transaction = await changing();
  const store = transaction.objectStore("kept");
  const kept = new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
  });
  try {
    for (const [name, text] of changes) {
      if (text == null) store.delete(name);
      else store.put(text, name);
    }
    transaction.commit?.(); // else it would wait for this thread, which draws meanwhile
  } catch (error) {
    kept.catch(() => {});
    transaction.abort();
    throw error;
  }
  return { kept };
}

async function changing() {
  try {
    return (await database()).transaction("kept", "readwrite", { durability: "strict" });
  } catch (error) {
    disconnected(); // the next one begins with a new connection
    throw error;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const finished = request =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
