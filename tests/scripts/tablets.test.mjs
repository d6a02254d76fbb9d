/* The six price tablets of the market are copied with keys: a key fills the active slot and activates the next one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap } from "./page.mjs";

await showPage("tablets", "js/forms", "games/cheops_treasure_box");
const { initForms, restoreForms } = await import("../../static/js/forms.js");
initForms();

const TABLETS = [
  "5 10 15 20 X",
  "0 5 10 15 20",
  "10 5/20 15 0 X",
  "X 5 10 15 20",
  "25 5 5 10 10",
  "15 15 X 5 10",
];
const columns = [...document.querySelectorAll("[data-copying] [data-column]")];
const getNumbers = n => columns[n].querySelector("input.numbers").value;
const getActive = () => columns.findIndex(column => column.classList.contains("lit"));
const write = words => {
  for (const word of words.split(" ")) tap(`[data-writes="${word}"]`);
};
const submit = () => {
  const form = columns[0].closest("form");
  const event = new Event("submit", { bubbles: true, cancelable: true });
  form.dispatchEvent(event);
  return !event.defaultPrevented;
};

test("a full tablet is left with a button, which leads to the next one", () => {
  write(`${TABLETS[0]} 25`); // the last key changes nothing
  assert.deepEqual([getNumbers(0), getActive()], [TABLETS[0], 0]);
  assert.equal(find("[data-next-tablet]").hidden, false);
  tap("[data-next-tablet]");
  assert.deepEqual([getActive(), findTexts("[data-copying] output")], [1, ["5 / 30"]]);
});

test("the last number can be undone, and a tapped slot is replaced", () => {
  write("0 5 5");
  tap('[data-writes=""]');
  assert.equal(getNumbers(1), "0 5");
  write("10 15 20");
  assert.equal(getNumbers(1), TABLETS[1]);
  columns[0].querySelectorAll(".slot")[1].click();
  write("25");
  assert.equal(getNumbers(0), "5 25 15 20 X");
  columns[0].querySelectorAll(".slot")[1].click();
  write("10");
});

test("a tablet with a missing number is shown once before the form is sent", () => {
  columns[2].click();
  write("10");
  columns[1].click();
  assert.equal(submit(), false);
  assert.deepEqual([getActive(), findTexts("[data-asks]")], [2, ["blue: 1 / 5"]]);
  assert.equal(submit(), true);
});

test("after the last tablet, the spaces with an eye are chosen", () => {
  write("/ 5 20 15 0 X");
  for (const words of TABLETS.slice(3)) {
    tap("[data-next-tablet]");
    write(words);
  }
  assert.deepEqual(
    columns.map((_, n) => getNumbers(n)),
    TABLETS,
  );
  assert.deepEqual([getActive(), findTexts("[data-copying] output")], [-1, ["0 / 6"]]);
});

test("with all eyes chosen, a touch removes an eye but adds none", () => {
  const pyramid = find("[data-copying] .pyramid");
  const spaces = [...pyramid.querySelectorAll(".space input")];
  pyramid.setPointerCapture = () => {};
  const touchFirstSpace = () => {
    // without a layout, the first space is the nearest one
    pyramid.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    pyramid.onpointercancel(new PointerEvent("pointercancel")); // the page scrolled
    pyramid.onpointerup(new PointerEvent("pointerup"));
    return spaces.filter(({ checked }) => checked).length;
  };
  for (const box of spaces.slice(1, 7)) box.checked = true;
  assert.equal(touchFirstSpace(), 6);
  spaces[6].checked = false;
  assert.deepEqual([touchFirstSpace(), touchFirstSpace()], [6, 5]);
});

test("typed numbers are kept until the server has stored them", () => {
  const form = columns[0].closest("form");
  for (const ok of [false, true]) {
    const detail = { ctx: { response: { raw: { ok } } } };
    form.dispatchEvent(new CustomEvent("htmx:after:request", { detail, bubbles: true }));
    form.reset();
    restoreForms();
    assert.equal(getNumbers(0), ok ? "" : "5 10 15 20 X");
  }
});
