/* Giza's count by stacks and by sums. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";

await showPage("count giza", "js/count", "js/forms", "games/giza_count");

const SPHINX = "#board-0 [data-part]:has([data-built])";
const tapStone = stone => tap(`#site-0-0 [data-stone="${stone}"]`);
const getStack = (pile = "#site-0-0") => find(`${pile} input`).value;
const getSum = seat => findTexts(`#board-${seat} :is(.counted-sum, .made-of)`);
const getTypedSums = () =>
  [...document.querySelectorAll("#board-0 .sums-told input")].map(({ value }) => value);

test("taps on a stone make it positive, then negative, then remove it with its coin", () => {
  assert.deepEqual(getSum(0), ["", "–"]);
  tapStone(4);
  tap('#site-0-0 [data-coin="4"]');
  assert.equal(getStack(), "+4 t4");
  assert.equal(find('#site-0-0 [data-coin="4"]').ariaPressed, "true");
  tapStone(4);
  assert.equal(getStack(), "-4 t4");
  tapStone(4);
  assert.equal(getStack(), "");
});

test("a coin lies on a stone, and stones are in order", () => {
  tap('#site-0-0 [data-coin="2"]');
  tapStone(5);
  assert.equal(getStack(), "+5 +2 t2");
  assert.deepEqual(getSum(0), ["9 + 0 + 0 + 0", "9"]);
});

test("a sphinx is built up to the tapped part, which a second tap removes", () => {
  const tapPart = name => tap(`${SPHINX} [data-built="${name}"]`);
  tapPart("body");
  assert.equal(getStack(SPHINX), "base body");
  tapPart("head");
  tapPart("head");
  assert.equal(getStack(SPHINX), "base body");
  tapPart("base");
  assert.equal(getStack(SPHINX), "base");
});

test("known sums of the tiles are copied, and the tiles return", () => {
  const stack = getStack();
  tap("#board-0 [name=by]");
  assert.deepEqual([getTypedSums(), getStack()], [["9", "0", "0", "", "2"], ""]);
  tap("#board-0 [name=by]");
  assert.equal(getStack(), stack);
  for (const stone of [5, 2]) tapStone(stone);
  tap("#board-0 [name=by]");
  assert.deepEqual([getTypedSums()[0], getSum(0)[1]], ["-5", "−5"]);
});
