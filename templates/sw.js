/* The service worker: caches the app's files and the last pages shown, so that a running game opens without a server. */
const SHELL = "shell-{{ shell }}";
const PAGES = "pages-2";
const CACHES = [SHELL, PAGES, "pocket"]; // the offline bundle is kept
const MAX_PAGES = 200;
const FORBIDDEN = 403;
const ANSWER_TIMEOUT_MS = 4000; // the longest wait for the server
const SILENT_TIMEOUT_MS = 1000; // the same for a cached page, if the server did not answer the last time
const SLOW_TIMEOUT_MS = 30_000; // the same for a page that was too late once, from a server that answers otherwise
const INSTALL_TIMEOUT_MS = 60_000; // nobody waits for the installation
let caching; // the promise that caches the page sent last
let isUnreachable = false; // the server did not answer in time, and has not answered since
let lastResponseAt = 0;
let probe = null; // the request that checks whether it still does not answer
const slowUrls = new Set(); // URLs of pages that were too late and are not cached
const leftTables = new Set(); // tables that were left; not cached until one of their pages is loaded again
const HOST = "{{ 'app' if has_server else 'static' }}";
const OFFLINE = "{{ offline }}";
const FILES = "{{ offline }} {{ more | join(' ') }} {{ files | join(' ') }}".split(" ");
// Pages with private links of groups and editions are not cached,
// nor the pages of a group, an edition or a seat, or the host's page.
const PRIVATE = /^\/(groups|boxes|editions|open|host)\b|^\/[geiw]\/|\/share$/;

self.addEventListener("install", event => event.waitUntil(Promise.all(FILES.map(cacheFile))));

self.addEventListener("activate", event => event.waitUntil(deleteOldCaches()));

self.addEventListener("message", event => {
  if (event.data === "update") self.skipWaiting();
  if (event.data.canAnswer) event.waitUntil(replyAnswers(event.data.canAnswer, event.ports[0]));
  if (event.data.keep) {
    caching = cacheShown(event.data);
    event.waitUntil(caching);
  }
});

self.addEventListener("fetch", event => {
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && isLeaving(url)) event.respondWith(leave(request));
  if (request.method !== "GET") return;
  if (url.pathname.endsWith("/events")) return;
  if (url.pathname.startsWith("/static/pocket/")) return; // the download of the bundle caches it
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(hasVersion(url) ? cacheFirst(request) : networkFirst(request));
  } else if (isPage(request)) {
    event.respondWith(networkFirst(request));
  }
});

// Used by the offline bundle's part of the worker, which is loaded before.
self.respondByDefault = request => (isPage(request) ? networkFirst(request) : fetch(request));

async function deleteOldCaches() {
  const names = await caches.keys();
  const old = names.filter(name => !CACHES.includes(name));
  await Promise.all(old.map(name => caches.delete(name)));
  return self.clients.claim();
}

/* Return the server's response, or null if there is none in time. A late response is cached for the next time. */
async function answerInTime(
  request,
  { timeout = ANSWER_TIMEOUT_MS, end = delay, handle = cacheResponse } = {},
) {
  const started = Date.now();
  if (await self.isStillUnreachable(timeout)) return null;
  const rest = started + ANSWER_TIMEOUT_MS - Date.now();
  const response = fetch(request)
    .then(self.noteResponse)
    .then(
      answer => handle(request, answer),
      () => null,
    );
  const answer = await Promise.race([
    response,
    end(slowUrls.has(request.url) ? SLOW_TIMEOUT_MS : rest),
  ]);
  if (answer === undefined) self.setUnreachable();
  return answer ?? null;
}

const delay = ms => new Promise(done => setTimeout(done, ms));

/* Resolve after the server has sent nothing for some time: on a slow connection, files wait for each other. */
async function untilSilent(ms) {
  for (let rest = ms; rest > 0; rest = lastResponseAt + ms - Date.now()) await delay(rest);
}

self.setUnreachable = () => {
  isUnreachable = true;
};

/* Any response from the app shows that the server is reachable. */
self.noteResponse = answer => {
  if (HOST === "static" || self.isFromApp(answer)) {
    isUnreachable = false;
    lastResponseAt = Date.now();
  }
  return answer;
};

/* Return whether the server still does not answer. Only one request at a time checks it, so that unanswered requests
   do not use all connections. */
self.isStillUnreachable = async timeout => {
  if (isUnreachable) await self.isServerReachable(timeout);
  return isUnreachable;
};

self.isServerReachable = async (timeout = ANSWER_TIMEOUT_MS) => {
  probe ??= checkServer();
  await Promise.race([probe, delay(timeout)]);
  return !isUnreachable;
};

