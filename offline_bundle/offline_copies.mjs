/* Tables of the server at which this phone sits. While there is a line they are the server's, and a copy of
   each lies in the offline app, made anew whenever the page says what it shows. With no line the copy answers:
   it judges and draws. What is entered then waits in the page for the server all the same, so that the copy
   may be thrown away at any time. */

const TABLE = /^\/t\/([1-9A-Z][0-9A-Z]+)(\/.*)?$/;
const SERVERS = /\/(stream|events|along\.json)$/;
const ENTERING = /\/(enter|ask|for)$/;
const LEAVING = /\/leave$/;
const CHANGING = /\/(enter|for)$/;
const MOST = 8;

/** What a copy shows of its table. @typedef {{ version: number, mark: string }} Version */
/** @typedef {Version & { atLeast?: number, ahead?: boolean }} Copy */

/** @type {OfflineApp} */
let offlineApp; // how to ask the offline app and the network, and how to keep a text
/** @type {Map<string, Copy>} */
let known; // by code: the version of the copy and its mark, and whether more was said since
/** @type {Map<string, string>} */
let withheld; // by code: what is said where the server gives no copy, and there is no line
/** @type {Map<string, Version | null>} */
const busy = new Map();

/** @param {OfflineApp} given */
export const setOfflineApp = given => {
  offlineApp = given;
};

self.addEventListener("fetch", event => {
  const { origin, pathname } = new URL(event.request.url);
  const code = pathname.match(TABLE)?.[1];
  if (!code || origin !== location.origin || SERVERS.test(pathname)) return;
  event.respondWith(answered(event.request, code, pathname, event.clientId));
  event.stopImmediatePropagation();
});

self.addEventListener("message", event => {
  const { table, version, mark } = event.data ?? {};
  if (table && TABLE.test(`/t/${table}`)) event.waitUntil(inTurn(table, { version, mark }));
});

/** Whether this phone answers that without the server: its own pages, what the copy of a table has, and what is
   judged there. @param {string} method @param {string} address */
self.canAnswerOffline = async (method, address) => {
  const { pathname } = new URL(address);
  if (offlineApp.isOwn(pathname)) return true;
  const code = pathname.match(TABLE)?.[1];
  if (!code || !(await copies()).has(code)) return false;
  if (method !== "GET") return ENTERING.test(pathname);
  return (await offlineApp.respond(new Request(address, { method: "HEAD" }))).ok;
};

/** What decides who answers a request to a table. ``copy``: this phone has one. ``foreign``: another site asks. ``reads``,
   ``enters``, ``leaves``: what is asked for. ``here``: this phone judges by itself. ``withheld``: the server gives no copy.
   @typedef {Record<"copy" | "foreign" | "reads" | "here" | "leaves" | "enters" | "withheld", boolean>} Facts */
/** @typedef {"copy as it is" | "nobody" | "seat given up" | "server, or why not" | "server" | "copy" | "server, else copy"} Who */

/** The first row whose conditions all hold decides. A foreign request is given to the copy, which refuses it: the server
   would take it for one of this site, since this worker sends it on. No entry goes to the server past those that wait
   for it. The server alone says who sits where, and opens a rematch.
   @type {[Who, Partial<Facts>][]} */
const ANSWERS = [
  ["copy as it is", { copy: true, foreign: true }],
  ["nobody", { copy: false, reads: false, here: true }],
  ["seat given up", { copy: true, leaves: true, reads: false }],
  ["seat given up", { withheld: true, leaves: true, reads: false }],
  ["server, or why not", { copy: false }],
  ["server", { reads: false, enters: false }],
  ["copy", { here: true }],
  ["server, else copy", {}],
];

/** Who answers a request to a table. @param {Facts} facts @returns {Who} */
export function chooseResponder(facts) {
  /** @param {Partial<Facts>} row */
  const holds = row =>
    Object.entries(row).every(
      ([name, value]) => facts[/** @type {keyof Facts} */ (name)] === value,
    );
  return ANSWERS.find(([, row]) => holds(row))?.[0] ?? "server";
}

/** @type {Record<Who, (request: Request, code: string, path: string, client: string) => Response | Promise<Response>>} */
const ANSWER = {
  "copy as it is": request => offlineApp.respond(request),
  nobody: () => Response.error(),
  "seat given up": left,
  "server, or why not": (request, code, _, client) =>
    self.respondByDefault(request).catch(error => explained(error, code, client)),
  server: request => self.respondByDefault(request),
  copy: fromCopy,
  "server, else copy": async (request, code, path) =>
    (await fromServer(request, code, path)) ?? fromCopy(request, code, path),
};

/** @param {Request} request @param {string} code @param {string} path @param {string} client */
async function answered(request, code, path, client) {
  const facts = {
    copy: (await copies()).has(code),
    foreign: offlineApp.isCrossSite(request),
    reads: isRead(request),
    here: request.headers.has("X-Here"),
    leaves: LEAVING.test(path),
    enters: ENTERING.test(path),
    withheld: withheld.has(code),
  };
  return ANSWER[chooseResponder(facts)](request, code, path, client);
}

/** @param {Request} request */
const isRead = ({ method }) => method === "GET" || method === "HEAD";

/** Null where there is no line. @param {Request} request @param {string} code @param {string} path */
async function fromServer(request, code, path) {
  const answer = await asked(request.clone()).catch(() => null);
  if (answer && path.endsWith("/for")) await note(code, { ahead: true });
  const taken = Number(answer?.headers.get("X-Entry") ?? 0);
  if (taken) await note(code, { atLeast: taken });
  return answer;
}

