/* Offline copies of server tables joined on this phone. While connected, the server answers, and the page's messages
   keep each copy up to date. While offline, the copy answers: it checks moves and renders pages. Entries stay queued
   in the page for the server, so a copy may be deleted at any time. */

const TABLE_PATH_PATTERN = /^\/t\/([1-9A-Z][0-9A-Z]+)(\/.*)?$/;
const SERVER_ONLY_PATTERN = /\/(stream|events|along\.json)$/;
const ENTERING_PATTERN = /\/(enter|ask|for)$/;
const LEAVING_PATTERN = /\/leave$/;
const CHANGING_PATTERN = /\/(enter|for)$/;
const MAX_COPIES = 8;

/** The version and entry hash of a copy. @typedef {{ version: number, mark: string }} Version */
/** @typedef {Version & { atLeast?: number, ahead?: boolean }} Copy */

/** @type {OfflineApp} */
let offlineApp; // gives access to the offline app, the network and the database
/** @type {Map<string, Copy>} */
let copies; // by table code: the copy's version and state
/** @type {Map<string, string>} */
let withheldReasons; // by table code: the sentence to show offline if the server allows no copy
/** @type {Map<string, Version | null>} */
const pendingVersions = new Map();

/** @param {OfflineApp} app */
export const setOfflineApp = app => {
  offlineApp = app;
};

self.addEventListener("fetch", event => {
  const { origin, pathname } = new URL(event.request.url);
  const code = pathname.match(TABLE_PATH_PATTERN)?.[1];
  if (!code || origin !== location.origin || SERVER_ONLY_PATTERN.test(pathname)) return;
  event.respondWith(respond(event.request, code, pathname, event.clientId));
  event.stopImmediatePropagation();
});

self.addEventListener("message", event => {
  const { table, version, mark } = event.data ?? {};
  if (table && TABLE_PATH_PATTERN.test(`/t/${table}`))
    event.waitUntil(scheduleUpdate(table, { version, mark }));
});

/** Return whether this phone can answer a request offline: its own pages, pages of a copy, and entries into a copy.
   @param {string} method @param {string} address */
self.canAnswerOffline = async (method, address) => {
  const { pathname } = new URL(address);
  if (offlineApp.isOwn(pathname)) return true;
  const code = pathname.match(TABLE_PATH_PATTERN)?.[1];
  if (!code || !(await loadCopies()).has(code)) return false;
  if (method !== "GET") return ENTERING_PATTERN.test(pathname);
  return (await offlineApp.respond(new Request(address, { method: "HEAD" }))).ok;
};

/** The facts that decide who answers a request to a table. ``copy``: this phone has one. ``foreign``: it comes from
   another site. ``reads``, ``enters``, ``leaves``: its kind. ``here``: the page is in offline mode. ``withheld``: the
   server allows no copy.
   @typedef {Record<"copy" | "foreign" | "reads" | "here" | "leaves" | "enters" | "withheld", boolean>} Facts */
/** @typedef {"copy as it is" | "nobody" | "seat given up" | "server, or why not" | "server" | "copy" | "server, else copy"} Who */

/** The first row whose conditions all hold decides. The copy refuses a cross-site request; the server would accept
   it, as this worker sends it on. In offline mode, no entry may overtake the queued ones. Only the server seats
   people and opens a rematch.
   @type {[Who, Partial<Facts>][]} */
const RESPONDER_RULES = [
  ["copy as it is", { copy: true, foreign: true }],
  ["nobody", { copy: false, reads: false, here: true }],
  ["seat given up", { copy: true, leaves: true, reads: false }],
  ["seat given up", { withheld: true, leaves: true, reads: false }],
  ["server, or why not", { copy: false }],
  ["server", { reads: false, enters: false }],
  ["copy", { here: true }],
  ["server, else copy", {}],
];

