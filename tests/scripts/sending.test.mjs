/* Queued entries are sent in order, and each outcome keeps or removes the right ones. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { find, findTexts, showPage } from "./page.mjs";
import { finishSending, makeAnswer, serve, waitTurn } from "./server.mjs";

const code = await showPage("table giza");
const outbox = await import("../../static/js/outbox.js");
const connection = await import("../../static/js/connection.js");
const { resendAll, send } = await import("../../static/js/sender.js");
const { showEntries } = await import("../../static/js/notices.js");
const { followEvents } = await import("../../static/js/page.js");
followEvents({ "connection:lost": [showEntries], "connection:restored": [resendAll] });

mock.timers.enable({ apis: ["setTimeout"] });
let milliseconds = 0;
performance.now = () => milliseconds;
function pass(time) {
  milliseconds += time;
  mock.timers.tick(time);
}

beforeEach(() => {
  serve(() => makeAnswer());
  localStorage.clear();
  connection.setOnline();
  outbox.answeredOffline.clear();
  pass(20_000);
});

/* Queue entries with these names: their bodies are "move=NAME". */
const queue = (names, fields = {}) =>
  names.map(name =>
    outbox.add({ key: name, url: `/t/${code}/enter`, body: `move=${name}`, say: name, ...fields }),
  );
const listQueued = () => outbox.waiting(code).map(({ key }) => key);
const listRefused = () => outbox.refused(code).map(({ key, answer }) => [key, answer]);
const getMoves = requests => requests.map(({ body }) => body.replace("move=", ""));
const refuse = (text, headers = {}) => makeAnswer(422, { "X-Answer": "refused", ...headers }, text);

test("accepted entries are sent one after the other, each once", async () => {
  queue(["Roll", "Build"]);
  const sent = serve(({ body }) => {
    queue(body === "move=Roll" ? ["Pass"] : []);
    return makeAnswer(200, { "X-Entry": "3" });
  });
  send();
  send();
  await finishSending();
  assert.deepEqual(getMoves(sent), ["Roll", "Build", "Pass"]);
  assert.deepEqual(listQueued(), []);
});

test("without a response, the entry and those after it stay queued, and are sent again in order", async () => {
  queue(["Roll", "Build"]);
  const sent = serve((_, count) => {
    if (count === 1) throw new TypeError("Failed to fetch");
    return makeAnswer();
  });
  send();
  await finishSending();
  assert.deepEqual(listQueued(), ["Roll", "Build"]);
  assert.equal(connection.isOnline(), false);
  pass(2000);
  await finishSending();
  pass(2000); // the lost request is not waited for any more
  assert.deepEqual(getMoves(sent), ["Roll", "Roll", "Build"]);
  assert.deepEqual([listQueued(), connection.isOnline()], [[], true]);
});

test("an overloaded server gets the entry again only when it asked for it, and counts as connected", async () => {
  let losses = 0;
  document.addEventListener("connection:lost", () => {
    losses += 1;
  });
  queue(["Roll"]);
  const sent = serve((_, count) => makeAnswer(count === 1 ? 503 : 200, { "Retry-After": "4" }));
  for (const step of [0, 3999, 2]) {
    pass(step);
    if (step !== 2) send(); // the page then sends it by itself
    await finishSending();
    assert.deepEqual([connection.isOnline(), losses], [true, 0]);
    assert.equal(sent.length, step === 2 ? 2 : 1, `after ${step} ms`);
  }
  assert.deepEqual(listQueued(), []);
});

test("while the server is silent, the page is offline, and the late answer counts", async () => {
  queue(["Roll"]);
  let answer = () => {};
  const sent = serve(
    () =>
      new Promise(done => {
        answer = () => done(makeAnswer());
      }),
  );
  send();
  await waitTurn();
  pass(3999);
  assert.equal(connection.isOnline(), true);
  pass(1);
  assert.equal(connection.isOnline(), false);
  answer();
  await finishSending();
  assert.deepEqual([listQueued(), sent.length, connection.isOnline()], [[], 1, true]);
});

for (const [who, answer, isLogin] of [
  ["a login page", new Response("Log in", { status: 200 }), true],
  ["a proxy without the app", new Response("", { status: 502 }), false],
])
  test(`an answer of ${who} keeps the entry, and the page says so`, async () => {
    queue(["Roll"]);
    serve(() => answer);
    send();
    await finishSending();
    connection.setOffline(); // the stream ends, too
    assert.deepEqual([listQueued(), connection.isOnline()], [["Roll"], false]);
    assert.equal(find("#captive-portal").hidden, !isLogin);
  });

test("a refused entry is shown with its reason, and the entries after it are sent", async () => {
  queue(["Roll", "Build"]);
  serve(({ body }) => (body === "move=Roll" ? refuse("<p>Not now.</p>") : makeAnswer()));
  send();
  await finishSending();
  assert.deepEqual([listQueued(), listRefused()], [[], [["Roll", "<p>Not now.</p>"]]]);
  assert.deepEqual(findTexts("#answer > [data-tap]"), ["RollNot now.Got it"]);
});

test("an entry that does not belong to its table is dropped without a request", async () => {
  const [roll] = queue(["Roll", "Build"]);
  outbox.update({ ...roll, url: "//elsewhere.test/t/enter" });
  const sent = serve(() => makeAnswer());
  send();
  await finishSending();
  assert.deepEqual([getMoves(sent), listQueued()], [["Build"], []]);
});

test("entries made offline are sent as a batch with those queued before them", async () => {
  queue(["Note"]);
  queue(["Roll", "Build"], { away: true });
  queue(["Pass"]);
  const sent = serve(() => makeAnswer());
  send();
  await finishSending();
  const batch = ["Note", "Roll", "Build"].map(move => `${move}&uncontested=1`);
  assert.deepEqual(getMoves(sent), [...batch, "Pass"]);
});

