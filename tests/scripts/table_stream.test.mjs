/* Which messages of its stream a table's page shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { recordListeners } from "./browser.mjs";

Object.assign(document.body.dataset, { table: "ABCDEF", version: "5" });
const dispatch = recordListeners();
const { initStream } = await import("../../static/js/table.js");
initStream();

const open = data => dispatch("stream:open", { detail: { data } });
const isShown = (id, event = "") =>
  !dispatch("htmx:sse:before:message", { detail: { message: { id, event } } }).isPrevented;

test("a message that is older than the page is shown only if it is the whole page", context => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  open("{}");
  assert.deepEqual([isShown("4.a"), isShown("5.a"), isShown("6.a")], [false, true, true]);
  open("whole"); // the server was restored from a backup
  assert.equal(isShown("", "stream:alive"), true);
  assert.deepEqual([isShown("4.a"), isShown("4.b")], [true, false]);
});
