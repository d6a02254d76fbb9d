/* The outbox keeps entries in order until each is accepted, refused or dropped. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clearStorage, fillStorage } from "./browser.mjs";

const outbox = await import("../../static/js/outbox.js");
const { isPersistent } = await import("../../static/js/storage.js");

beforeEach(clearStorage);

let keys = 0;
const enter = (fields = {}) =>
  outbox.add({
    key: `key${++keys}`,
    url: "/t/ABCDEF/enter",
    body: "move=Roll",
    say: "Roll",
    ...fields,
  });
const bodies = (entries = outbox.waiting("ABCDEF")) => entries.map(({ body }) => body);

test("entries are queued in the order in which they were made, also after the clock was set back", context => {
  context.mock.timers.enable({ apis: ["Date"], now: 2_000_000_000_000 });
  enter({ body: "move=1" });
  enter({ body: "move=2" });
  context.mock.timers.setTime(1_000_000_000_000);
  enter({ body: "move=3" });
  assert.deepEqual(bodies(), ["move=1", "move=2", "move=3"]);
});

test("each table has its own entries", () => {
  enter();
  enter({ url: "/t/GHJKLM/enter" });
  assert.deepEqual(outbox.tables().toSorted(), ["ABCDEF", "GHJKLM"]);
  assert.equal(outbox.waiting("ABCDEF").length, 1);
});

test("an undo refers to the entry that its move became", () => {
  const roll = enter();
  enter({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.settle(roll, "7");
  assert.deepEqual(bodies(), ["kind=undo&of=7"]);
  assert.equal(outbox.acceptedVersion, 7);
});

test("the undo of a dropped move is dropped too", () => {
  const roll = enter();
  enter({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.settle(roll);
  assert.deepEqual(bodies(), []);
});

test("a refused entry is kept with the answer until it is read", () => {
  const roll = enter();
  outbox.refuse(roll, "No.");
  assert.deepEqual(bodies(), []);
  assert.deepEqual(
    outbox.refused("ABCDEF").map(({ answer }) => answer),
    ["No."],
  );
  outbox.markRead(roll);
  assert.deepEqual(outbox.refused("ABCDEF"), []);
});

test("a deleted table refuses all entries and drops their undos", () => {
  const roll = enter({ run: true });
  enter({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.holdBatch("ABCDEF", "They went on.");
  outbox.refuseAll("ABCDEF", "Gone.");
  assert.deepEqual(bodies(), []);
  assert.deepEqual(bodies(outbox.refused("ABCDEF")), ["move=Roll"]);
  assert.equal(outbox.heldBatch("ABCDEF"), null);
});

test("a contested batch is held until each of its entries is taken or dropped", () => {
  const [first, second] = [enter({ run: true, say: "Roll" }), enter({ run: true, say: "Build" })];
  assert.equal(outbox.isHeld(first), false);
  outbox.holdBatch("ABCDEF", "They went on.");
  assert.equal(outbox.isHeld(first), true);
  assert.equal(outbox.isHeld({ ...first, taken: true }), false);
  assert.equal(outbox.isHeld(enter()), false);
  outbox.discard(second);
  assert.deepEqual(outbox.leftOutEntries("ABCDEF"), ["Build"]);
  outbox.releaseBatch("ABCDEF");
  assert.deepEqual(outbox.leftOutEntries("ABCDEF"), []);
});

test("a full storage loses nothing while the page is open", () => {
  fillStorage();
  enter();
  assert.deepEqual(bodies(), ["move=Roll"]);
  assert.equal(isPersistent(), false);
});

const own = { table: "ABCDEF", url: "/t/ABCDEF/enter" };
for (const [target, entry, isSent] of [
  ["to its table", own, true],
  ["to its lobby", { ...own, url: "/t/ABCDEF/lobby/enter" }, true],
  ["to another table", { ...own, table: "GHJKLM" }, false],
  ["to another route", { ...own, url: "/t/ABCDEF/delete" }, false],
  ["elsewhere", { ...own, url: "//example.org/t/ABCDEF/enter" }, false],
  ["to a table without a code", { table: "", url: "/t//enter" }, false],
])
  test(`an entry ${target} is ${isSent ? "" : "not "}sent`, () => {
    assert.equal(outbox.hasValidUrl(entry), isSent);
  });
