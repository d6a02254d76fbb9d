/* The outbox keeps entries in order until each is accepted, refused or dropped. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./browser.mjs";

document.body.dataset.table = "ABCDEF";
const outbox = await import("../../static/js/outbox.js");
const { drop, isPersistent, names, warnBeforeUnload } = await import("../../static/js/storage.js");

beforeEach(() => names().forEach(drop));

let keyCount = 0;
const addEntry = (fields = {}) =>
  outbox.add({
    key: `key${++keyCount}`,
    url: "/t/ABCDEF/enter",
    body: "move=Roll",
    say: "Roll",
    ...fields,
  });
const listBodies = (entries = outbox.waiting("ABCDEF")) => entries.map(({ body }) => body);

test("entries are queued in the order in which they were made, also after the clock was set back", context => {
  context.mock.timers.enable({ apis: ["Date"], now: 2_000_000_000_000 });
  addEntry({ body: "move=1" });
  addEntry({ body: "move=2" });
  context.mock.timers.setTime(1_000_000_000_000);
  addEntry({ body: "move=3" });
  assert.deepEqual(listBodies(), ["move=1", "move=2", "move=3"]);
});

test("each table has its own entries", () => {
  addEntry();
  addEntry({ url: "/t/GHJKLM/enter" });
  assert.deepEqual(outbox.tables().toSorted(), ["ABCDEF", "GHJKLM"]);
  assert.equal(outbox.waiting("ABCDEF").length, 1);
});

test("an undo refers to the entry that its move became", () => {
  const roll = addEntry();
  addEntry({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.settle(roll, "7");
  assert.deepEqual(listBodies(), ["kind=undo&of=7"]);
});

test("the versions of accepted entries are those of this page's table", () => {
  const [accepted, dropped] = [addEntry(), addEntry()];
  const other = addEntry({ url: "/t/GHJKLM/enter" });
  outbox.settle(accepted, "8");
  outbox.settle(dropped);
  outbox.settle(other, "30");
  const versions = [accepted, dropped, other].map(({ key }) => outbox.acceptedVersions.get(key));
  assert.deepEqual(versions, [8, undefined, undefined]);
});

test("each further undo takes back an older entry, and last one that is not queued", () => {
  const enter = (body, undoes) => addEntry({ body, undoes }).key;
  const keys = [enter("move=1"), enter("move=2")];
  enter("kind=note&text=tea");
  assert.equal(outbox.nextUndone("ABCDEF"), keys[1]);
  enter("kind=undo&of=12", keys[1]);
  assert.equal(outbox.nextUndone("ABCDEF"), keys[0]);
  enter("kind=redo&of=12");
  assert.equal(outbox.nextUndone("ABCDEF"), keys[1]);
  enter("kind=undo&of=12", keys[1]);
  enter("kind=undo&of=11", keys[0]);
  assert.equal(outbox.nextUndone("ABCDEF"), undefined);
  enter("kind=undo&of=10");
  assert.equal(outbox.nextUndone("ABCDEF"), undefined);
});

test("a held entry that names an offline entry by its number cannot be sent", () => {
  const canTake = fields => outbox.canTake(addEntry({ run: true, ...fields }));
  assert.equal(canTake({ body: "move=1&seen=9.abc" }), true);
  assert.equal(canTake({ body: "kind=amend&of=9&seen=9.abc" }), true);
  assert.equal(canTake({ body: "kind=amend&of=10&seen=9.abc" }), false);
  assert.equal(canTake({ body: "kind=undo&of=10&seen=9.abc", undoes: "a-key" }), true);
});

test("the undo of a dropped move is dropped too", () => {
  const roll = addEntry();
  addEntry({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.settle(roll);
  assert.deepEqual(listBodies(), []);
});

test("a refused entry is kept with the answer until it is read", () => {
  const roll = addEntry();
  outbox.refuse(roll, "No.");
  assert.deepEqual(listBodies(), []);
  assert.deepEqual(
    outbox.refused("ABCDEF").map(({ answer }) => answer),
    ["No."],
  );
  outbox.markRead(roll);
  assert.deepEqual(outbox.refused("ABCDEF"), []);
});

test("a deleted table refuses all entries and drops their undos", () => {
  const roll = addEntry({ run: true });
  addEntry({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.holdBatch("ABCDEF", "They went on.");
  outbox.refuseAll("ABCDEF", "Gone.");
  assert.deepEqual(listBodies(), []);
  assert.deepEqual(listBodies(outbox.refused("ABCDEF")), ["move=Roll"]);
  assert.equal(outbox.heldBatch("ABCDEF"), null);
});

test("a contested batch is held until each of its entries is taken or dropped", () => {
  const [first, second] = [
    addEntry({ run: true, say: "Roll" }),
    addEntry({ run: true, say: "Build" }),
  ];
  assert.equal(outbox.isHeld(first), false);
  outbox.holdBatch("ABCDEF", "They went on.");
  assert.equal(outbox.isHeld(first), true);
  assert.equal(outbox.isHeld({ ...first, taken: true }), false);
  assert.equal(outbox.isHeld(addEntry()), false);
  outbox.discard(second);
  assert.deepEqual(outbox.leftOutEntries("ABCDEF"), ["Build"]);
  outbox.releaseBatch("ABCDEF");
  assert.deepEqual(outbox.leftOutEntries("ABCDEF"), []);
});

test("a full storage loses nothing while the page is open", context => {
  context.mock.method(localStorage, "setItem", () => {
    throw new Error("QuotaExceededError");
  });
  addEntry();
  assert.deepEqual(listBodies(), ["move=Roll"]);
  assert.equal(isPersistent(), false);
});

const makeOwn = fields => {
  const entry = addEntry({ from: location.pathname, ...fields });
  outbox.addOwn(entry);
  return entry;
};
const getKeys = entries => entries.map(({ key }) => key);

test("the answer to an entry of this page is handled once, also if another tab sent it", () => {
  const [roll, build] = [makeOwn(), makeOwn()];
  addEntry();
  assert.deepEqual(outbox.takeAnswered(), []);
  localStorage.removeItem(Object.keys(localStorage).find(name => name.endsWith(roll.key)));
  outbox.answeredOffline.add(build.key);
  assert.deepEqual(getKeys(outbox.takeAnswered()), [roll.key, build.key]);
  assert.deepEqual(outbox.takeAnswered(), []);
  assert.ok(getKeys(outbox.waiting("ABCDEF")).includes(build.key)); // for the server
});

test("a page that is loaded again waits for its own entries, not for those of other pages", () => {
  const roll = addEntry({ from: location.pathname });
  const other = addEntry({ from: "/t/ABCDEF/scores" });
  outbox.restoreOwn();
  for (const entry of [roll, other]) outbox.settle(entry, "7");
  assert.deepEqual(getKeys(outbox.takeAnswered()), [roll.key]);
});

test("a page of the offline app already shows the queued entries, but none made later", () => {
  const roll = addEntry();
  document.documentElement.dataset.offlineApp = "";
  outbox.restoreOwn();
  delete document.documentElement.dataset.offlineApp;
  const build = addEntry();
  assert.deepEqual(getKeys(outbox.waiting("ABCDEF")), [roll.key, build.key]);
  assert.deepEqual(getKeys(outbox.notDrawn("ABCDEF")), [build.key]);
});

test("lists of an older release are queued in their order, before newer entries", () => {
  const list = [1, 2].map(n => ({
    url: "/t/ABCDEF/enter",
    say: "note",
    body: `text=${n}&key=k${n}`,
  }));
  localStorage.setItem("waiting-ABCDEF", JSON.stringify(list));
  addEntry({ body: "move=Roll" });
  outbox.migrateOldLists();
  assert.deepEqual(listBodies(), ["text=1&key=k1", "text=2&key=k2", "move=Roll"]);
  assert.deepEqual(getKeys(outbox.waiting("ABCDEF")).slice(0, 2), ["k1", "k2"]);
  assert.equal(outbox.waiting("ABCDEF").every(outbox.hasValidUrl), true);
  assert.equal(localStorage.getItem("waiting-ABCDEF"), null);
});

test("only entries that another tab changes are followed", () => {
  let changes = 0;
  outbox.onOtherTabChange(() => {
    changes += 1;
  });
  for (const key of ["tap-ABCDEF-1-k", "refused-ABCDEF-1-k", "half-told-ABCDEF", null])
    dispatchEvent(Object.assign(new Event("storage"), { key }));
  assert.equal(changes, 2);
});

test("leaving the page is questioned only while an entry is stored nowhere else", context => {
  warnBeforeUnload();
  const isQuestioned = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  addEntry();
  assert.equal(isQuestioned(), false);
  const full = context.mock.method(localStorage, "setItem", () => {
    throw new Error("QuotaExceededError");
  });
  const entry = addEntry();
  assert.equal(isQuestioned(), true);
  full.mock.restore();
  outbox.update(entry);
  assert.deepEqual([isQuestioned(), isPersistent()], [false, true]);
});

const ownFields = { table: "ABCDEF", url: "/t/ABCDEF/enter" };
for (const [target, entry, isSent] of [
  ["to its table", ownFields, true],
  ["to its lobby", { ...ownFields, url: "/t/ABCDEF/lobby/enter" }, true],
  ["to another table", { ...ownFields, table: "GHJKLM" }, false],
  ["to another route", { ...ownFields, url: "/t/ABCDEF/delete" }, false],
  ["elsewhere", { ...ownFields, url: "//example.org/t/ABCDEF/enter" }, false],
  ["to a table without a code", { table: "", url: "/t//enter" }, false],
])
  test(`an entry ${target} is ${isSent ? "" : "not "}sent`, () => {
    assert.equal(outbox.hasValidUrl(entry), isSent);
  });