async function checkServer() {
  isUnreachable = true;
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  await fetch("/healthz", { cache: "no-store", signal }).then(self.noteResponse, () => {});
  probe = null;
}

// A file with a version in its URL never changes. The name of a chunk contains a hash.
const hasVersion = ({ pathname, searchParams }) =>
  searchParams.has("v") || pathname.startsWith("/static/chunks/");

async function cacheFirst(request) {
  const cached = await caches.match(request);
  return cached || (await answerInTime(request, { end: untilSilent })) || Response.error();
}

// Also an htmx request for part of a page: the cache has the whole page.
const isPage = request =>
  request.mode === "navigate" || request.headers.get("HX-Request-Type") === "full";

/* A response that does not come from the app (from a proxy without an app behind it, or a network's login page)
   counts as no connection: the cached page is shown. Without a cached page, the login page may be wanted. */
async function networkFirst(request) {
  const isKept = isUnreachable && (await caches.match(request.url));
  const answer = await answerInTime(request, {
    timeout: isKept ? SILENT_TIMEOUT_MS : ANSWER_TIMEOUT_MS,
  });
  if (answer && self.isFromApp(answer)) {
    slowUrls.delete(request.url);
    return answer;
  }
  await caching;
  const cached = await caches.match(request.url);
  if (cached) return markCached(cached);
  if (answer && !(isPage(request) && isGateway(answer))) return answer;
  if (!isPage(request)) return Response.error();
  if (isUnreachable) slowUrls.add(request.url);
  return offlinePage();
}

const offlinePage = async () => markCached(await caches.match(OFFLINE));

/* The source of an opaque redirect cannot be checked. A static host does not send the app's header; with https, only
   the host itself can answer. */
self.isFromApp = ({ headers, ok, type }) =>
  HOST === "static" ? ok : headers.has("X-Companion") || type === "opaqueredirect";
const isGateway = ({ status }) => status > 501 && status < 505;

// Mark a response as cached, so that pages do not take it for the server's.
function markCached(cached) {
  const headers = new Headers(cached.headers);
  headers.set("X-Kept", "1");
  return new Response(cached.body, { status: cached.status, headers });
}

// In a network with a login page, anything may answer: only the app's own responses are cached.
const isOurs = answer => answer.ok && !answer.redirected && self.isFromApp(answer);

async function cacheFile(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(INSTALL_TIMEOUT_MS) });
  if (!isOurs(answer)) throw new Error(address);
  return (await caches.open(SHELL)).put(address, answer);
}

function isPrivate(address) {
  const { pathname, searchParams } = new URL(address);
  return PRIVATE.test(pathname) || searchParams.has("group") || searchParams.has("edition");
}

function cacheResponse(request, answer) {
  const table = tableOf(request.url);
  if (isOurs(answer) && !isPrivate(request.url)) {
    leftTables.delete(table);
    put(request.url, answer.clone());
  } else if (table && answer.status === FORBIDDEN && self.isFromApp(answer)) {
    forget(table);
  }
  return answer;
}

/* Cache a page, and delete the oldest ones beyond the limit. */
async function put(address, answer) {
  const cache = await caches.open(PAGES);
  await cache.put(address, answer);
  const cached = await cache.keys();
  await Promise.all(cached.slice(0, -MAX_PAGES).map(old => cache.delete(old)));
}

/* Cache a table's page as it is shown now, unless the table was left. */
async function cacheShown({ keep: table, page }) {
  if (leftTables.has(table)) return;
  const address = `${location.origin}/t/${table}`;
  const { headers } = (await caches.match(address)) || (await caches.match(OFFLINE));
  await put(address, new Response(page, { headers }));
}

/* Reply which of the requests ([method, URL]) this phone can answer, from the cache or the offline app. */
async function replyAnswers(requests, port) {
  port.postMessage(await Promise.all(requests.map(canAnswer)));
}

async function canAnswer([method, address]) {
  if (await self.canAnswerOffline?.(method, address)) return true;
  return method === "GET" && Boolean(await caches.match(address));
}

const tableOf = address => /^\/t\/(\w+)/.exec(new URL(address).pathname)?.[1];
const isLeaving = url => /^\/t\/\w+\/leave$/.test(url.pathname);

/* A late response counts, too. */
async function leave(request) {
  const answer = await answerInTime(request, { handle: forgetTableOf });
  return answer ?? (request.mode === "navigate" ? offlinePage() : Response.error());
}

async function forgetTableOf(request, answer) {
  await forget(tableOf(request.url));
  return answer;
}

async function forget(table) {
  leftTables.add(table);
  const cache = await caches.open(PAGES);
  const cached = await cache.keys();
  await Promise.all(
    cached.filter(({ url }) => tableOf(url) === table).map(request => cache.delete(request)),
  );
}
