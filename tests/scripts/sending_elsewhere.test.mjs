/* What follows the answer to an entry made on a page of its own, such as that of the scores. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { findTexts, showPage } from "./page.mjs";
import { finishSending, makeAnswer, serve } from "./server.mjs";

const code = await showPage("scores");
const outbox = await import("../../static/js/outbox.js");
const { send, settle } = await import("../../static/js/sender.js");
const [assign, reload] = ["assign", "reload"].map(name => mock.method(location, name, () => {}));

beforeEach(() => {
  localStorage.clear();
  for (const entry of outbox.ownEntries()) outbox.dropOwn(entry);
  assign.mock.resetCalls();
  reload.mock.resetCalls();
});

/* Make an entry that the page `next` follows, and return the pages that are loaded after its answer. */
async function enter(next, answer = makeAnswer(), isOwn = true) {
  const fields = { key: "k", url: `/t/${code}/enter`, body: "kind=count" };
  // biome-ignore lint/suspicious/noThenProperty: queued entries are stored with this name
  const entry = outbox.add({ ...fields, then: next });
  if (isOwn) outbox.addOwn(entry);
  serve(() => answer);
  send();
  await finishSending();
  const loaded = assign.mock.calls.map(call => call.arguments[0]);
  return [...loaded, ...reload.mock.calls.map(() => "this page")];
}

test("an accepted entry opens the page that follows it, else this page again", async () => {
  assert.deepEqual(await enter(`/t/${code}`), [`http://companion.test/t/${code}`]);
  assign.mock.resetCalls();
  assert.deepEqual(await enter(""), ["this page"]);
});

test("no other site follows an entry", async () => {
  assert.deepEqual(await enter("//elsewhere.test/"), ["http://companion.test/"]);
});

test("a refused entry stays on its page, with the reason", async () => {
  const refusal = makeAnswer(422, { "X-Answer": "refused" }, "<p>Not yet.</p>");
  assert.deepEqual(await enter(`/t/${code}`, refusal), []);
  assert.deepEqual(findTexts("#answer > *"), ["Not yet.Got it"]);
});

test("an entry without a response stays on its page until it is accepted", async context => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  assert.deepEqual(await enter(`/t/${code}`, Response.error()), []);
  settle(); // another tab has changed the outbox
  assert.equal(assign.mock.callCount(), 0);
  serve(() => makeAnswer());
  context.mock.timers.tick(2000);
  await finishSending();
  assert.equal(assign.mock.callCount(), 1);
});

test("an entry made on another page loads nothing here", async () => {
  assert.deepEqual(await enter(`/t/${code}`, makeAnswer(), false), []);
});
