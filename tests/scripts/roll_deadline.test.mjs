/* Deadline: the dice of a roll are entered one by one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, showPage, tap } from "./page.mjs";

await showPage("roll deadline");
(await import("../../static/js/move_form.js")).initChips();
await import("../../static/games/deadline.js");

const key = add => find(`.rolling [data-add="${add}"]`);
const count = Number(find(".rolling").dataset.count);
const getState = () => [key("small").disabled, key("").disabled, find(".rolling .main").disabled];

test("a roll has as many dice as the game asks for, and the last one can be removed", () => {
  assert.deepEqual(getState(), [false, true, true]);
  for (let n = 0; n < count; n++) tap('.rolling [data-add="small"]');
  assert.deepEqual(getState(), [true, false, false]);
  assert.equal(key("small").querySelector("small").textContent, `× ${count}`);
  tap('.rolling [data-add=""]');
  assert.deepEqual(getState(), [false, false, false]);
});

test("the other dice show squares", () => {
  assert.equal(find(".rolling .main").textContent, "The rest are squares");
  find(".rolling .main").click();
  const faces = find(".rolling input").value.split(" ");
  assert.deepEqual([faces.length, faces.at(-1)], [count, "square"]);
});
