/* Which messages of its stream a table's page shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, showPage } from "./page.mjs";

await showPage("table giza");
find("#now").dataset.version = "5";
const { initStream } = await import("../../static/js/table.js");
initStream();

const dispatch = (type, detail) =>
  document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
const isShown = (id, event = "") => dispatch("htmx:sse:before:message", { message: { id, event } });

test("a message that is older than the page is shown only if it is the whole page", () => {
  dispatch("stream:open", { data: "{}" });
  assert.deepEqual([isShown("4.a"), isShown("5.a"), isShown("6.a")], [false, true, true]);
  dispatch("stream:open", { data: "whole" }); // the server was restored from a backup
  assert.equal(isShown("", "stream:alive"), true);
  assert.deepEqual([isShown("4.a"), isShown("4.b")], [true, false]);
});
