/* The stream of a table's page: which messages and responses the page shows, and when the connection counts as lost. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { dispatch, find, showPage } from "./page.mjs";

const code = await showPage("table giza");
find("#now").dataset.version = "5";
const table = await import("../../static/js/table.js");
const { isOnline, setOffline, setOnline } = await import("../../static/js/connection.js");

let extension = {};
const triggered = [];
const swapped = [];
globalThis.htmx = {
  registerExtension(_, functions) {
    extension = functions;
  },
  trigger: (_, name) => triggered.push(name),
  swap: ({ text }) => swapped.push(text),
};
mock.timers.enable({ apis: ["setTimeout"] });
let milliseconds = 0;
performance.now = () => milliseconds;
table.initStream();
table.initTable();

const isShown = (id, event = "") => dispatch("htmx:sse:before:message", { message: { id, event } });

/* Return a connection of htmx that counts how often it is cancelled. */
function connect(fields = {}) {
  const connection = { cancels: 0, ...fields };
  connection.reader = {
    cancel() {
      connection.cancels += 1;
    },
  };
  dispatch("htmx:sse:before:connection", { connection });
  return connection;
}
const openStream = (data = "{}") => dispatch("stream:open", { data });

beforeEach(() => {
  dispatch("htmx:sse:close", {});
  find("#now").dataset.version = "5";
  setOnline();
  triggered.length = swapped.length = 0;
});

test("a message that is older than the page is shown only if it is the whole page", () => {
  openStream();
  assert.deepEqual([isShown("4.a"), isShown("5.a"), isShown("6.a")], [false, true, true]);
  openStream("whole"); // the server was restored from a backup
  assert.equal(isShown("", "stream:alive"), true);
  assert.deepEqual([isShown("4.a"), isShown("4.b")], [true, false]);
});

test("a stream that is silent for eleven seconds is a lost connection, and is requested again", () => {
  const connection = connect();
  openStream();
  for (const step of [10_999, 10_999]) {
    isShown("", "stream:alive");
    mock.timers.tick(step);
    assert.deepEqual([isOnline(), connection.cancels], [true, 0]);
  }
  mock.timers.tick(1);
  assert.deepEqual([isOnline(), connection.cancels], [false, 1]);
});

test("a stream that ends is a lost connection, unless the server said that it stops", () => {
  connect();
  openStream();
  connect({ attempt: 1 });
  assert.equal(isOnline(), false);
  openStream();
  assert.equal(isOnline(), true);
  dispatch("stream:moved", {});
  connect({ attempt: 1 });
  assert.equal(isOnline(), true);
  dispatch("htmx:sse:error", {}); // no other process answers
  assert.equal(isOnline(), false);
});

test("a stream requested before the connection was lost is not trusted", () => {
  const connection = connect();
  const { reader } = connection;
  connection.reader = null; // without a response yet
  setOffline();
  table.reconnect();
  connection.reader = reader;
  openStream();
  assert.deepEqual([isOnline(), connection.cancels], [false, 1]);
  openStream();
  assert.equal(isOnline(), true);
});

test("the phone vibrates at the start of each turn of its player", () => {
  navigator.vibrate = mock.fn();
  for (const mine of ["", "1", "1", "", "1"]) {
    find("#turn").dataset.mine = mine;
    extension.htmx_after_swap(find("#table"));
  }
  assert.equal(navigator.vibrate.mock.callCount(), 2);
});

test("an overloaded server is asked for a stream again when it said so", () => {
  const raw = new Response("", { status: 429, headers: { "Retry-After": "4" } });
  const isFollowed = element =>
    extension.htmx_before_response(element, { ctx: { response: { raw } } });
  assert.deepEqual([isFollowed(find("#table")), isFollowed(find("#stream"))], [true, false]);
  milliseconds = 3999;
  table.ensureStream();
  assert.deepEqual(triggered, []);
  milliseconds = 4000;
  table.ensureStream();
  assert.deepEqual(triggered, ["stream:wanted"]);
});

/* Return whether a response with this version is shown, which was requested when the page showed `shown`. */
function isResponseShown(version, { shown = 5, status = 200, answer, meanwhile = () => {} } = {}) {
  const ctx = {};
  find("#now").dataset.version = `${shown}`;
  extension.htmx_before_request(find("#table"), { ctx });
  find("#now").dataset.version = "5";
  meanwhile();
  ctx.response = {
    status,
    headers: new Headers({ "X-Version": version, "X-Answer": answer ?? "" }),
  };
  return extension.htmx_after_request(find("#table"), { ctx });
}

test("a late response does not show an older state, except after a restore", () => {
  assert.deepEqual(
    ["5", "6"].map(version => isResponseShown(version)),
    [true, true],
  );
  assert.equal(isResponseShown("4", { shown: 4 }), false);
  assert.equal(isResponseShown("4"), true); // the server was restored from a backup
  assert.equal(isResponseShown("4", { meanwhile: () => isShown("5.a") }), false);
  assert.equal(isResponseShown("6", { status: 503 }), false);
});

test("a phone whose seat was given away loads the page that says so", context => {
  const replaced = context.mock.method(location, "replace", () => {});
  assert.equal(isResponseShown("", { status: 403, answer: "revoked" }), false);
  assert.deepEqual(
    replaced.mock.calls.map(call => call.arguments[0]),
    [`/t/${code}`],
  );
});

test("the changes in a response are shown unless the page has changed meanwhile", () => {
  const since = table.changesSince();
  table.showChanges("<p>new</p>", since);
  assert.deepEqual([swapped, triggered], [["<p>new</p>"], []]);
  const { tag } = find("#now").dataset;
  find("#now").dataset.tag = "6.other";
  table.showChanges("<p>old</p>", since);
  find("#now").dataset.tag = tag;
  assert.deepEqual([swapped, triggered], [["<p>new</p>"], ["table:stale"]]);
});

test("the title marks the turn, and a stream in another language loads the page", context => {
  assert.match(document.title, /^▸ Giza/);
  const reload = context.mock.method(location, "reload", () => {});
  extension.htmx_after_swap(find("#stream"));
  find("#now").lang = "ar";
  extension.htmx_after_swap(find("#stream"));
  assert.equal(reload.mock.callCount(), 1);
});

test("with a stream, no changes are requested", () => {
  connect();
  openStream();
  assert.equal(table.changesSince(), null);
});
