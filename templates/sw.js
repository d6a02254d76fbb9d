/* Keeps the shell and the last seen pages, so that a running game opens with no server at all. */
const SHELL = "shell-{{ shell }}";
const PAGES = "pages-2";
const KEPT = [SHELL, PAGES, "pocket"]; // what was taken along to play without a line stays
const MOST_PAGES = 200;
const NOT_YOURS = 403;
const ANSWER_TIMEOUT_MS = 4000; // how long a person waits for the server
const SILENT_TIMEOUT_MS = 1000; // the same for a kept page, where the server did not answer the last time
const SLOW_TIMEOUT_MS = 30_000; // for a page that came too late once, from a server that answers otherwise
const INSTALL_TIMEOUT_MS = 60_000; // nobody waits for it
let keeping; // what a page has just handed over
let isSilent = false; // the server did not answer in time, and nothing was heard of it since
let heardAt = 0;
let probe = null; // the request that finds out whether it still is
const slow = new Set(); // addresses of pages that came too late, and are kept nowhere
const left = new Set(); // tables of which nothing is kept, until one of their pages is shown again
const HOST = "{{ 'app' if has_server else 'static' }}";
const OFFLINE = "{{ offline }}";
const FILES = "{{ offline }} {{ more | join(' ') }} {{ files | join(' ') }}".split(" ");
// Pages in which links of groups and editions stand are shown, and kept nowhere.
// Nor are those of a group, an edition or a seat themselves, or the host's page.
const TELLS_LINKS = /^\/(groups|boxes|editions|open|host)\b|^\/[geiw]\/|\/share$/;

self.addEventListener("install", event => event.waitUntil(Promise.all(FILES.map(keepFile))));

self.addEventListener("activate", event => event.waitUntil(dropOldShells()));

self.addEventListener("message", event => {
  if (event.data === "update") self.skipWaiting();
  if (event.data.canAnswer) event.waitUntil(tellAnswers(event.data.canAnswer, event.ports[0]));
  if (event.data.keep) {
    keeping = keepShown(event.data);
    event.waitUntil(keeping);
  }
});

self.addEventListener("fetch", event => {
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && isLeaving(url)) event.respondWith(leave(request));
  if (request.method !== "GET") return;
  if (url.pathname.endsWith("/events")) return;
  if (url.pathname.startsWith("/static/pocket/")) return; // who takes it along keeps it
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(hasVersion(url) ? keptFirst(request) : askedFirst(request));
  } else if (isPage(request)) {
    event.respondWith(askedFirst(request));
  }
});

// For what comes before this part on a phone that took the companion along.
self.respondByDefault = request => (isPage(request) ? askedFirst(request) : fetch(request));

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter(name => !KEPT.includes(name));
  await Promise.all(old.map(name => caches.delete(name)));
  return self.clients.claim();
}

/* The server's answer; null where none comes in time. One that is late is kept for the next time. */
async function answerInTime(
  request,
  { timeout = ANSWER_TIMEOUT_MS, end = passed, use = keep } = {},
) {
  const begun = Date.now();
  if (await self.isStillUnreachable(timeout)) return null;
  const rest = begun + ANSWER_TIMEOUT_MS - Date.now();
  const coming = fetch(request)
    .then(self.noteResponse)
    .then(
      answer => use(request, answer),
      () => null,
    );
  const answer = await Promise.race([coming, end(slow.has(request.url) ? SLOW_TIMEOUT_MS : rest)]);
  if (answer === undefined) self.setUnreachable();
  return answer ?? null;
}

const passed = ms => new Promise(done => setTimeout(done, ms));

/* Until nothing was heard of the server for so long: on a slow connection files wait for each other. */
async function silence(ms) {
  for (let rest = ms; rest > 0; rest = heardAt + ms - Date.now()) await passed(rest);
}

self.setUnreachable = () => {
  isSilent = true;
};

/* Any answer ends the silence, but those of something else in the server's place. */
self.noteResponse = answer => {
  if (HOST === "static" || self.isFromApp(answer)) {
    isSilent = false;
    heardAt = Date.now();
  }
  return answer;
};

/* Whether the server, which did not answer in time, still does not. One request after the other finds out, so
   that those that are never answered do not take up all connections. */
self.isStillUnreachable = async timeout => {
  if (isSilent) await self.isServerReachable(timeout);
  return isSilent;
};

self.isServerReachable = async (timeout = ANSWER_TIMEOUT_MS) => {
  probe ??= probed();
  await Promise.race([probe, passed(timeout)]);
  return !isSilent;
};