/** @param {Request} request @param {string} code @param {string} path */
async function fromCopy(request, code, path) {
  if (!isRead(request) && CHANGING.test(path)) await note(code, { ahead: true });
  return marked(await judged(request, code));
}

/** The page hears why nothing is judged here.
   @param {unknown} error @param {string} code @param {string} client @returns {Promise<never>} */
async function explained(error, code, client) {
  const said = withheld.get(code);
  if (said) (await self.clients.get(client))?.postMessage({ withheld: said });
  throw error;
}

/** With the seat the copy goes. @param {Request} request @param {string} code */
async function left(request, code) {
  const answer = await self.respondByDefault(request);
  const isHeard = answer.ok ? !answer.headers.has("X-Kept") : answer.type === "opaqueredirect";
  if (isHeard) await forget(code);
  return answer;
}

/** What is judged without something that the server has is not refused: it waits for the server.
   @param {Request} request @param {string} code */
async function judged(request, code) {
  const answer = await offlineApp.respond(request);
  const isRefused = answer.status >= 400 && answer.status < 500;
  const copy = known.get(code);
  const lacks = copy && (copy.atLeast ?? 0) > copy.version;
  if (!isRefused || !lacks) return answer;
  return new Response(null, { status: 204, headers: answer.headers });
}

/** Only what the companion says is believed. @param {RequestInfo} what */
async function asked(what) {
  const answer = await offlineApp.fromServer(what);
  if (answer.type === "opaqueredirect" || answer.headers.has("X-Companion")) return answer;
  throw new Error(answer.url);
}

/** So that nobody takes it for the server's word. @param {Response} answer */
function marked(answer) {
  answer.headers.set("X-Kept", "copy");
  return answer;
}

/** One after the other; what the page shows meanwhile is looked at last.
   @param {string} code @param {Version} shown */
async function inTurn(code, shown) {
  const waits = busy.has(code);
  busy.set(code, shown);
  if (waits) return;
  for (let next = /** @type {Version | null | undefined} */ (shown); next; next = busy.get(code)) {
    busy.set(code, null);
    await bring(code, next).catch(() => {});
  }
  busy.delete(code);
}

/** @param {string} code @param {Version} shown */
async function bring(code, { version, mark }) {
  const there = (await copies()).get(code);
  const isNewest = there?.version === version && there.mark === mark;
  if (isNewest && !there.ahead) return;
  if (!isNewest) await note(code, { atLeast: version });
  const copy = known.get(code);
  const query = copy ? new URLSearchParams({ after: `${copy.version}`, mark: copy.mark }) : "";
  const answer = await asked(`/t/${code}/along.json?${query}`);
  if (answer.status === 403 || answer.status === 404) {
    const said = await answer.json().catch(() => ({}));
    return withhold(code, said.withheld);
  }
  if (!answer.ok) return;
  const told = await answer.json();
  if (copy && !known.has(code)) return; // it was left meanwhile
  await unsay(code);
  await tell("POST", code, JSON.stringify(told));
  const ahead = known.get(code) !== copy; // something was entered while this was on its way
  const atLeast = known.get(code)?.atLeast;
  await remember(code, { version: told.version, mark: told.mark, atLeast, ahead });
  const [oldest] = known.keys();
  if (known.size > MOST) await forget(oldest);
}

/** @param {string} code @param {string} [said] */
async function withhold(code, said) {
  if (said && withheld.get(code) === said) return;
  await forget(code);
  if (!said) return;
  withheld.set(code, said);
  await offlineApp.store([[`withheld/${code}`, said]]);
  const [oldest] = withheld.keys();
  if (withheld.size > MOST) await forget(oldest);
}

/** Nothing is withheld any more. @param {string} code */
async function unsay(code) {
  if (withheld.delete(code)) await offlineApp.store([[`withheld/${code}`, null]]);
}

/** @param {string} code */
async function forget(code) {
  await unsay(code);
  if (!known.delete(code)) return;
  await offlineApp.store([[`along/${code}`, null]]);
  await tell("DELETE", code, "");
}

/** @param {string} method @param {string} code @param {string} body */
async function tell(method, code, body) {
  const address = new URL(`/t/${code}/copy`, location.href);
  const headers = { "Content-Type": "application/json" };
  const said = await offlineApp.request(method, address.href, headers, new TextEncoder().encode(body));
  if (!said.ok) throw new Error(`${said.status}`);
}

/** A copy is "ahead" where it may have what the server has not; the server is known to be "atLeast" so far.
   @param {string} code @param {Partial<Copy>} what */
async function note(code, what) {
  const copy = known.get(code);
  if (!copy) return;
  const noted = { ...copy, ...what }; // another one each time, for a copy that is on its way meanwhile
  known.set(code, noted);
  if (copy.ahead !== noted.ahead || copy.atLeast !== noted.atLeast) await remember(code, noted);
}

/** @param {string} code @param {Copy} copy */
async function remember(code, copy) {
  known.delete(code); // the newest stands last
  known.set(code, copy);
  await offlineApp.store([[`along/${code}`, JSON.stringify(copy)]]);
}

async function copies() {
  if (known) return known;
  const kept = Object.entries(await offlineApp.readStored());
  /** @param {string} place */
  const below = place =>
    kept
      .filter(([name]) => name.startsWith(place))
      .map(([name, text]) => /** @type {const} */ ([name.slice(place.length), text]));
  withheld ??= new Map(below("withheld/"));
  known ??= new Map(below("along/").map(([code, text]) => [code, JSON.parse(text)]));
  return known;
}
