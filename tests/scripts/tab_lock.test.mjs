/* The lock that lets one tab at a time send a table's entries. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./browser.mjs";

const [oneTab, otherTab] = await Promise.all(
  ["one", "other"].map(tab => import(`../../static/js/sender.js?${tab}`)),
);
const waitTurn = () => new Promise(next => setImmediate(next));

beforeEach(() => localStorage.clear());

test("a tab waits while another one sends for the same table", async context => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const done = [];
  let finish = () => {};
  const first = oneTab.withTabLock("ABCDEF", async () => {
    await new Promise(next => {
      finish = next;
    });
    done.push("one");
    return true;
  });
  const second = otherTab.withTabLock("ABCDEF", async () => done.push("other") > 0);
  await otherTab.withTabLock("GHJKLM", async () => done.push("another table") > 0);
  context.mock.timers.tick(60);
  await waitTurn();
  assert.deepEqual(done, ["another table"]);
  finish();
  assert.equal(await first, true);
  context.mock.timers.tick(60);
  assert.equal(await second, true);
  assert.deepEqual(done, ["another table", "one", "other"]);
});

test("a tab that sleeps while sending blocks the others no longer than its lease", async context => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  context.mock.method(globalThis, "setInterval", () => 0); // the lease is not renewed
  oneTab.withTabLock("ABCDEF", () => new Promise(() => {}));
  let isDone = false;
  otherTab.withTabLock("ABCDEF", async () => {
    isDone = true;
    return true;
  });
  for (let ms = 0; ms < 4900; ms += 60) {
    context.mock.timers.tick(60);
    await waitTurn();
  }
  assert.equal(isDone, false);
  for (let ms = 0; ms < 180; ms += 60) {
    context.mock.timers.tick(60);
    await waitTurn();
  }
  assert.equal(isDone, true);
});

test("the lock is released when the function fails", async () => {
  await assert.rejects(oneTab.withTabLock("ABCDEF", () => Promise.reject(new Error("cut"))));
  assert.equal(await otherTab.withTabLock("ABCDEF", async () => true), true);
});
