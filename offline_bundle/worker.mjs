/* The offline app's part of the service worker, loaded before templates/sw.js. It answers requests to the offline app
   with the same Python code as the server.

   These are requests to tables whose code begins with 0, which the server never uses, and to all paths below
   /pocket/. Each change is in IndexedDB before the page gets the response, so the worker may stop at any time. */

const RESPONSE_HEADERS = { "X-Companion": "1", "Cache-Control": "no-store" };
const CACHE_NAME = "pocket";
const RUNTIME_PATH = "/static/pocket/";
const ANSWER_TIMEOUT_MS = 4000;
const SILENT_TIMEOUT_MS = 1000; // if the server did not answer the last time

/** @type {Settings} */
let bundle; // from templates/offline_sw.js
/** @type {Promise<ReturnType<Settings["openOfflineApp"]>> | null} */
let app = null;
/** @type {Promise<IDBDatabase> | null} */
let connection = null;
/** @type {Promise<unknown>} */
let lastTask = Promise.resolve();

/** @param {Settings} settings */
export const configure = settings => {
  bundle = settings;
};

self.addEventListener("install", event => event.waitUntil(downloadMissing()));

self.addEventListener("activate", event => event.waitUntil(deleteOldFiles()));

self.addEventListener("fetch", event => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return;
  if (isOfflinePath(pathname)) event.respondWith(respond(event.request));
  else if (method === "GET" && mode === "navigate" && bundle.homes.includes(pathname))
    event.respondWith(respondToStartPage(event.request));
  else return;
  event.stopImmediatePropagation();
});

/** @param {string} path */
const isOfflinePath = path => /^\/(t\/0|pocket(\/|$))/.test(path);

/** Respond to the app's start page: from the server, otherwise redirect to the offline app's home page.
   @param {Request} request */
async function respondToStartPage(request) {
  const answer = bundle.hasServer && (await fetchFromServer(request).catch(() => null));
  return answer && self.isFromApp(answer) ? answer : Response.redirect("/pocket/", 302);
}

/** Return the server's response. Throws an error if there is none in time. @param {RequestInfo} request */
async function fetchFromServer(request) {
  const started = Date.now();
  if (await self.isStillUnreachable(SILENT_TIMEOUT_MS)) throw new Error("no answer");
  const signal = AbortSignal.timeout(started + ANSWER_TIMEOUT_MS - Date.now());
  try {
    return self.noteResponse(await fetchNetwork(request, { signal }));
  } catch (error) {
    if (signal.aborted) self.setUnreachable();
    throw error;
  }
}

/** @param {Request} request */
async function respond(request) {
  // Nobody else enters moves here, so there is no stream: the page fetches changes itself.
  if (/\/(stream|events)$/.test(new URL(request.url).pathname))
    return new Response(null, { status: 204, headers: RESPONSE_HEADERS });
  const headers = Object.fromEntries(request.headers);
  headers["accept-language"] = navigator.languages.join(", ");
  if (isCrossSite(request)) headers["sec-fetch-site"] = "cross-site";
  const body = new Uint8Array(await request.arrayBuffer());
  return enqueue(() => answer(request.method, request.url, headers, body));
}

/** Return whether another site's page sends this form. Browsers tell this to servers with a header, but to a worker
   only with the referrer. Requests other than form submissions never come from other sites.
   @param {Request} request */
const isCrossSite = ({ method, mode, referrer }) =>
  !["GET", "HEAD"].includes(method) &&
  mode === "navigate" &&
  !referrer.startsWith(`${location.origin}/`);

/** Run functions one after the other. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function enqueue(work) {
  const turn = lastTask.then(work);
  lastTask = turn.catch(() => {});
  return turn;
}

/** @param {Pieces} pieces */
async function answer(...pieces) {
  try {
    app ??= open();
    const ask = await app;
    const { status, headers, changes, rest } = ask(...pieces);
    const { kept } = await writeChanges(changes);
    kept.catch(() => {}); // awaited below
    const body = rest(); // the body is rendered while the changes are written
    await kept;
    return new Response(body.length ? makeStream(body) : null, { status, headers });
  } catch (error) {
    app = null; // memory may be ahead of the database: the next request starts again
    console.error(error);
    const full = Object(error).name === "QuotaExceededError";
    const headers = { ...RESPONSE_HEADERS, "Content-Type": "text/html; charset=utf-8" };
    return new Response(full ? bundle.full : bundle.fault, { status: full ? 507 : 503, headers });
  }
}

/** Return bytes as a stream. Browsers pass a stream directly to the page, and other bodies through another process.
   @param {Uint8Array} bytes */
const makeStream = bytes =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

async function open() {
  let python = await startFromCachedSnapshot();
  if (!python) {
    python = await bundle.startPython(...startArguments());
    await cacheSnapshot(python).catch(console.error); // without one the next start takes longer
  }
  return bundle.openOfflineApp(python, await readAllTexts(), bundle.assets, bundle.hasServer);
}