async function probed() {
  isSilent = true;
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  await fetch("/healthz", { cache: "no-store", signal }).then(self.noteResponse, () => {});
  probe = null;
}

// The file at an address with a version never changes. The name of a chunk has a hash.
const hasVersion = ({ pathname, searchParams }) =>
  searchParams.has("v") || pathname.startsWith("/static/chunks/");

async function keptFirst(request) {
  const kept = await caches.match(request);
  return kept || (await answerInTime(request, { end: silence })) || Response.error();
}

// Also where htmx asks for it to take a part: what is kept is the whole page in any case.
const isPage = request =>
  request.mode === "navigate" || request.headers.get("HX-Request-Type") === "full";

/* What answers in the app's place (a proxy that finds none behind it, a network that asks for a login) is no
   line: what is kept is shown. Without anything kept a login may be what is wanted. */
async function askedFirst(request) {
  const isKept = isSilent && (await caches.match(request.url));
  const answer = await answerInTime(request, {
    timeout: isKept ? SILENT_TIMEOUT_MS : ANSWER_TIMEOUT_MS,
  });
  if (answer && self.isFromApp(answer)) {
    slow.delete(request.url);
    return answer;
  }
  await keeping;
  const kept = await caches.match(request.url);
  if (kept) return marked(kept);
  if (answer && !(isPage(request) && isGateway(answer))) return answer;
  if (!isPage(request)) return Response.error();
  if (isSilent) slow.add(request.url);
  return offlinePage();
}

const offlinePage = async () => marked(await caches.match(OFFLINE));

/* Where the browser follows a redirection by itself, nobody sees who sent it. A static host puts no sign of ours
   on its answers; by https nobody else answers under its name. */
self.isFromApp = ({ headers, ok, type }) =>
  HOST === "static" ? ok : headers.has("X-Companion") || type === "opaqueredirect";
const isGateway = ({ status }) => status > 501 && status < 505;

// So that nobody takes what was kept for a sign of the server.
function marked(kept) {
  const headers = new Headers(kept.headers);
  headers.set("X-Kept", "1");
  return new Response(kept.body, { status: kept.status, headers });
}

// On a network that asks for a login anything may answer: only what the app itself sent is kept.
const isOurs = answer => answer.ok && !answer.redirected && self.isFromApp(answer);

async function keepFile(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(INSTALL_TIMEOUT_MS) });
  if (!isOurs(answer)) throw new Error(address);
  return (await caches.open(SHELL)).put(address, answer);
}

function tellsLinks(address) {
  const { pathname, searchParams } = new URL(address);
  return TELLS_LINKS.test(pathname) || searchParams.has("group") || searchParams.has("edition");
}

function keep(request, answer) {
  const table = tableOf(request.url);
  if (isOurs(answer) && !tellsLinks(request.url)) {
    left.delete(table);
    put(request.url, answer.clone());
  } else if (table && answer.status === NOT_YOURS && self.isFromApp(answer)) {
    forget(table);
  }
  return answer;
}

/* The newest stay: a phone comes back to its last tables, not to those of last year. */
async function put(address, answer) {
  const cache = await caches.open(PAGES);
  await cache.put(address, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -MOST_PAGES).map(old => cache.delete(old)));
}

/* The page of a table that went on since it was loaded. Whoever may not see the table any more keeps nothing. */
async function keepShown({ keep: table, page }) {
  if (left.has(table)) return;
  const address = `${location.origin}/t/${table}`;
  const { headers } = (await caches.match(address)) || (await caches.match(OFFLINE));
  await put(address, new Response(page, { headers }));
}

/* Which of these requests ([method, address]) this phone answers by itself: what is kept, and what the offline app of a
   phone that has it says. */
async function tellAnswers(requests, port) {
  port.postMessage(await Promise.all(requests.map(canAnswer)));
}

async function canAnswer([method, address]) {
  if (await self.canAnswerOffline?.(method, address)) return true;
  return method === "GET" && Boolean(await caches.match(address));
}

const tableOf = address => /^\/t\/(\w+)/.exec(new URL(address).pathname)?.[1];
const isLeaving = url => /^\/t\/\w+\/leave$/.test(url.pathname);

/* A late answer counts as well. */
async function leave(request) {
  const answer = await answerInTime(request, { use: forgetLeft });
  return answer ?? (request.mode === "navigate" ? offlinePage() : Response.error());
}

async function forgetLeft(request, answer) {
  await forget(tableOf(request.url));
  return answer;
}

async function forget(table) {
  left.add(table);
  const cache = await caches.open(PAGES);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => tableOf(url) === table).map(one => cache.delete(one)));
}
