/* The user decides on each entry of a batch made offline that conflicts with other entries. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";
import { finishSending, makeAnswer, serve } from "./server.mjs";

const code = await showPage("table giza");
const outbox = await import("../../static/js/outbox.js");
const { showContested } = await import("../../static/js/offline.js");
const { followEvents } = await import("../../static/js/page.js");
followEvents({ "entries:listed": [showContested] });
serve(() => makeAnswer());

/* Hold these entries, with what was entered meanwhile. */
function holdEntries(entries, theirs = "") {
  const queued = entries.map((fields, n) =>
    outbox.add({
      key: `key${n}`,
      url: `/t/${code}/enter`,
      body: "move=Play",
      run: true,
      ...fields,
    }),
  );
  outbox.holdBatch(code, theirs);
  showContested();
  return queued;
}

beforeEach(() => localStorage.clear());

test("the note about the dropped entries names them unchanged", () => {
  const [entry] = holdEntries([{ say: "Ca$$h $&" }]);
  outbox.discard(entry);
  showContested();
  const [note] = outbox.waiting(code);
  assert.equal(new URLSearchParams(note.body).get("text"), "Not entered: Ca$$h $&");
});

const say = text => ({ say: text });
const undoing = key => ({ body: "kind=undo&of=9&seen=9.a", undoes: key });
const listRows = () => findTexts("#contested .yours li");
const tapButton = (row, word) =>
  [...document.querySelectorAll(`#contested .yours li:nth-child(${row}) button`)]
    .find(({ textContent }) => textContent === word)
    .click();

/* Tap, and return the bodies of the entries that are sent then. */
async function recordSent(act) {
  const sent = serve(() => makeAnswer(200, { "X-Entry": "12" }));
  act();
  await finishSending();
  return sent.map(({ body }) => body);
}

test("the entries are listed beside those of the others, an undo only with its entry", () => {
  holdEntries([say("Roll"), undoing("key0"), say("Build")], "<p>Bo rolled 8.</p>");
  assert.deepEqual(listRows(), ["RollEnter itDon’t send", "BuildEnter itDon’t send"]);
  assert.deepEqual(findTexts("#contested .theirs"), ["Bo rolled 8."]);
  assert.equal(find("#contested .take-all").hidden, true);
});

test("a taken entry is sent with its undo, and the others stay", async () => {
  holdEntries([{ say: "Roll", body: "move=Roll" }, undoing("key0"), say("Build")], "<p>8</p>");
  const sent = await recordSent(() => tapButton(1, "Enter it"));
  assert.deepEqual(sent, ["move=Roll", "kind=undo&of=12&seen=9.a"]);
  assert.deepEqual(listRows(), ["BuildEnter itDon’t send"]);
  assert.deepEqual(
    outbox.waiting(code).map(({ key }) => key),
    ["key2"],
  );
});

test("a dropped entry takes its undo with it, and the last decision notes it in the log", async () => {
  holdEntries([say("Roll"), undoing("key0"), { say: "Build", body: "move=Build" }], "<p>8</p>");
  assert.deepEqual(await recordSent(() => tapButton(1, "Don’t send")), []);
  const sent = await recordSent(() => tapButton(1, "Enter it"));
  assert.equal(sent[0], "move=Build");
  assert.equal(new URLSearchParams(sent[1]).get("text"), "Not entered: Roll");
  assert.deepEqual([sent.length, outbox.waiting(code)], [2, []]);
  assert.equal(find("#contested").hidden, true);
});

test("all are entered in order with one tap, except one that names an entry by its offline number", async () => {
  const amend = { say: "Change", body: "kind=amend&of=10&seen=9.a" };
  holdEntries([{ say: "Roll", body: "move=1" }, amend, { say: "Build", body: "move=2" }]);
  assert.equal(listRows()[1], "ChangeDon’t send");
  const sent = await recordSent(() => tap("#contested .take-all"));
  assert.deepEqual(sent, ["move=1", "move=2"]);
  assert.deepEqual(listRows(), ["ChangeDon’t send"]);
});

test("all are dropped with one tap, and noted in order", async () => {
  holdEntries([say("Roll"), undoing("key0"), say("Build")], "<p>8</p>");
  const sent = await recordSent(() => tap("#contested .drop-all"));
  assert.deepEqual(
    sent.map(body => new URLSearchParams(body).get("text")),
    ["Not entered: Roll · Build"],
  );
  assert.equal(outbox.heldBatch(code), null);
});

test("no note is made if all are entered", async () => {
  holdEntries([say("Roll"), say("Build")]);
  const sent = await recordSent(() => tap("#contested .take-all"));
  assert.equal(sent.length, 2);
  assert.equal(outbox.heldBatch(code), null);
});

test("the note waits for the refusal of a taken entry, which it names too", async () => {
  holdEntries([say("Roll"), say("Build")], "<p>8</p>");
  tapButton(1, "Don’t send");
  const sent = serve(() => makeAnswer(422, { "X-Answer": "refused" }, "<p>No wood.</p>"));
  tapButton(1, "Enter it");
  await finishSending();
  assert.equal(sent.length, 1);
  assert.deepEqual(findTexts("#answer > *"), ["BuildNo wood.Got it"]);
  const [note] = await recordSent(() => tap("#answer button"));
  assert.equal(new URLSearchParams(note).get("text"), "Not entered: Roll · Build");
});
