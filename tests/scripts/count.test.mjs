/* What the counts of all games have in common: drafts, sheets of other phones, empty sheets, and the end of the count. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatch, find, findTexts, showPage, tap, type } from "./page.mjs";

const code = await showPage("count giza", "js/forms", "games/giza_count", "js/count");
const outbox = await import("../../static/js/outbox.js");

const sent = [];
document.addEventListener("submit", event => {
  if (!event.defaultPrevented) sent.push(event.target.id || event.target.elements.seat.value);
  event.preventDefault();
});
const tapStone = seat => tap(`#site-${seat}-0 [data-stone="5"]`);
const goOn = seat => tap(`#board-${seat} .onward .primary`);
const getSum = seat => findTexts(`#board-${seat} .counted-sum`)[0];

/* Render the sheet of a seat as the server does after it was entered on another phone. Then the last seat's sheet ends
   the count. */
function enterElsewhere(seat, stack) {
  const form = find(`#board-${seat} form`);
  form.dataset.counted = "";
  find(`#site-${seat}-0 input`).setAttribute("value", stack);
  const lastButton = find("#board-2 .onward .primary");
  lastButton.removeAttribute("data-next");
  lastButton.dataset.closes = "";
  dispatch("table:updated");
}

test("a sheet of another phone fills a form without a draft", () => {
  enterElsewhere(0, "+4");
  assert.equal(getSum(0), "4");
  assert.equal(find("#board-0 .meanwhile").hidden, true);
});

test("a draft stays over the sheet of another phone until the user takes that sheet", () => {
  tapStone(1);
  find("#board-1 form").replaceWith(find("#board-1 form").cloneNode(true)); // as after a reload
  find("#board-1 form").reset();
  find("#board-1 .why-not").innerHTML = "<p>No.</p>";
  enterElsewhere(1, "+3");
  for (let update = 0; update < 2; update++) {
    assert.equal(getSum(1), "5");
    assert.equal(find("#board-1 .meanwhile").hidden, false);
    assert.deepEqual(findTexts("#board-1 .why-not > *"), ["No."]);
    dispatch("table:updated");
  }
  tap("#board-1 .meanwhile [type=reset]");
  assert.equal(find("#site-1-0 input").value, "+3");
  assert.equal(find("#board-1 .meanwhile").hidden, true);
  assert.deepEqual(findTexts("#board-1 .why-not > *"), []);
  assert.equal(localStorage.getItem(`count-${code}-1`), null);
});

test("going on from an entered sheet sends nothing and shows the next player", () => {
  goOn(0);
  assert.deepEqual(sent, []);
  assert.equal(location.hash, "#board-1");
  dispatchEvent(new Event("hashchange"));
  const current = [...document.querySelectorAll("#seats a")].map(link => link.ariaCurrent);
  assert.deepEqual(current, [null, "true", null]);
});

test("the way of counting is that of all empty sheets, and sums are read in any script", () => {
  tap("#board-2 [name=by]");
  const isBySums = seat => find(`#board-${seat} [name=by]`).checked;
  assert.deepEqual([0, 1, 2].map(isBySums), [false, false, true]);
  type("#board-2 [data-key]", "–٥");
  assert.equal(getSum(2), "−5");
  type("#board-2 [data-key]", "");
  tap("#board-2 [name=by]");
});

test("an empty sheet is sent only after a question", () => {
  goOn(2);
  assert.deepEqual(sent, []);
  tap("#board-2 dialog[open] .sure");
  assert.deepEqual(sent.splice(0), ["2"]);
});

test("the answer to the last sheet closes the count, but not after a refusal", () => {
  dispatch("entry:answered");
  assert.deepEqual(sent.splice(0), ["close-count"]);
  tapStone(2);
  goOn(2);
  const sheet = { key: "sheet", url: `/t/${code}/enter`, body: "move=Sheet&seat=2", say: "Sheet" };
  outbox.refuse(outbox.add(sheet), "No.");
  dispatch("entries:listed");
  dispatch("entry:answered");
  assert.deepEqual(sent.splice(0), ["2"]);
  find("#board-2 form").classList.add("refused-here");
  tapStone(2);
  assert.deepEqual(outbox.refused(code), []);
});
