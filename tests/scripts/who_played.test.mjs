/* The form "Who played": people are seated in the order in which they are tapped. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, findTexts, showPage, tap, type } from "./page.mjs";

await showPage("who played", "js/who_played");

const tapName = name => tap(`.person input[value="${name}"]`);

/* happy-dom does not dispatch this event itself. */
function getSubmittedNames() {
  const formData = new FormData(find("#opening"));
  const event = Object.assign(new Event("formdata", { bubbles: true }), { formData });
  find("#opening").dispatchEvent(event);
  return formData.getAll("name");
}

test("a second tap leaves somebody out, and the last one closes the row", () => {
  for (const name of ["Cy", "Bo", "Ana", "Bo"]) tapName(name);
  assert.deepEqual(findTexts("#count-order"), [
    "In this order: ▲ \u2068Cy\u2069, ● \u2068Ana\u2069",
  ]);
  assert.deepEqual(getSubmittedNames(), ["Cy", "Ana"]);
  assert.deepEqual(findTexts(".people > .person"), ["● Ana", "Bo", "▲ Cy"]);
  assert.deepEqual(findTexts("#count-them"), ["Count for 2 people ▸"]);
  tapName("Ana");
  assert.equal(find("#count-them").disabled, true);
});

test("the people of the last time sit as then", () => {
  tap(".the-same input");
  assert.deepEqual(getSubmittedNames(), ["Ana", "Bo", "Cy"]);
  tapName("Bo");
  assert.equal(find(".the-same input").checked, false);
  tap(".the-same input");
  tap(".the-same input");
  assert.deepEqual(getSubmittedNames(), []);
});

test("a new name is shown unchanged, and no name is there twice", () => {
  tapName("Ana");
  for (const name of ["Ca$$h $&", " ", "ca$$H $&"]) type(".new-person input", name);
  assert.deepEqual(getSubmittedNames(), ["Ana", "Ca$$h $&"]);
  assert.match(find("#count-order").textContent, /● \u2068Ca\$\$h \$&\u2069$/);
});

test("there are no more people than seats", () => {
  for (const name of ["Di", "Eve", "Fay", "Gus", "Hal"]) type(".new-person input", name);
  assert.equal(getSubmittedNames().length, 6);
  assert.equal(find('.person input[value="Hal"]').disabled, true);
  type(".new-person input", "gus");
  assert.equal(getSubmittedNames().length, 6);
});

test("a form that the server has drawn again has a way on only with enough people", () => {
  for (const box of document.querySelectorAll(".person input")) box.checked = false;
  Object.assign(find("#count-them"), { disabled: false });
  document.dispatchEvent(new Event("htmx:after:swap"));
  assert.equal(find("#count-them").disabled, true);
});
