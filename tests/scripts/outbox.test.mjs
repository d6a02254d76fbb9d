/* The outbox: taps are kept in their order until each is accepted, refused or given up. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clearStorage, fillStorage } from "./browser.mjs";

const outbox = await import("../../static/js/outbox.js");
const { isPersistent } = await import("../../static/js/storage.js");

beforeEach(clearStorage);

let keys = 0;
const tap = (fields = {}) =>
  outbox.add({
    key: `key${++keys}`,
    url: "/t/ABCDEF/enter",
    body: "move=Roll",
    say: "Roll",
    ...fields,
  });
const bodies = (taps = outbox.waiting("ABCDEF")) => taps.map(({ body }) => body);

test("taps wait in the order in which they were made, also after the clock was set back", context => {
  context.mock.timers.enable({ apis: ["Date"], now: 2_000_000_000_000 });
  tap({ body: "move=1" });
  tap({ body: "move=2" });
  context.mock.timers.setTime(1_000_000_000_000);
  tap({ body: "move=3" });
  assert.deepEqual(bodies(), ["move=1", "move=2", "move=3"]);
});

test("each table has taps of its own", () => {
  tap();
  tap({ url: "/t/GHJKLM/enter" });
  assert.deepEqual(outbox.tables().toSorted(), ["ABCDEF", "GHJKLM"]);
  assert.equal(outbox.waiting("ABCDEF").length, 1);
});

test("an undo follows the entry that its move became", () => {
  const roll = tap();
  tap({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.settle(roll, "7");
  assert.deepEqual(bodies(), ["kind=undo&of=7"]);
  assert.equal(outbox.acceptedVersion, 7);
});

test("with a move that became no entry goes its undo", () => {
  const roll = tap();
  tap({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.settle(roll);
  assert.deepEqual(bodies(), []);
});

test("what was refused is kept with the answer until it is read", () => {
  const roll = tap();
  outbox.refuse(roll, "No.");
  assert.deepEqual(bodies(), []);
  assert.deepEqual(
    outbox.refused("ABCDEF").map(({ answer }) => answer),
    ["No."],
  );
  outbox.markRead(roll);
  assert.deepEqual(outbox.refused("ABCDEF"), []);
});

test("a table that is gone refuses all, but no undo of what it refuses", () => {
  const roll = tap({ run: true });
  tap({ body: "kind=undo&of=3", undoes: roll.key });
  outbox.holdBatch("ABCDEF", "They went on.");
  outbox.refuseAll("ABCDEF", "Gone.");
  assert.deepEqual(bodies(), []);
  assert.deepEqual(bodies(outbox.refused("ABCDEF")), ["move=Roll"]);
  assert.equal(outbox.heldBatch("ABCDEF"), null);
});

test("a contested run is held back until each tap of it is taken or left out", () => {
  const [first, second] = [tap({ run: true, say: "Roll" }), tap({ run: true, say: "Build" })];
  assert.equal(outbox.isHeld(first), false);
  outbox.holdBatch("ABCDEF", "They went on.");
  assert.equal(outbox.isHeld(first), true);
  assert.equal(outbox.isHeld({ ...first, taken: true }), false);
  assert.equal(outbox.isHeld(tap()), false);
  outbox.discard(second);
  assert.deepEqual(outbox.leftOutEntries("ABCDEF"), ["Build"]);
  outbox.releaseBatch("ABCDEF");
  assert.deepEqual(outbox.leftOutEntries("ABCDEF"), []);
});

test("a full storage loses nothing while the page is open", () => {
  fillStorage();
  tap();
  assert.deepEqual(bodies(), ["move=Roll"]);
  assert.equal(isPersistent(), false);
});

const own = { table: "ABCDEF", url: "/t/ABCDEF/enter" };
for (const [what, entry, isSent] of [
  ["to its table", own, true],
  ["to its lobby", { ...own, url: "/t/ABCDEF/lobby/enter" }, true],
  ["to another table", { ...own, table: "GHJKLM" }, false],
  ["to another route", { ...own, url: "/t/ABCDEF/delete" }, false],
  ["elsewhere", { ...own, url: "//example.org/t/ABCDEF/enter" }, false],
  ["to a table without a code", { table: "", url: "/t//enter" }, false],
])
  test(`an entry ${what} is ${isSent ? "" : "not "}sent`, () => {
    assert.equal(outbox.hasValidUrl(entry), isSent);
  });
