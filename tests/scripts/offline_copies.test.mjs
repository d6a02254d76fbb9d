/* Who answers a request to a table on a phone with the offline bundle: one test for each row of the table. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.self ??= { addEventListener() {} };
const { chooseResponder } = await import("../../offline_bundle/offline_copies.mjs");

const READ = {
  copy: true,
  foreign: false,
  reads: true,
  here: false,
  leaves: false,
  enters: false,
  withheld: false,
};
const ENTRY = { ...READ, reads: false, enters: true };
const SEAT = { ...READ, reads: false };
const LEAVE = { ...SEAT, leaves: true };

for (const [situation, facts, responder] of [
  ["another site asks", { ...ENTRY, foreign: true }, "copy as it is"],
  [
    "another site asks, without a copy",
    { ...READ, copy: false, foreign: true },
    "server, or why not",
  ],
  ["an entry for a deleted copy", { ...ENTRY, copy: false, here: true }, "nobody"],
  ["a seat witha copy is left", LEAVE, "seat given up"],
  [
    "a seat whose copy is withheld is left",
    { ...LEAVE, copy: false, withheld: true },
    "seat given up",
  ],
  ["a seat withouta copy is left", { ...LEAVE, copy: false }, "server, or why not"],
  ["the page for leaving is read", { ...READ, leaves: true }, "server, else copy"],
  ["a page without a copy", { ...READ, copy: false }, "server, or why not"],
  ["an entry without a copy", { ...ENTRY, copy: false }, "server, or why not"],
  ["somebody takes a seat", SEAT, "server"],
  ["somebody takes a seat in offline mode", { ...SEAT, here: true }, "server"],
  ["an entry in offline mode", { ...ENTRY, here: true }, "copy"],
  ["a page in offline mode", { ...READ, here: true }, "copy"],
  ["an entry", ENTRY, "server, else copy"],
  ["a page", READ, "server, else copy"],
])
  test(`${situation}: ${responder}`, () => {
    assert.equal(chooseResponder(facts), responder);
  });
