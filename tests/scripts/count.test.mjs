/* The count ends with the answer to the last sheet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { recordListeners } from "./browser.mjs";

document.body.dataset.table = "ABCDEF";
location.hash = "";
let closings = 0;
const closeForm = { requestSubmit: () => closings++ };
document.querySelector = selector => (selector === "form#close-count" ? closeForm : null);
document.getElementById = () => null;
const dispatch = recordListeners();
const outbox = await import("../../static/js/outbox.js");
await import("../../static/js/count.js");

const closeButton = { dataset: { closes: "" } };
const form = {
  elements: {},
  hasAttribute: () => false,
  querySelector: selector => (selector === ".onward .primary" ? closeButton : null),
  querySelectorAll: () => [],
  cloneNode: () => form,
  reset() {},
};
const target = { closest: selector => (selector === ".count-of > form" ? form : null) };

/* Submit the last sheet, empty as it is, with the button that closes the count. */
const submitLastSheet = () => dispatch("submit", { target, submitter: { matches: () => true } });

test("after a refused last sheet, the answer to another entry does not close the count", () => {
  submitLastSheet();
  dispatch("entry:answered");
  assert.equal(closings, 1);
  submitLastSheet();
  const sheet = { key: "sheet", url: "/t/ABCDEF/enter", body: "move=Sheet&seat=1", say: "Sheet" };
  outbox.refuse(outbox.add(sheet), "No.");
  dispatch("entries:listed");
  dispatch("entry:answered");
  assert.equal(closings, 1);
});
