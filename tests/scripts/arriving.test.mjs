/* At a new address, a phone claims its seat, and keeps the entries that it brought until it has the seat. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, showPage } from "./page.mjs";

await showPage("arrive");
location.hash = `#ABCDEF~ticket~${encodeURIComponent('[["tap-1","a ~ b"]]')}`;
await import("../../static/js/change_address.js");

test("the form has the ticket, and the entries wait on this tab", () => {
  const form = find("form#arrive");
  const { code, ticket } = form.elements;
  assert.deepEqual([form.hidden, code.value, ticket.value], [false, "ABCDEF", "ticket"]);
  assert.equal(sessionStorage.getItem("arriving"), '[["tap-1","a ~ b"]]');
});
