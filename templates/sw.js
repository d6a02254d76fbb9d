/* Keeps the shell and the last seen pages, so that a running game opens with no server at all. */
const SHELL = "shell-{{ shell }}";
const PAGES = "pages-2";
const KEPT = [SHELL, PAGES, "pocket"]; // what was taken along to play without a line stays
const MOST_PAGES = 200;
const NOT_YOURS = 403;
let keeping; // what a page has just handed over
const left = new Set(); // tables of which nothing is kept, until one of their pages is shown again
const HOST = "{{ 'app' if has_server else 'static' }}";
const OFFLINE = "{{ offline }}";
const FILES = "{{ offline }} {{ more | join(' ') }} {{ files | join(' ') }}".split(" ");
// Pages in which links of groups and editions stand are shown, and kept nowhere.
const TELLS_LINKS = /^\/(groups|boxes|editions|open)\b|\/share$/;

self.addEventListener("install", event => event.waitUntil(Promise.all(FILES.map(keepFile))));

self.addEventListener("activate", event => event.waitUntil(dropOldShells()));

self.addEventListener("message", event => {
  if (event.data === "update") self.skipWaiting();
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
  // Links of groups, editions and seats, and the host's page, stay off the disk.
  if (/^\/((g|e|i|w)\/|host)/.test(url.pathname)) return;
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(url.searchParams.has("v") ? keptFirst(request) : askedFirst(request));
  } else if (isPage(request)) {
    event.respondWith(askedFirst(request));
  }
});

// For what comes before this part on a phone that took the companion along.
self.answerAsUsual = request => (isPage(request) ? askedFirst(request) : fetch(request));

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter(name => !KEPT.includes(name));
  await Promise.all(old.map(name => caches.delete(name)));
  return self.clients.claim();
}

// A stamped address never changes what it means.
async function keptFirst(request) {
  return (await caches.match(request)) || keep(request, await fetch(request));
}

// Also where htmx asks for it to take a part: what is kept is the whole page in any case.
const isPage = request =>
  request.mode === "navigate" || request.headers.get("HX-Request-Type") === "full";

/* What answers in the app's place (a proxy that finds none behind it, a network that asks for a login) is no
   line: what is kept is shown. Without anything kept a login may be what is wanted. */
async function askedFirst(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && self.isFromApp(answer)) return keep(request, answer);
  await keeping;
  const kept = await caches.match(request.url);
  if (kept) return marked(kept);
  if (answer && !(isPage(request) && isGateway(answer))) return answer;
  return isPage(request) ? marked(await caches.match(OFFLINE)) : Response.error();
}

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
  const answer = await fetch(address);
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
  } else if (answer.status === NOT_YOURS && self.isFromApp(answer)) {
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

const tableOf = address => /^\/t\/(\w+)/.exec(new URL(address).pathname)?.[1];
const isLeaving = url => /^\/t\/\w+\/leave$/.test(url.pathname);

async function leave(request) {
  const answer = await fetch(request);
  await forget(tableOf(request.url));
  return answer;
}

async function forget(table) {
  left.add(table);
  const cache = await caches.open(PAGES);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => tableOf(url) === table).map(one => cache.delete(one)));
}
