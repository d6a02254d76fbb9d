/* Deadline's count: by three numbers, or with stones on the drawing board. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap, type } from "./page.mjs";

await showPage("count deadline", "js/forms", "games/deadline_count", "js/count");

const getSum = () => findTexts("#board-0 .counted-sum")[0];
const typeNumbers = numbers => {
  for (const [n, number] of numbers.entries()) type(`#board-0 [name="numbers.${n}"]`, `${number}`);
};
const findStrips = () => [...document.querySelectorAll("#board-0 [data-place]")];

test("the points are the area without the roofs, from all three numbers", () => {
  typeNumbers([5, 3]);
  assert.equal(getSum(), "0");
  typeNumbers([5, 3, 4]);
  assert.equal(getSum(), "11");
});

test("stones set aside are subtracted, unless the tomb was never announced", () => {
  type("#board-0 [name=aside]", "2");
  assert.equal(getSum(), "7");
  tap("#board-0 [name=declared][value='0']");
  assert.equal(getSum(), "0");
  tap("#board-0 [name=declared][value='1']");
  assert.equal(getSum(), "7");
});

test("a place that one player took is marked on the other forms", () => {
  const getMark = seat => find(`#board-${seat} label:has([name=declared][value='1'])`).dataset.by;
  assert.deepEqual([getMark(0), getMark(1), getMark(2)], ["", "▲", "▲"]);
});

test("a chosen stone is laid where the user taps, as it was turned", () => {
  const sent = [];
  document.addEventListener("submit", event => {
    event.preventDefault();
    const [stone, column] = [":checked", "select"].map(
      find => event.target.querySelector(`.by-words ${find}`).value,
    );
    sent.push([stone, column]);
  });
  const layAt = strip =>
    strip.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  tap("#board-0 .face[data-shape=small]");
  layAt(findStrips()[0]);
  tap("#board-0 .face[data-shape=small]");
  tap("#board-0 [data-deed=turned]");
  layAt(findStrips()[0]);
  find("#board-0 form").dispatchEvent(new CustomEvent("count:changed", { bubbles: true }));
  layAt(findStrips()[0]); // the next stone of this shape is not turned
  assert.deepEqual(sent, [
    ["small 0", "-1"],
    ["small 1", "-1"],
    ["small 0", "-1"],
  ]);
});
