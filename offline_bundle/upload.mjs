/* A table of the offline app goes to the server with everything that was entered at it. However often it is sent,
   it is there once: with what was entered since, or, where it was played on there, as a table of its own.
   The offline app remembers where it is and how much of it. */

const HOME = /^\/pocket\/home\/(0[0-9A-Z]+)$/;
const THERE = /^\/t\/([0-9A-Z]+)$/;
const SEND_TIMEOUT_MS = 30_000;

/** @type {OfflineApp} */
let offlineApp; // how to ask the offline app and the network
let away = ""; // what is said where the server does not answer

/** @param {OfflineApp} given @param {string} words */
export const configureUpload = (given, words) => {
  offlineApp = given;
  away = words;
};

self.addEventListener("fetch", event => {
  const { origin, pathname, searchParams } = new URL(event.request.url);
  const code = pathname.match(HOME)?.[1];
  if (!code || origin !== location.origin || event.request.method !== "POST") return;
  const stays = searchParams.has("stays");
  event.respondWith(sentHome(code, stays).catch(unheard));
  event.stopImmediatePropagation();
});

/** A long log takes long to send, so the worker asks first whether the server answers. The server redirects to the
   table and leaves its secret with this phone; a phone that stays on the page loads it again instead.
   @param {string} code @param {boolean} stays */
async function sentHome(code, stays) {
  const file = await tell("GET", `/t/${code}/home.json`);
  if (!file.ok) return file;
  if (!(await self.isServerReachable())) throw new Error("no answer");
  const answer = await offlineApp.network("/import", {
    method: "POST",
    body: new URLSearchParams({
      text: await file.text(),
      claim: file.headers.get("X-Claim") ?? "",
    }),
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  });
  if (!answer.headers.has("X-Companion")) throw new Error(answer.url);
  const there = answer.headers.get("HX-Redirect")?.match(THERE)?.[1];
  if (!there) return answer;
  const noted = await tell("POST", `/t/${code}/home`, {
    there,
    version: file.headers.get("X-Entry"),
  });
  if (noted.status === 200) return noted; // where it is not what it was before
  const headers = { "HX-Refresh": "true", "X-Companion": "1" };
  return stays ? new Response(null, { status: 204, headers }) : answer;
}

/** @param {string} method @param {string} path */
function tell(method, path, fields = {}) {
  const headers = {
    "Accept-Language": navigator.languages.join(", "),
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const body = new TextEncoder().encode(new URLSearchParams(fields).toString());
  return offlineApp.request(method, new URL(path, location.href).href, headers, body);
}

function unheard() {
  const body = `<div class="answer busy" role="alert" tabindex="-1"><p>${away}</p></div>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "X-Companion": "1" };
  return new Response(body, { status: 503, headers });
}
