/* The roll-and-write: the faces of the rolled dice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";

await showPage("table cheops_dice");
(await import("../../static/js/move_form.js")).initChips();
await import("../../static/games/cheops_dice.js");

const add = face => tap(`.faces [data-add="${face}"]`);
const getCount = face => findTexts(`.faces [data-add="${face}"] .count`)[0];

test("a roll has as many dice as the game asks for, and each can be removed", () => {
  const enter = find("button[data-dice]");
  for (const face of ["red", "blue"]) add(face);
  assert.deepEqual([getCount("red"), getCount("blue"), enter.disabled], ["1", "1", true]);
  tap('.controls [data-add=""]');
  for (let n = 0; n < 6; n++) add("green");
  const rest = Number(enter.dataset.dice) - 1;
  assert.deepEqual([getCount("green"), getCount("blue"), enter.disabled], [`${rest}`, "", false]);
  assert.equal(find("input[data-tiles]").value.split(" ").length, rest + 1);
});
