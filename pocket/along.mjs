/* Tables of the server at which this phone sits. While there is a line they are the server's, and a copy of
   each lies in the pocket, made anew whenever the page says what it shows. With no line the copy answers:
   it judges and draws. What is entered then waits in the page for the server all the same, so that the copy
   may be thrown away at any time. */

const TABLE = /^\/t\/([1-9A-Z][0-9A-Z]+)(\/.*)?$/;
const SERVERS = /\/(stream|events|along\.json)$/;
const ENTERING = /\/(enter|ask|for)$/;
const PATIENCE = 4000;
const MOST = 8;

let pocket; // how to ask the pocket and the network, and how to keep a text
let known = null; // by code: the version of the copy and its mark, and whether more was said since
const busy = new Map();

export const withPocket = given => {
  pocket = given;
};

self.addEventListener("fetch", event => {
  const { origin, pathname } = new URL(event.request.url);
  const code = pathname.match(TABLE)?.[1];
  if (!code || origin !== location.origin || SERVERS.test(pathname)) return;
  event.respondWith(answered(event.request, code, pathname));
  event.stopImmediatePropagation();
});

self.addEventListener("message", event => {
  const { table, version, mark } = event.data ?? {};
  if (table && TABLE.test(`/t/${table}`)) event.waitUntil(inTurn(table, { version, mark }));
});

/* Who sits where, and what a rematch is, is for the server alone: nothing else is entered in a copy. */
async function answered(request, code, path) {
  const copy = (await copies()).get(code);
  // Before the line, too: what this worker asks of the server always comes from here, as the server sees it.
  if (copy && pocket.isForeign(request)) return pocket.ask(request);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!copy || !(isRead || ENTERING.test(path))) return self.answerAsUsual(request);
  if (!request.headers.has("X-Here")) {
    const answer = await asked(request.clone()).catch(() => null);
    if (answer && path.endsWith("/for")) await remember(code, { ...copy, ahead: true });
    if (answer) return answer;
  }
  if (!isRead && !copy.ahead) await remember(code, { ...copy, ahead: true });
  return marked(await pocket.ask(request));
}

/* Only what the companion says is believed. */
async function asked(what) {
  const answer = await pocket.network(what, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.type === "opaqueredirect" || answer.headers.has("X-Companion")) return answer;
  throw new Error(answer.url);
}

/* So that nobody takes it for the server's word. */
function marked(answer) {
  answer.headers.set("X-Kept", "1");
  return answer;
}

/* One after the other; what the page shows meanwhile is looked at last. */
async function inTurn(code, shown) {
  const waits = busy.has(code);
  busy.set(code, shown);
  if (waits) return;
  for (let next = shown; next; next = busy.get(code)) {
    busy.set(code, null);
    await bring(code, next).catch(() => {});
  }
  busy.delete(code);
}

async function bring(code, { version, mark }) {
  const copy = (await copies()).get(code);
  if (copy?.version === version && copy.mark === mark && !copy.ahead) return;
  const query = copy ? new URLSearchParams({ after: copy.version, mark: copy.mark }) : "";
  const answer = await asked(`/t/${code}/along.json?${query}`);
  if (answer.status === 403 || answer.status === 404) return forget(code);
  if (!answer.ok) return;
  const told = await answer.json();
  await tell("POST", code, JSON.stringify(told));
  await remember(code, { version: told.version, mark: told.mark, ahead: false });
  const [oldest] = known.keys();
  if (known.size > MOST) await forget(oldest);
}

async function forget(code) {
  if (!known.delete(code)) return;
  await pocket.keep([[`along/${code}`, null]]);
  await tell("DELETE", code, "");
}

async function tell(method, code, body) {
  const address = new URL(`/t/${code}/copy`, location.href);
  const headers = { "Content-Type": "application/json" };
  const said = await pocket.tell(method, address.href, headers, new TextEncoder().encode(body));
  if (!said.ok) throw new Error(said.status);
}

async function remember(code, copy) {
  known.delete(code); // the newest stands last
  known.set(code, copy);
  await pocket.keep([[`along/${code}`, JSON.stringify(copy)]]);
}

async function copies() {
  known ??= new Map(
    Object.entries(await pocket.kept())
      .filter(([name]) => name.startsWith("along/"))
      .map(([name, text]) => [name.slice("along/".length), JSON.parse(text)]),
  );
  return known;
}
