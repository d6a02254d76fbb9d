/* What a table's page offers without a connection: controls that need it, the message without a response, the update,
   and the cached page. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";
import { makeAnswer, serve, waitTurn } from "./server.mjs";

const code = await showPage("table giza");
const [lost, worker] = [
  () => connection.setOffline(new Error("cut")),
  { answers: () => true, messages: [] },
];
const controller = {
  postMessage(message, [port] = []) {
    worker.messages.push(message);
    if (message.canAnswer) port.postMessage(message.canAnswer.map(worker.answers));
  },
};
/* A port of Node would keep the process running. */
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage: data => this.port1.onmessage({ data }) };
};
const serviceWorker = Object.assign(new EventTarget(), { controller });
Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });

const connection = await import("../../static/js/connection.js");
const offline = await import("../../static/js/offline.js");
const extensions = [];
globalThis.htmx = { registerExtension: (_, functions) => extensions.push(functions) };
mock.timers.enable({ apis: ["setTimeout"] });
serve(() => makeAnswer());
offline.initOfflineControls();
const [unheard] = extensions;

const RULES = "#menu a[href$='/rules']";
const LOG = "#menu a[href$='/log']";
const reason = "Needs a connection";
const isDisabled = control => find(control).getAttribute("aria-disabled") === "true";
async function updateControls() {
  offline.disableUnavailable();
  for (let turn = 0; turn < 5; turn++) await waitTurn();
}

beforeEach(async () => {
  if (find("#menu").open) find("#menu").close();
  if (find("#drawer").open) find("#drawer").close();
  find("#drawer-page").replaceChildren();
  connection.setOnline();
  offline.hideNoResponse();
  worker.answers = () => true;
  worker.messages = [];
  serviceWorker.controller = controller;
  await updateControls();
});

test("offline, a page that the phone cannot show says so, and its tap does nothing", async () => {
  find("#menu").showModal();
  worker.answers = ([, url]) => url.endsWith("/log");
  lost();
  await updateControls();
  await updateControls(); // no second reason
  assert.deepEqual([RULES, LOG].map(isDisabled), [true, false]);
  assert.deepEqual(findTexts(`${RULES} small`), [reason]);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  find(RULES).dispatchEvent(click);
  assert.deepEqual([click.defaultPrevented, find("#no-response").hidden], [true, true]);
  connection.setOnline();
  await updateControls();
  assert.deepEqual([isDisabled(RULES), findTexts(`${RULES} small`)], [false, []]);
});

test("a late answer of the worker disables nothing once the connection is back", async () => {
  find("#menu").showModal();
  worker.answers = () => false;
  lost();
  offline.disableUnavailable();
  connection.setOnline();
  await updateControls();
  assert.equal(isDisabled(RULES), false);
});

test("the phone is asked again when the offline app answers for the table", async () => {
  find("#menu").showModal();
  worker.answers = () => false;
  lost();
  await updateControls();
  assert.equal(isDisabled(RULES), true);
  worker.answers = () => true;
  connection.setOfflineApp();
  await updateControls();
  assert.equal(isDisabled(RULES), false);
});

test("without a worker, the phone can show no page, and an icon says so when it is tapped", async () => {
  serviceWorker.controller = null;
  lost();
  await updateControls();
  assert.equal(isDisabled("#head .back"), true);
  assert.deepEqual(findTexts("#head .back small"), []);
  tap("#head .back");
  assert.equal(find("#no-response").hidden, false);
  assert.equal(isDisabled("#undo button"), false); // the outbox queues its entry
});

test("in the drawer, the message covers nothing but the drawer, and is there once", async () => {
  find("#drawer").showModal();
  find("#drawer-page").innerHTML = `<a href="/t/${code}/seats" class="x">Seats</a>`;
  serviceWorker.controller = null;
  lost();
  await updateControls();
  tap("#drawer .x");
  tap("#drawer .x");
  assert.equal(find("#no-response").hidden, true);
  assert.deepEqual(findTexts("#drawer .unheard"), [find("#no-response").textContent.trim()]);
});

/* Return the context of a request of htmx. */
const makeContext = (method = "POST", fields = {}) => ({
  request: { method, action: `/t/${code}/guide` },
  sourceEvent: new Event("submit"),
  ...fields,
});
const request = ctx => unheard.htmx_before_request(null, { ctx });