/** Return who answers a request to a table. @param {Facts} facts @returns {Who} */
export function chooseResponder(facts) {
  const rule = RESPONDER_RULES.find(([, row]) => {
    const names = /** @type {(keyof Facts)[]} */ (Object.keys(row));
    return names.every(name => row[name] === facts[name]);
  });
  return rule?.[0] ?? "server";
}

/** @type {Record<Who, (request: Request, code: string, path: string, client: string) => Response | Promise<Response>>} */
const RESPOND_BY = {
  "copy as it is": request => offlineApp.respond(request),
  nobody: () => Response.error(),
  "seat given up": leaveTable,
  "server, or why not": (request, code, _, client) =>
    self.respondByDefault(request).catch(error => sendReason(error, code, client)),
  server: request => self.respondByDefault(request),
  copy: fromCopy,
  "server, else copy": async (request, code, path) =>
    (await fromServer(request, code, path)) ?? fromCopy(request, code, path),
};

/** @param {Request} request @param {string} code @param {string} path @param {string} client */
async function respond(request, code, path, client) {
  const facts = {
    copy: (await loadCopies()).has(code),
    foreign: offlineApp.isCrossSite(request),
    reads: isRead(request),
    here: request.headers.has("X-Here"),
    leaves: LEAVING_PATTERN.test(path),
    enters: ENTERING_PATTERN.test(path),
    withheld: withheldReasons.has(code),
  };
  return RESPOND_BY[chooseResponder(facts)](request, code, path, client);
}

/** @param {Request} request */
const isRead = ({ method }) => method === "GET" || method === "HEAD";

/** Return the server's response, or null if there is none.
   @param {Request} request @param {string} code @param {string} path */
async function fromServer(request, code, path) {
  const answer = await fetchFromServer(request.clone()).catch(() => null);
  if (answer && path.endsWith("/for")) await updateState(code, { ahead: true });
  const entered = Number(answer?.headers.get("X-Entry") ?? 0);
  if (entered) await updateState(code, { atLeast: entered });
  return answer;
}

/** @param {Request} request @param {string} code @param {string} path */
async function fromCopy(request, code, path) {
  if (!isRead(request) && CHANGING_PATTERN.test(path)) await updateState(code, { ahead: true });
  const answer = await respondFromCopy(request, code);
  answer.headers.set("X-Kept", "copy");
  return answer;
}

/** @param {unknown} error @param {string} code @param {string} client @returns {Promise<never>} */
async function sendReason(error, code, client) {
  const sentence = withheldReasons.get(code);
  if (sentence) (await self.clients.get(client))?.postMessage({ withheld: sentence });
  throw error;
}

/** Leave the table: if the server confirms it, delete the copy. @param {Request} request @param {string} code */
async function leaveTable(request, code) {
  const answer = await self.respondByDefault(request);
  const isConfirmed = answer.ok ? !answer.headers.has("X-Kept") : answer.type === "opaqueredirect";
  if (isConfirmed) await deleteCopy(code);
  return answer;
}

/** Return the copy's response. If the copy lacks entries of the server, a refusal may be wrong: then the entry stays
   queued.
   @param {Request} request @param {string} code */
async function respondFromCopy(request, code) {
  const answer = await offlineApp.respond(request);
  const isRefused = answer.status >= 400 && answer.status < 500;
  const copy = copies.get(code);
  const isBehind = copy && (copy.atLeast ?? 0) > copy.version;
  if (!isRefused || !isBehind) return answer;
  return new Response(null, { status: 204, headers: answer.headers });
}

/** Fetch from the server. Throws an error if the response does not come from this app. @param {RequestInfo} request */
async function fetchFromServer(request) {
  const answer = await offlineApp.fromServer(request);
  if (answer.type === "opaqueredirect" || answer.headers.has("X-Companion")) return answer;
  throw new Error(answer.url);
}

/** Update a copy. During an update, only the newest message is kept for the next one.
   @param {string} code @param {Version} version */
