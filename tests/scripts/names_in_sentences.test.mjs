/* Scripts put names into sentences unchanged, also names with a "$". */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const NAME = "Ca$$h $&";
document.body.dataset.table = "ABCDEF";
const order = { dataset: { words: "In this order: #" } };
const person = { querySelector: () => ({}) };
const box = { value: NAME, checked: true, closest: () => person };
const elements = {
  "#who-played": {
    dataset: { first: "1", least: "1", most: "5", signs: "●■" },
    querySelector: () => null,
    querySelectorAll: () => [box],
  },
  "#count-order": order,
  "#contested": {},
  "#outbox": { dataset: { note: "Left out: #" } },
};
document.querySelector = selector => elements[selector] ?? null;
globalThis.fetch = () => new Promise(() => {});

test("the order of the players", async () => {
  await import("../../static/js/who_played.js");
  assert.equal(order.textContent, `In this order: ● \u2068${NAME}\u2069`);
});

test("the note about the dropped entries of a contested batch", async context => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const outbox = await import("../../static/js/outbox.js");
  const { showContested } = await import("../../static/js/offline.js");
  const entry = { key: "key1", url: "/t/ABCDEF/enter", body: "move=Roll", say: NAME, run: true };
  const queued = outbox.add(entry);
  outbox.holdBatch("ABCDEF", "They went on.");
  outbox.discard(queued);
  showContested();
  const [note] = outbox.waiting("ABCDEF");
  assert.equal(new URLSearchParams(note.body).get("text"), `Left out: ${NAME}`);
});
