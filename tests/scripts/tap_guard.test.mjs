/* The rules of the tap guard, by time and position. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isRepeat,
  hasJustChanged,
  continuesSeries,
  getRecentLayouts,
} from "../../static/js/tap_guard.js";

const ROLL = { action: "roll", left: 10, right: 60, top: 700, bottom: 750 };
const ROAD = { ...ROLL, action: "road" };
const MOVED = { ...ROLL, top: 600, bottom: 650 };
const tap = (action, at, x = 30) => ({ action, x, y: 720, at });
const layouts = (...shown) => shown.map(([since, ...controls]) => ({ since, controls }));

const back = layouts([0, ROLL], [1000, ROAD], [1100, ROLL]);
for (const [situation, press, shown, expected] of [
  ["another action was here", tap("road", 1300), layouts([0, ROLL], [1000, ROAD]), true],
  ["it was here long enough", tap("road", 1400), layouts([0, ROLL], [1000, ROAD]), false],
  ["it moved here from elsewhere", tap("roll", 1300), layouts([0, MOVED], [1000, ROLL]), true],
  [
    "only other controls appeared",
    tap("roll", 1300),
    layouts([0, ROLL], [1000, ROLL, ROAD]),
    false,
  ],
  ["it was hidden in between", tap("roll", 1150), back, true],
  ["the page never changed", tap("roll", 10), layouts([0, ROLL]), false],
])
  test(`a control is ${expected ? "" : "not "}new if ${situation}`, () => {
    assert.equal(hasJustChanged(press, shown), expected);
  });

for (const [at, expected] of [
  [1100, [0, 1000, 1200]],
  [1400, [1000, 1200]],
  [1600, [1200]],
])
  test(`at ${at} a tap is compared with the layouts since ${expected}`, () => {
    const shown = layouts([0, ROLL], [1000, ROAD], [1200, MOVED]);
    assert.deepEqual(
      getRecentLayouts(shown, at).map(({ since }) => since),
      expected,
    );
  });

for (const [situation, press, last, expected] of [
  ["on another control", tap("road", 500), tap("roll", 0), true],
  ["after a pause", tap("road", 800), tap("roll", 0), false],
  ["on the same control", tap("roll", 500), tap("roll", 0), false],
  ["elsewhere", tap("road", 500, 70), tap("roll", 0), false],
  ["as the first of all", tap("road", 500), null, false],
])
  test(`a tap ${situation} is ${expected ? "" : "not "}the rest of a series`, () => {
    assert.equal(continuesSeries(press, last), expected);
  });

for (const [situation, press, before, expected] of [
  ["the same button at once", tap("road", 200), tap("road", 0), true],
  ["what the same tap enters next", tap("road", 200), tap("road", 200), false],
  ["the same button after a while", tap("road", 1500), tap("road", 0), false],
  ["another button", tap("roll", 200), tap("road", 0), false],
  ["a keyboard", null, tap("road", 0), false],
  ["a tap before which nothing was entered", tap("road", 200), null, false],
])
  test(`${situation} is ${expected ? "" : "not "}asked about`, () => {
    assert.equal(isRepeat(press, before), expected);
  });
