/* Keeps the shell and the last seen pages, so that a running game opens with no server at all. */
const SHELL =
    "shell-{{ asset('outbox.js')[-10:] }}{{ asset('app.js')[-10:] }}{{ asset('app.css')[-10:] }}{{ release | urlencode }}",
  PAGES = "pages-1";
const FILES = [
  "/offline",
  "{{ asset('app.css') }}",
  "{{ asset('outbox.js') }}",
  "{{ asset('app.js') }}",
  "{{ asset('vendor/htmx-4.0.1.min.js') }}",
  "/manifest.webmanifest",
];
self.addEventListener("install", event => event.waitUntil(Promise.all(FILES.map(keepFile))));
self.addEventListener("activate", event =>
  event.waitUntil(
    caches
      .keys()
      .then(names =>
        Promise.all(
          names.filter(name => name !== SHELL && name !== PAGES).map(name => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  ),
);
self.addEventListener("message", event => {
  if (event.data === "update") self.skipWaiting();
});
self.addEventListener("fetch", event => {
  const request = event.request,
    url = new URL(request.url);
  if (
    request.method !== "GET" ||
    url.origin !== location.origin ||
    url.pathname.endsWith("/events")
  )
    return;
  if (/^\/(g|e|i|w)\//.test(url.pathname)) return; // links of groups, editions and seats stay off the disk
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(
      caches
        .match(request)
        .then(kept => kept || fetch(request).then(answer => keep(PAGES, request, answer))),
    );
  } else if (request.mode === "navigate") {
    event.respondWith(
      fetch(request)
        .then(answer => keep(PAGES, request, answer))
        .catch(() => caches.match(request).then(kept => kept || caches.match("/offline"))),
    );
  }
});
// On a network that asks for a login anything may answer: only what the app itself sent is kept.
const isOurs = answer => answer.ok && !answer.redirected && answer.headers.has("X-Companion");
async function keepFile(address) {
  const answer = await fetch(address);
  if (!isOurs(answer)) throw new Error(address);
  return (await caches.open(SHELL)).put(address, answer);
}
function keep(name, request, answer) {
  if (isOurs(answer)) {
    const copy = answer.clone();
    caches.open(name).then(cache => cache.put(request, copy));
  }
  return answer;
}
