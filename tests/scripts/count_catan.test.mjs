/* Catan's count: the Blessing and the Curse follow all players' stones, and one player has the army. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";

await showPage("count cheops_catan", "js/forms", "games/cheops_catan_count", "js/count");

const setStones = (...numbers) => {
  for (const [seat, number] of numbers.entries())
    tap(`#board-${seat} [name=stones][value="${number}"]`);
};
const getFavours = () => findTexts("#board-0 :is([data-blessed], [data-cursed])");
const getAskedSeats = () => [0, 1, 2].filter(seat => !find(`#board-${seat} .blessed-by`).hidden);

test("nobody is blessed or cursed before there are stones", () => {
  assert.deepEqual(getFavours(), ["·", "·"]);
});

test("of two with the most stones, the user chooses who is blessed", () => {
  setStones(3, 3, 1);
  assert.deepEqual(
    [getFavours(), getAskedSeats()],
    [
      ["▲/●", "■"],
      [0, 1],
    ],
  );
  tap("#board-1 [name=blessed]");
  assert.deepEqual(getFavours(), ["●", "■"]);
  tap("#board-0 [name=blessed]");
  assert.deepEqual(getFavours(), ["▲", "■"]);
  setStones(4);
  assert.deepEqual([getFavours(), getAskedSeats()], [["▲", "■"], []]);
});

test("with equal stones, all except the blessed one are cursed", () => {
  setStones(2, 2, 2);
  assert.deepEqual(getFavours(), ["▲", "● ■"]);
  tap("#board-0 [name=blessed]");
  assert.deepEqual(getFavours(), ["▲/●/■", "▲ ● ■"]);
});

test("a second tap on a number of pieces removes one of them, as does the space key", () => {
  const getNumber = () => document.querySelector("#board-0 [name=settlements]:checked")?.value;
  for (let tapped = 0; tapped < 2; tapped++) tap("#board-0 [name=settlements][value='3']");
  assert.equal(getNumber(), "2");
  for (const [key, number] of [
    ["a", "2"],
    [" ", "1"],
    [" ", undefined],
  ]) {
    const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    document.querySelector("#board-0 [name=settlements]:checked").dispatchEvent(pressed);
    assert.deepEqual([getNumber(), pressed.defaultPrevented], [number, key === " "]);
  }
});

test("the army is taken from the player who had it, whose sheet is sent again", () => {
  const sent = [];
  document.addEventListener("submit", event => {
    sent.push(event.target.elements.seat.value);
    event.preventDefault();
  });
  for (const seat of [1, 0]) tap(`#board-${seat} [name=army]`);
  assert.deepEqual(sent, []);
  find("#board-0 form").dataset.counted = "";
  tap("#board-1 [name=army]");
  assert.deepEqual([find("#board-0 [name=army]").checked, sent], [false, ["0"]]);
});