test("four seconds without a response are reported, and a late response removes the message", () => {
  const ctx = makeContext();
  serviceWorker.controller = null;
  request(ctx);
  mock.timers.tick(3999);
  assert.deepEqual([connection.isOnline(), find("#no-response").hidden], [true, true]);
  mock.timers.tick(1);
  assert.deepEqual([connection.isOnline(), find("#no-response").hidden], [false, false]);
  unheard.htmx_before_response(null, { ctx });
  assert.equal(find("#no-response").hidden, true);
});

test("a request that is answered or that nobody waits for is not reported", () => {
  const [answered, ended, byItself] = [
    makeContext(),
    makeContext(),
    makeContext("GET", { sourceEvent: null }),
  ];
  for (const ctx of [answered, ended, makeContext("GET")]) request(ctx);
  serviceWorker.controller = null;
  request(byItself);
  unheard.htmx_before_response(null, { ctx: answered });
  unheard.htmx_finally_request(null, { ctx: ended });
  unheard.htmx_error(find("#move"), { ctx: byItself });
  mock.timers.tick(4000);
  assert.deepEqual([connection.isOnline(), find("#no-response").hidden], [true, true]);
});

test("a setting that did not arrive shows its former value", () => {
  const form = find("#move");
  const field = find("#move input");
  field.value = "elsewhere";
  unheard.htmx_error(form, { ctx: makeContext() });
  assert.equal(field.value, "elsewhere");
  form.setAttribute("hx-trigger", "change");
  unheard.htmx_error(form, { ctx: makeContext() });
  assert.deepEqual([field.value, find("#no-response").hidden], ["", false]);
});

test("the cached page is the one shown, without what scripts added", async () => {
  const answer = "Not there.";
  find("#answer").innerHTML = `<p>${answer}</p>`;
  find("#drawer").showModal();
  find("#now").dataset.version = "7";
  serviceWorker.controller = null;
  lost();
  await updateControls();
  serviceWorker.controller = controller;
  offline.cachePage();
  const [{ keep, page }] = worker.messages;
  assert.equal(keep, code);
  const copy = new DOMParser().parseFromString(page, "text/html");
  assert.equal(copy.body.dataset.version, "7");
  assert.equal(copy.querySelectorAll("dialog[open], [data-unanswered], #answer > *").length, 0);
  assert.equal(copy.documentElement.dataset.connection, undefined);
  assert.equal(find("#answer").textContent, answer);
  worker.messages = [];
  connection.setOfflineApp();
  offline.cachePage(); // the copy shows the table
  assert.deepEqual(worker.messages, []);
  find("#answer").replaceChildren();
  find("#now").dataset.version = "0";
});

/* Register the worker of a phone, with these scripts in each state. */
async function register(scripts, registered = {}) {
  const registration = { ...scripts, ...registered };
  serviceWorker.getRegistration = async () => scripts;
  serviceWorker.register = async script => {
    registration.script = script;
    return registration;
  };
  await offline.registerWorker();
  return registration;
}
const makeWorker = scriptURL =>
  Object.assign(new EventTarget(), { scriptURL, postMessage: mock.fn() });

test("an update is offered when it is installed, and starts when it is chosen", async () => {
  const registration = await register({ active: makeWorker("/sw.js") });
  assert.deepEqual([registration.script, find("#fresh").hidden], ["/sw.js", true]);
  const update = makeWorker("/sw.js");
  registration.installing = update;
  registration.onupdatefound();
  update.dispatchEvent(new Event("statechange"));
  assert.equal(find("#fresh").hidden, true);
  update.state = "installed";
  update.dispatchEvent(new Event("statechange"));
  assert.equal(find("#fresh").hidden, false);
  assert.equal(update.postMessage.mock.callCount(), 0);
  tap("#fresh button");
  assert.deepEqual(update.postMessage.mock.calls[0].arguments, ["update"]);
  find("#fresh").hidden = true;
});

test("a phone with the offline bundle keeps its worker, updates its copy, and no rules change at a table", async () => {
  const [active, waiting] = [makeWorker("/pocket-sw.js"), makeWorker("/pocket-sw.js")];
  const { script } = await register({ active, waiting });
  assert.deepEqual([script, find("#fresh").hidden], ["/pocket-sw.js", true]);
  assert.deepEqual(worker.messages, [{ table: code, version: 0, mark: "" }]);
  serviceWorker.onmessage({ data: { withheld: '<p id="withheld">Hidden tiles.</p>' } });
  serviceWorker.onmessage({ data: { withheld: '<p id="withheld">Hidden tiles.</p>' } });
  assert.deepEqual(findTexts("#withheld"), ["Hidden tiles."]);
  offline.hideWithheld();
  lost();
  offline.updateOfflineCopy();
  assert.equal(worker.messages.length, 1);
});
