/* On a phone with the offline bundle, who answers a request to a table: one test for each situation. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.self ??= { addEventListener() {} };
const { chooseResponder } = await import("../../offline_bundle/offline_copies.mjs");

const READ_FACTS = {
  copy: true,
  foreign: false,
  reads: true,
  here: false,
  leaves: false,
  enters: false,
  withheld: false,
};
const ENTRY_FACTS = { ...READ_FACTS, reads: false, enters: true };
const SEAT_FACTS = { ...READ_FACTS, reads: false };
const LEAVE_FACTS = { ...SEAT_FACTS, leaves: true };

for (const [situation, facts, responder] of [
  ["another site asks", { ...ENTRY_FACTS, foreign: true }, "copy as it is"],
  [
    "another site asks, without a copy",
    { ...READ_FACTS, copy: false, foreign: true },
    "server, or why not",
  ],
  ["an entry for a deleted copy", { ...ENTRY_FACTS, copy: false, here: true }, "nobody"],
  ["a seat with a copy is left", LEAVE_FACTS, "seat given up"],
  [
    "a seat whose copy is withheld is left",
    { ...LEAVE_FACTS, copy: false, withheld: true },
    "seat given up",
  ],
  ["a seat without a copy is left", { ...LEAVE_FACTS, copy: false }, "server, or why not"],
  ["the page for leaving is read", { ...READ_FACTS, leaves: true }, "server, else copy"],
  ["a page without a copy", { ...READ_FACTS, copy: false }, "server, or why not"],
  ["an entry without a copy", { ...ENTRY_FACTS, copy: false }, "server, or why not"],
  ["somebody takes a seat", SEAT_FACTS, "server"],
  ["somebody takes a seat in offline mode", { ...SEAT_FACTS, here: true }, "server"],
  ["an entry in offline mode", { ...ENTRY_FACTS, here: true }, "copy"],
  ["a page in offline mode", { ...READ_FACTS, here: true }, "copy"],
  ["an entry", ENTRY_FACTS, "server, else copy"],
  ["a page", READ_FACTS, "server, else copy"],
])
  test(`${situation}: ${responder}`, () => {
    assert.equal(chooseResponder(facts), responder);
  });
