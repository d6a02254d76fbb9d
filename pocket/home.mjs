/* A table of the pocket goes to the server with everything that was entered at it. However often it is sent,
   it is there once: with what was entered since, or, where it was played on there, as a table of its own. */

const HOME = /^\/pocket\/home\/(0[0-9A-Z]+)$/;
const PATIENCE = 30_000;

let pocket; // how to ask the pocket and the network
let away; // what is said where the server does not answer

export const sendHomeFrom = (given, words) => {
  pocket = given;
  away = words;
};

self.addEventListener("fetch", event => {
  const { origin, pathname } = new URL(event.request.url);
  const code = pathname.match(HOME)?.[1];
  if (!code || origin !== location.origin || event.request.method !== "POST") return;
  event.respondWith(sentHome(code).catch(unheard));
  event.stopImmediatePropagation();
});

/* The server leads on to the table, and leaves its secret with this phone. */
async function sentHome(code) {
  const address = new URL(`/t/${code}/home.json`, location.href);
  const file = await pocket.tell("GET", address.href, {}, new Uint8Array());
  if (!file.ok) return file;
  const answer = await pocket.network("/import", {
    method: "POST",
    body: new URLSearchParams({ text: await file.text() }),
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.headers.has("X-Companion")) throw new Error(answer.url);
  return answer;
}

function unheard() {
  const body = `<div class="answer busy" role="alert" tabindex="-1"><p>${away}</p></div>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "X-Companion": "1" };
  return new Response(body, { status: 503, headers });
}
