/* The service worker. It caches the app shell and the newest pages, so that a running game opens without a server. */
const SHELL = "shell-{{ shell }}";
const PAGES = "pages-2";
const CURRENT_CACHES = [SHELL, PAGES, "pocket"]; // "pocket" contains the offline bundle
const MAX_PAGES = 200;
const ANSWER_TIMEOUT_MS = 4000; // how long a person waits for the server
const UNREACHABLE_TIMEOUT_MS = 1000; // for a cached page, if the server did not answer the last request
const SLOW_TIMEOUT_MS = 30_000; // for a page that was once too late, although the server answers
const INSTALL_TIMEOUT_MS = 60_000; // runs in the background
let pendingWrite; // stores the HTML that a page has sent
let isUnreachable = false; // the server did not answer in time, and has sent nothing since
let lastResponseAt = 0;
let probe = null; // the request that checks whether it is reachable again
const slowUrls = new Set(); // pages that came too late and are not cached
const leftTables = new Set(); // not cached until one of their pages is loaded again
const HOST = "{{ 'app' if has_server else 'static' }}";
const OFFLINE = "{{ offline }}";
const FILES = "{{ offline }} {{ more | join(' ') }} {{ files | join(' ') }}".split(" ");
// Pages that contain links of groups, editions or seats are not cached, nor is the host's page.
const SECRET_PAGES = /^\/(groups|boxes|editions|open|host)\b|^\/[geiw]\/|\/share$/;

self.addEventListener("install", event => event.waitUntil(Promise.all(FILES.map(cacheFile))));

self.addEventListener("activate", event => event.waitUntil(dropOldShells()));

self.addEventListener("message", event => {
  if (event.data === "update") self.skipWaiting();
  const { canAnswer: requests, keep } = event.data;
  const report = answers => event.ports[0].postMessage(answers);
  if (requests) event.waitUntil(Promise.all(requests.map(canAnswer)).then(report));
  if (keep) {
    pendingWrite = cacheShownPage(event.data);
    event.waitUntil(pendingWrite);
  }
});

self.addEventListener("fetch", event => {
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && isLeaving(url)) event.respondWith(leaveTable(request));
  if (request.method !== "GET") return;
  if (url.pathname.endsWith("/events")) return;
  if (url.pathname.startsWith("/static/pocket/")) return; // offline_bundle caches these
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(hasVersion(url) ? cacheFirst(request) : networkFirst(request));
  } else if (isPage(request)) {
    event.respondWith(networkFirst(request));
  }
});

// Called by the service worker of offline mode.
self.respondByDefault = request => (isPage(request) ? networkFirst(request) : fetch(request));

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter(name => !CURRENT_CACHES.includes(name));
  await Promise.all(old.map(name => caches.delete(name)));
  return self.clients.claim();
}

/* The server's response, or null if none comes in time. A late one is cached for the next time. */
async function answerInTime(request, options = {}) {
  const { timeout = ANSWER_TIMEOUT_MS, end = sleep, use = cacheResponse } = options;
  const begun = Date.now();
  if (await self.isStillUnreachable(timeout)) return null;
  const rest = begun + ANSWER_TIMEOUT_MS - Date.now();
  const coming = fetch(request).then(self.noteResponse, () => null);
  const used = coming.then(answer => answer && use(request, answer));
  const limit = slowUrls.has(request.url) ? SLOW_TIMEOUT_MS : rest;
  const answer = await Promise.race([used, end(limit)]);
  if (answer === undefined) self.setUnreachable();
  return answer ?? null;
}

const sleep = ms => new Promise(done => setTimeout(done, ms));

/* Wait until the server has sent nothing for this time: on a slow connection, files wait for each other. */
async function untilSilent(ms) {
  for (let rest = ms; rest > 0; rest = lastResponseAt + ms - Date.now()) await sleep(rest);
}

self.setUnreachable = () => {
  isUnreachable = true;
};

/* Any response of the app shows that the server is reachable. */
self.noteResponse = answer => {
  if (HOST === "static" || self.isFromApp(answer)) {
    isUnreachable = false;
    lastResponseAt = Date.now();
  }
  return answer;
};

/* Whether an unreachable server still is. There is only one probe at a time, so that unanswered requests do not
   use up all connections. */
self.isStillUnreachable = async timeout => {
  if (isUnreachable) await self.isServerReachable(timeout);
  return isUnreachable;
};

self.isServerReachable = async (timeout = ANSWER_TIMEOUT_MS) => {
  probe ??= runProbe();
  await Promise.race([probe, sleep(timeout)]);
  return !isUnreachable;
};

