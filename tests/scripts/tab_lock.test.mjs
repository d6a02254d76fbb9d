/* The lock that lets one tab at a time send a table's entries. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clearStorage } from "./browser.mjs";

const [one, other] = await Promise.all(
  ["one", "other"].map(tab => import(`../../static/js/sender.js?${tab}`)),
);
const turn = () => new Promise(next => setImmediate(next));

beforeEach(clearStorage);

test("a tab waits while another one sends for the same table", async context => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const done = [];
  let finish = () => {};
  const first = one.withTabLock("ABCDEF", async () => {
    await new Promise(next => {
      finish = next;
    });
    done.push("one");
    return true;
  });
  const second = other.withTabLock("ABCDEF", async () => done.push("other") > 0);
  await other.withTabLock("GHJKLM", async () => done.push("another table") > 0);
  context.mock.timers.tick(60);
  await turn();
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
  one.withTabLock("ABCDEF", () => new Promise(() => {}));
  let isDone = false;
  other.withTabLock("ABCDEF", async () => {
    isDone = true;
    return true;
  });
  for (let ms = 0; ms < 4900; ms += 60) {
    context.mock.timers.tick(60);
    await turn();
  }
  assert.equal(isDone, false);
  for (let ms = 0; ms < 180; ms += 60) {
    context.mock.timers.tick(60);
    await turn();
  }
  assert.equal(isDone, true);
});

test("the lock is released when the function fails", async () => {
  await assert.rejects(one.withTabLock("ABCDEF", () => Promise.reject(new Error("cut"))));
  assert.equal(await other.withTabLock("ABCDEF", async () => true), true);
});
