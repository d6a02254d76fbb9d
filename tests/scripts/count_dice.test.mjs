/* The roll-and-write's count: the bonus for two finished buildings, and open stones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, type } from "./page.mjs";

await showPage("count cheops_dice", "js/forms", "games/cheops_dice_count", "js/count");

test("two finished buildings add their bonus", () => {
  const before = find("#board-0 [data-bonus]").dataset.worth;
  for (const box of document.querySelectorAll("#board-0 [data-last]")) box.click();
  const { worth, bonus } = find("#board-0 [data-bonus]").dataset;
  assert.deepEqual([before, worth], ["0", bonus]);
});

test("the slider shows the number of open stones", () => {
  type("#board-0 .stones input", "7");
  assert.deepEqual(findTexts("#board-0 .stones output"), ["7"]);
});
