/* The rules of the tap guard, by time and position. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isRepeat,
  hasJustChanged,
  continuesSeries,
  getRecentLayouts,
} from "../../static/js/tap_guard.js";

const ROLL_BUTTON = { action: "roll", left: 10, right: 60, top: 700, bottom: 750 };
const ROAD_BUTTON = { ...ROLL_BUTTON, action: "road" };
const MOVED_BUTTON = { ...ROLL_BUTTON, top: 600, bottom: 650 };
const makeTap = (action, at, x = 30, controls = []) => ({ action, x, y: 720, at, controls });
const makeChoice = (...values) => ({ ...makeTap(...values), isChoice: true });
const NEIGHBOURS = [
  { ...ROLL_BUTTON, right: 35 },
  { ...ROAD_BUTTON, left: 35 },
];
const makeLayouts = (...shown) => shown.map(([since, ...controls]) => ({ since, controls }));

const returningLayouts = makeLayouts([0, ROLL_BUTTON], [1000, ROAD_BUTTON], [1100, ROLL_BUTTON]);
for (const [situation, press, shown, expected] of [
  [
    "another action was here",
    makeTap("road", 1300),
    makeLayouts([0, ROLL_BUTTON], [1000, ROAD_BUTTON]),
    true,
  ],
  [
    "it was here long enough",
    makeTap("road", 1400),
    makeLayouts([0, ROLL_BUTTON], [1000, ROAD_BUTTON]),
    false,
  ],
  [
    "it moved here from elsewhere",
    makeTap("roll", 1300),
    makeLayouts([0, MOVED_BUTTON], [1000, ROLL_BUTTON]),
    true,
  ],
  [
    "only other controls appeared",
    makeTap("roll", 1300),
    makeLayouts([0, ROLL_BUTTON], [1000, ROLL_BUTTON, ROAD_BUTTON]),
    false,
  ],
  ["it was hidden in between", makeTap("roll", 1150), returningLayouts, true],
  ["the page never changed", makeTap("roll", 10), makeLayouts([0, ROLL_BUTTON]), false],
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
    const shown = makeLayouts([0, ROLL_BUTTON], [1000, ROAD_BUTTON], [1200, MOVED_BUTTON]);
    assert.deepEqual(
      getRecentLayouts(shown, at).map(({ since }) => since),
      expected,
    );
  });

for (const [situation, press, last, expected] of [
  ["on another control", makeTap("road", 500), makeTap("roll", 0), true],
  ["after a pause", makeTap("road", 800), makeTap("roll", 0), false],
  ["on the same control", makeTap("roll", 500), makeTap("roll", 0), false],
  ["elsewhere", makeTap("road", 500, 70), makeTap("roll", 0), false],
  ["on a neighbour", makeChoice("road", 500, 46), makeTap("roll", 0, 30, NEIGHBOURS), false],
  [
    "on a neighbour that enters",
    makeTap("road", 500, 46),
    makeTap("roll", 0, 30, NEIGHBOURS),
    true,
  ],
  ["at the edge of two", makeChoice("road", 500, 40), makeTap("roll", 0, 30, NEIGHBOURS), true],
  ["on a new neighbour", makeChoice("road", 500, 46), makeTap("roll", 0, 30, [ROLL_BUTTON]), true],
  ["as the first of all", makeTap("road", 500), null, false],
])
  test(`a tap ${situation} is ${expected ? "" : "not "}the rest of a series`, () => {
    assert.equal(continuesSeries(press, last), expected);
  });

for (const [situation, press, before, expected] of [
  ["the same button at once", makeTap("road", 200), makeTap("road", 0), true],
  ["what the same tap enters next", makeTap("road", 200), makeTap("road", 200), false],
  ["the same button after a while", makeTap("road", 1500), makeTap("road", 0), false],
  ["another button", makeTap("roll", 200), makeTap("road", 0), false],
  ["a keyboard", null, makeTap("road", 0), false],
  ["a tap before which nothing was entered", makeTap("road", 200), null, false],
])
  test(`${situation} is ${expected ? "" : "not "}asked about`, () => {
    assert.equal(isRepeat(press, before), expected);
  });