test("a contested batch is held whole, with the entries of the others", async () => {
  queue(["Roll", "Build"], { away: true });
  const sent = serve(() => makeAnswer(409, { "X-Answer": "contested" }, "<p>Bo rolled 8.</p>"));
  send();
  await finishSending();
  assert.deepEqual(getMoves(sent), ["Roll&uncontested=1"]);
  assert.deepEqual([listQueued(), listRefused()], [["Roll", "Build"], []]);
  assert.equal(outbox.heldBatch(code), "<p>Bo rolled 8.</p>");
});

test("the entries after a refused one of their batch wait for the user", async () => {
  queue(["Roll", "Build", "Pass"], { away: true });
  const sent = serve(({ body }) => (/Build/.test(body) ? refuse("<p>No wood.</p>") : makeAnswer()));
  send();
  await finishSending();
  assert.equal(sent.length, 2);
  assert.deepEqual([listQueued(), listRefused()], [["Pass"], [["Build", "<p>No wood.</p>"]]]);
  const [pass] = outbox.waiting(code);
  assert.equal(outbox.isHeld(pass), true);
  outbox.update({ ...pass, taken: true });
  send();
  await finishSending();
  assert.equal(sent[2].body, "move=Pass");
});

test("at a deleted table all entries are refused, and nothing more is sent", async () => {
  const [roll] = queue(["Roll", "Build"]);
  queue(["Undo"], { undoes: roll.key });
  const sent = serve(() => makeAnswer(403, { "X-Gone": "1" }, "<p>Gone.</p>"));
  send();
  await finishSending();
  assert.equal(sent.length, 1);
  assert.deepEqual(
    [listQueued(), listRefused()],
    [
      [],
      [
        ["Roll", "<p>Gone.</p>"],
        ["Build", "<p>Gone.</p>"],
      ],
    ],
  );
});

/* Answer as a phone with an offline copy, and later as the server that is reachable again. */
function serveOffline() {
  const server = { isReachable: false };
  server.requests = serve(({ url }) => {
    if (url !== "/healthz") return makeAnswer(200, server.isReachable ? {} : { "X-Kept": "copy" });
    if (server.isReachable) return makeAnswer();
    throw new TypeError("Failed to fetch");
  });
  server.getEntries = () => server.requests.filter(({ url }) => url !== "/healthz");
  return server;
}

test("the offline app gets each entry once, and the server all of them in order", async () => {
  queue(["Roll", "Build"], { away: true });
  const server = serveOffline();
  send();
  await finishSending();
  assert.deepEqual(getMoves(server.getEntries()), ["Roll&uncontested=1", "Build"]);
  assert.equal(server.getEntries()[1].headers["X-Here"], "1");
  assert.deepEqual([listQueued(), connection.isUsingOfflineApp()], [["Roll", "Build"], true]);
  pass(2000);
  await finishSending();
  assert.equal(server.getEntries().length, 2);
  server.isReachable = true;
  pass(2000);
  await waitTurn();
  await finishSending();
  const again = ["Roll&uncontested=1", "Build&uncontested=1"];
  assert.deepEqual(getMoves(server.getEntries()).slice(2), again);
  assert.equal(server.getEntries()[2].headers["X-Here"], undefined);
  assert.deepEqual([listQueued(), connection.isOnline()], [[], true]);
});

test("an answer of the offline app that comes after the server's does not count", async () => {
  queue(["Roll"], { away: true });
  connection.setOfflineApp(code);
  const sent = serve(({ url, headers }) => {
    if (url === "/healthz") throw new TypeError("Failed to fetch");
    connection.setOnline();
    return headers["X-Here"]
      ? makeAnswer(422, { "X-Kept": "copy" }, "<p>Not yet.</p>")
      : makeAnswer();
  });
  send();
  await finishSending();
  const entered = sent.filter(({ url }) => url !== "/healthz");
  assert.deepEqual(
    entered.map(({ headers }) => headers["X-Here"]),
    ["1", undefined],
  );
  assert.deepEqual([listQueued(), listRefused()], [[], []]);
});

test("what the offline app refuses is not sent to the server", async () => {
  queue(["Roll"], { away: true, run: true });
  connection.setOfflineApp(code);
  serve(({ url }) => {
    if (url === "/healthz") throw new TypeError("Failed to fetch");
    return makeAnswer(422, { "X-Kept": "copy" }, "<p>Not yet.</p>");
  });
  send();
  await finishSending();
  assert.deepEqual([listQueued(), listRefused()], [[], [["Roll", "<p>Not yet.</p>"]]]);
  assert.equal(outbox.refused(code)[0].run, false);
  assert.equal(outbox.heldBatch(code), null);
});

test("entries of other tables are sent from here, too", async () => {
  queue(["Roll"]);
  queue(["Build"], { url: "/t/GHJKLM/enter" });
  const sent = serve(({ url }) => (/GHJKLM/.test(url) ? refuse("<p>No wood.</p>") : makeAnswer()));
  send();
  await finishSending();
  assert.equal(sent.length, 2);
  assert.deepEqual(listRefused(), []);
  assert.deepEqual(
    outbox.refused("GHJKLM").map(({ key }) => key),
    ["Build"],
  );
  assert.match(find("#elsewhere").textContent, /GHJKLM Not entered: Build/);
});

test("only the last queued entry asks for the changes that the page shall show", async () => {
  queue(["Roll", "Build"]);
  const sent = serve(() => makeAnswer());
  send();
  await finishSending();
  assert.deepEqual(
    sent.map(({ headers }) => "X-Shown" in headers),
    [false, true],
  );
});
