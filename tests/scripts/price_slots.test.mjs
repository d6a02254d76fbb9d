/* Typing the numbers of a price tablet with five slots. The key "" deletes the last number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { applyKey } = await import("../../static/games/cheops_treasure_box.js");

for (const [rule, keys, numbers, at] of [
  ["a full tablet ignores further numbers", "1,2,3,4,5,6", ["1", "2", "3", "4", "5"], 5],
  ["a pair of numbers fills one slot", "/,5,20,10", ["5/20", "10"], 2],
  ["the delete key removes the last number", "5,10,", ["5"], 1],
])
  test(rule, () => {
    let typed = { numbers: [], at: 0 };
    for (const key of keys.split(",")) typed = applyKey(typed.numbers, typed.at, key, 5);
    assert.deepEqual(typed, { numbers, at });
  });
