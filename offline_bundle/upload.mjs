/* Uploads a table of the offline app to the server. If the table is uploaded again, the server adds its new entries.
   If the table was continued on the server, the server opens a second one. The offline app stores the code of the
   table on the server and the uploaded version. */

const UPLOAD_PATH_PATTERN = /^\/pocket\/home\/(0[0-9A-Z]+)$/;
const TABLE_PATH_PATTERN = /^\/t\/([0-9A-Z]+)$/;
const SEND_TIMEOUT_MS = 30_000;

/** @type {OfflineApp} */
let offlineApp; // gives access to the offline app and the network
let unreachable = ""; // the sentence to show if the server does not answer

/** @param {OfflineApp} app @param {string} sentence */
export const configureUpload = (app, sentence) => {
  offlineApp = app;
  unreachable = sentence;
};

self.addEventListener("fetch", event => {
  const { origin, pathname, searchParams } = new URL(event.request.url);
  const code = pathname.match(UPLOAD_PATH_PATTERN)?.[1];
  if (!code || origin !== location.origin || event.request.method !== "POST") return;
  const stays = searchParams.has("stays");
  event.respondWith(uploadTable(code, stays).catch(renderError));
  event.stopImmediatePropagation();
});

/** Upload a table. A long log takes long to send, so the worker first checks whether the server answers. The server
   redirects to the table and sets this phone's cookie; if the phone stays on the page, the page is reloaded instead.
   @param {string} code @param {boolean} stays */
async function uploadTable(code, stays) {
  const file = await askApp("GET", `/t/${code}/home.json`);
  if (!file.ok) return file;
  const { headers } = file;
  if (!(await self.isServerReachable())) throw new Error("no answer");
  const form = new FormData();
  form.append("file", await file.blob(), `${code}.json`); // a field that is no file may have only 256 kB
  form.append("claim", headers.get("X-Claim") ?? "");
  const answer = await offlineApp.network("/import", {
    method: "POST",
    body: form,
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  });
  if (!answer.headers.has("X-Companion")) throw new Error(answer.url);
  const serverCode = answer.headers.get("HX-Redirect")?.match(TABLE_PATH_PATTERN)?.[1];
  if (!serverCode) return answer;
  const link = { there: serverCode, version: headers.get("X-Entry") };
  const stored = await askApp("POST", `/t/${code}/home`, link);
  if (stored.status === 200) return stored; // the table on the server is another one
  const refreshing = { "HX-Refresh": "true", "X-Companion": "1" };
  return stays ? new Response(null, { status: 204, headers: refreshing }) : answer;
}

/** @param {string} method @param {string} path */
function askApp(method, path, fields = {}) {
  const headers = {
    "Accept-Language": navigator.languages.join(", "),
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const body = new TextEncoder().encode(new URLSearchParams(fields).toString());
  return offlineApp.request(method, new URL(path, location.href).href, headers, body);
}

function renderError() {
  const body = `<div class="answer busy" role="alert" tabindex="-1"><p>${unreachable}</p></div>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "X-Companion": "1" };
  return new Response(body, { status: 503, headers });
}
