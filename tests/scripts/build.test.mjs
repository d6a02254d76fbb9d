/* The roll-and-write: what the ticked boxes cost and bring, shown before they are entered. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";

await showPage("build", "games/cheops_dice");

const pad = ".pad[data-builds]";
const tick = (...boxes) => {
  for (const box of boxes) tap(`${pad} input[value="${box}"]`);
};
const getNotes = (...boxes) =>
  boxes.map(box => find(`${pad} label:has([value="${box}"])`).querySelector(".note")?.textContent);
const getPreview = () => [...findTexts(".outcome"), ...findTexts(".sum")];
const countMarked = mark => document.querySelectorAll(`${pad} .${mark}`).length;
const nextTask = () => new Promise(resolve => setTimeout(resolve));
/* happy-dom does not dispatch this event itself. */
function getSubmitted() {
  const formData = new FormData(find("#move-form"));
  const event = Object.assign(new Event("formdata", { bubbles: true }), { formData });
  find("#move-form").dispatchEvent(event);
  return [formData.getAll("boxes[]"), formData.getAll("payments[]")];
}

beforeEach(async () => {
  for (const box of document.querySelectorAll(`${pad} input`)) box.checked = false;
  find("#move-form").reset();
  await nextTask();
});

test("each box shows its cost, and ticked boxes what they bring together", () => {
  assert.deepEqual(getNotes("pyramid-1-1", "pyramid-1-3"), ["die", "−4"]);
  tick("pyramid-1-1", "pyramid-1-3");
  assert.deepEqual(getNotes("pyramid-1-1", "pyramid-1-3"), ["die", "stone 4"]);
  assert.deepEqual(getPreview(), ["Pyramid +1 · Quarry −4", "22 → 19"]);
  assert.equal(countMarked("closing"), 3); // the stones above the fourth
});

test("a tap on a ticked box selects its next payment, and after the last one unticks it", async () => {
  tick("pyramid-1-1", "pyramid-1-3", "pyramid-1-3");
  await nextTask();
  assert.deepEqual([...getNotes("pyramid-1-3"), getPreview()[1]], ["joker", "22 → 21"]);
  assert.deepEqual(getSubmitted(), [
    ["pyramid-1-1", "pyramid-1-3"],
    ["die", "joker"],
  ]);
  const jokers = [...document.querySelectorAll(`${pad} .joker`)];
  assert.deepEqual(
    jokers.map(joker => joker.classList.contains("going")).lastIndexOf(false),
    jokers.length - 2,
  );
  tick("pyramid-1-3");
  assert.equal(countMarked("paid"), 1);
  tick("pyramid-1-3");
  assert.deepEqual(getNotes("pyramid-1-3"), ["stone 4"]);
});

test("Clear removes all marks", async () => {
  tick("pyramid-1-1", "pyramid-1-3");
  find("#move-form").reset();
  for (const box of document.querySelectorAll(`${pad} input`)) box.checked = false;
  await nextTask();
  assert.deepEqual([getPreview(), countMarked("paid"), countMarked("closing")], [["", ""], 0, 0]);
});