/* Start Python from the cached snapshot. Return null if there is no snapshot. */
async function startFromCachedSnapshot() {
  const [index, pages] = await Promise.all(bundle.image.map(name => caches.match(name)));
  if (!index || !pages?.body) return null;
  try {
    const image = { index: await index.json(), pages: pages.body };
    return await bundle.startFromSnapshot(image, ...startArguments());
  } catch (error) {
    console.error(error);
    const cache = await caches.open(CACHE_NAME);
    await Promise.all(bundle.image.map(name => cache.delete(name)));
    return null;
  }
}

/** @param {Python} python */
async function cacheSnapshot(python) {
  const { index, pages } = bundle.takeSnapshot(python);
  const cache = await caches.open(CACHE_NAME);
  await cache.put(bundle.image[1], new Response(pages));
  await cache.put(bundle.image[0], Response.json(index)); // last: if it is cached, all is
}

/** Return the arguments to start Python. @returns {Parameters<Settings["startPython"]>} */
function startArguments() {
  const settings = {
    indexURL: RUNTIME_PATH,
    stdLibURL: `${RUNTIME_PATH}python.zip`,
    lockFileContents: bundle.lock,
    createPyodideModule: bundle.createPyodideModule,
  };
  const files = fetch(`${RUNTIME_PATH}companion.bin`).then(answer => answer.arrayBuffer());
  return [bundle.loadPyodide, settings, files.then(buffer => new Uint8Array(buffer))];
}

/* Serve the files that Pyodide requests from the cache. A .wasm file comes from the browser's HTTP cache if possible,
   since that may contain the compiled code. */
const fetchNetwork = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const path = resource instanceof Request ? resource.url : resource;
  const name = new URL(path, location.href).pathname.replace(RUNTIME_PATH, "");
  const address = bundle?.files[name];
  if (!address) return fetchNetwork(resource, options);
  const compiled = name.endsWith(".wasm") ? await fetchFromHttpCache(address) : null;
  return compiled ?? (await caches.match(address)) ?? fetchNetwork(address, options);
};

/** @param {string} address */
async function fetchFromHttpCache(address) {
  const options = /** @type {const} */ ({ cache: "only-if-cached", mode: "same-origin" });
  const answer = await fetchNetwork(address, options).catch(() => null);
  return answer?.ok ? answer : null;
}

/* Download the missing files of a newer bundle. Unchanged files have the same name and are in the cache. */
async function downloadMissing() {
  const cache = await caches.open(CACHE_NAME);
  for (const address of bundle.addresses) {
    if (await cache.match(address)) continue;
    const answer = await fetchNetwork(address);
    if (!answer.ok || !self.isFromApp(answer)) throw new Error(address);
    await cache.put(address, answer);
  }
}

async function deleteOldFiles() {
  const cache = await caches.open(CACHE_NAME);
  const current = [...bundle.addresses, ...bundle.image];
  const currentUrls = new Set(current.map(address => new URL(address, location.href).href));
  const old = (await cache.keys()).filter(({ url }) => !currentUrls.has(url));
  await Promise.all(old.map(file => cache.delete(file)));
}

const forgetDatabase = () => {
  connection = null;
};

/* Return the database of texts by name, which stays open. */
function database() {
  connection ??= openDatabase();
  connection.catch(forgetDatabase);
  return connection;
}

async function openDatabase() {
  const request = indexedDB.open("pocket", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("kept");
  const opened = await promiseOf(request);
  opened.onclose = forgetDatabase;
  opened.onversionchange = () => {
    forgetDatabase(); // it is being deleted
    opened.close();
  };
  return opened;
}

async function readAllTexts() {
  const objectStore = (await database()).transaction("kept").objectStore("kept");
  const [names, texts] = await Promise.all([
    promiseOf(objectStore.getAllKeys()),
    promiseOf(objectStore.getAll()),
  ]);
  return Object.fromEntries(names.map((name, at) => [String(name), texts[at]]));
}

/** @param {Changes} changes */
const storeChanges = async changes => (await writeChanges(changes)).kept;

/** Write all changes in one transaction; `kept` resolves when it is complete. @param {Changes} changes */
async function writeChanges(changes) {
  if (!changes.length) return { kept: Promise.resolve() };
  const transaction = await beginTransaction();
  const objectStore = transaction.objectStore("kept");
  const kept = new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
  });
  try {
    for (const [name, text] of changes) {
      if (text == null) objectStore.delete(name);
      else objectStore.put(text, name);
    }
    transaction.commit?.(); // otherwise it would wait for this thread, which renders
  } catch (error) {
    kept.catch(() => {});
    transaction.abort();
    throw error;
  }
  return { kept };
}

async function beginTransaction() {
  try {
    return (await database()).transaction("kept", "readwrite", { durability: "strict" });
  } catch (error) {
    forgetDatabase(); // the next transaction opens a new connection
    throw error;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const promiseOf = request =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/* What offline_copies.mjs and upload.mjs use: responses of the offline app, the network, and the database. */
export const offlineApp = {
  respond,
  isCrossSite,
  /** @param {string} path */
  isOwn: path => isOfflinePath(path) || bundle.homes.includes(path),
  /** @param {Pieces} pieces */
  request: (...pieces) => enqueue(() => answer(...pieces)),
  network: fetchNetwork,
  fromServer: fetchFromServer,
  readStored: readAllTexts,
  store: storeChanges,
};