async function scheduleUpdate(code, version) {
  const isRunning = pendingVersions.has(code);
  pendingVersions.set(code, version);
  if (isRunning) return;
  for (let next = pendingVersions.get(code); next; next = pendingVersions.get(code)) {
    pendingVersions.set(code, null);
    await updateCopy(code, next).catch(() => {});
  }
  pendingVersions.delete(code);
}

/** @param {string} code @param {Version} version */
async function updateCopy(code, { version, mark }) {
  const current = (await loadCopies()).get(code);
  const isNewest = current?.version === version && current.mark === mark;
  if (isNewest && !current.ahead) return;
  if (!isNewest) await updateState(code, { atLeast: version });
  const copy = copies.get(code);
  const query = copy ? new URLSearchParams({ after: `${copy.version}`, mark: copy.mark }) : "";
  const answer = await fetchFromServer(`/t/${code}/along.json?${query}`);
  if (answer.status === 403 || answer.status === 404) {
    const body = await answer.json().catch(() => ({}));
    return withholdCopy(code, body.withheld);
  }
  if (!answer.ok) return;
  const data = await answer.json();
  if (copy && !copies.has(code)) return; // the table was left meanwhile
  await deleteReason(code);
  await sendToApp("POST", code, JSON.stringify(data));
  const ahead = copies.get(code) !== copy; // something was entered during the request
  const atLeast = copies.get(code)?.atLeast;
  await storeCopy(code, { version: data.version, mark: data.mark, atLeast, ahead });
  const [oldest] = copies.keys();
  if (copies.size > MAX_COPIES) await deleteCopy(oldest);
}

/** @param {string} code @param {string} [sentence] */
async function withholdCopy(code, sentence) {
  if (sentence && withheldReasons.get(code) === sentence) return;
  await deleteCopy(code);
  if (!sentence) return;
  withheldReasons.set(code, sentence);
  await offlineApp.store([[`withheld/${code}`, sentence]]);
  const [oldest] = withheldReasons.keys();
  if (withheldReasons.size > MAX_COPIES) await deleteCopy(oldest);
}

/** Delete the stored sentence that explains why a table has no copy. @param {string} code */
async function deleteReason(code) {
  if (withheldReasons.delete(code)) await offlineApp.store([[`withheld/${code}`, null]]);
}

/** @param {string} code */
async function deleteCopy(code) {
  await deleteReason(code);
  if (!copies.delete(code)) return;
  await offlineApp.store([[`along/${code}`, null]]);
  await sendToApp("DELETE", code, "");
}

/** @param {string} method @param {string} code @param {string} body */
async function sendToApp(method, code, body) {
  const { href } = new URL(`/t/${code}/copy`, location.href);
  const headers = { "Content-Type": "application/json" };
  const bytes = new TextEncoder().encode(body);
  const response = await offlineApp.request(method, href, headers, bytes);
  if (!response.ok) throw new Error(`${response.status}`);
}

/** "ahead": it may have entries that the server lacks. "atLeast": the server has this version.
   @param {string} code @param {Partial<Copy>} changes */
async function updateState(code, changes) {
  const copy = copies.get(code);
  if (!copy) return;
  const changed = { ...copy, ...changes }; // a new object, so that a running update can see the change
  copies.set(code, changed);
  if (copy.ahead !== changed.ahead || copy.atLeast !== changed.atLeast)
    await storeCopy(code, changed);
}

/** @param {string} code @param {Copy} copy */
async function storeCopy(code, copy) {
  copies.delete(code); // the newest is last
  copies.set(code, copy);
  await offlineApp.store([[`along/${code}`, JSON.stringify(copy)]]);
}

async function loadCopies() {
  if (copies) return copies;
  const stored = await offlineApp.readStored();
  if (copies) return copies; // loaded meanwhile
  [copies, withheldReasons] = [new Map(), new Map()];
  for (const [name, text] of Object.entries(stored)) {
    const [kind, code] = name.split("/");
    if (kind === "along") copies.set(code, JSON.parse(text));
    if (kind === "withheld") withheldReasons.set(code, text);
  }
  return copies;
}