async function runProbe() {
  isUnreachable = true;
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  await fetch("/healthz", { cache: "no-store", signal }).then(self.noteResponse, () => {});
  probe = null;
}

// The file at a URL with a version never changes. The name of a chunk contains a hash.
const hasVersion = ({ pathname, searchParams }) =>
  searchParams.has("v") || pathname.startsWith("/static/chunks/");

async function cacheFirst(request) {
  const cached = await caches.match(request);
  return cached || (await answerInTime(request, { end: untilSilent })) || Response.error();
}

// Also if htmx selects a part of the response, which is always a whole page.
const isPage = request =>
  request.mode === "navigate" || request.headers.get("HX-Request-Type") === "full";

/* A response of something else (a proxy without its server, the login page of a Wi-Fi) does not count: the cached
   page is shown. If nothing is cached, the response is shown, since it may be such a login page. */
async function networkFirst(request) {
  const isCached = isUnreachable && (await caches.match(request.url));
  const answer = await answerInTime(request, {
    timeout: isCached ? UNREACHABLE_TIMEOUT_MS : ANSWER_TIMEOUT_MS,
  });
  if (answer && self.isFromApp(answer)) {
    slowUrls.delete(request.url);
    return answer;
  }
  await pendingWrite;
  const cached = await caches.match(request.url);
  if (cached) return markCached(cached);
  if (answer && !(isPage(request) && isGateway(answer))) return answer;
  if (!isPage(request)) return Response.error();
  if (isUnreachable) slowUrls.add(request.url);
  return offlinePage();
}

const offlinePage = async () => markCached(await caches.match(OFFLINE));

/* If the browser follows a redirect itself, the headers are hidden. Responses of a static host do not have our
   header, but with https nobody else can respond under its name. */
self.isFromApp = ({ headers, ok, type }) =>
  HOST === "static" ? ok : headers.has("X-Companion") || type === "opaqueredirect";
const isGateway = ({ status }) => status > 501 && status < 505;

// Pages must not take a cached response for a sign that the server is reachable.
function markCached(cached) {
  const headers = new Headers(cached.headers);
  headers.set("X-Kept", "1");
  return new Response(cached.body, { status: cached.status, headers });
}

// A Wi-Fi login page may answer instead: only responses of the app are cached.
const isOurs = answer => answer.ok && !answer.redirected && self.isFromApp(answer);

async function cacheFile(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(INSTALL_TIMEOUT_MS) });
  if (!isOurs(answer)) throw new Error(address);
  return (await caches.open(SHELL)).put(address, answer);
}

function containsSecrets(address) {
  const { pathname, searchParams } = new URL(address);
  return SECRET_PAGES.test(pathname) || searchParams.has("group") || searchParams.has("edition");
}

function cacheResponse(request, answer) {
  const table = tableOf(request.url);
  if (isOurs(answer) && !containsSecrets(request.url)) {
    leftTables.delete(table);
    cachePage(request.url, answer.clone());
  } else if (table && answer.headers.has("X-Gone") && self.isFromApp(answer)) {
    forgetTable(table); // the table was deleted, or the seat was lost
  }
  return answer;
}

/* Cache a page, and delete the oldest ones beyond MAX_PAGES. */
async function cachePage(address, answer) {
  const cache = await caches.open(PAGES);
  await cache.put(address, answer);
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -MAX_PAGES).map(old => cache.delete(old)));
}

/* Cache the current HTML of a table's page, unless this device has left the table. */
async function cacheShownPage({ keep: table, page }) {
  if (leftTables.has(table)) return;
  const address = `${location.origin}/t/${table}`;
  const { headers } = (await caches.match(address)) || (await caches.match(OFFLINE));
  await cachePage(address, new Response(page, { headers }));
}

/* Whether this phone can answer a request offline. */
async function canAnswer([method, address]) {
  if (await self.canAnswerOffline?.(method, address)) return true;
  return method === "GET" && Boolean(await caches.match(address));
}

const tableOf = address => /^\/t\/(\w+)/.exec(new URL(address).pathname)?.[1];
const isLeaving = url => /^\/t\/\w+\/(leave|delete)$/.test(url.pathname);

/* A late response also deletes the cached pages. */
async function leaveTable(request) {
  const use = (_, answer) => forgetTable(tableOf(request.url)).then(() => answer);
  const answer = await answerInTime(request, { use });
  return answer ?? (request.mode === "navigate" ? offlinePage() : Response.error());
}

async function forgetTable(table) {
  leftTables.add(table);
  const cache = await caches.open(PAGES);
  const requests = await cache.keys();
  await Promise.all(
    requests.filter(({ url }) => tableOf(url) === table).map(request => cache.delete(request)),
  );
}
