/* Who answers a request to a table on a phone that has the app: a test for each row of the table. */
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

for (const [what, facts, who] of [
  ["another site asks", { ...ENTRY, foreign: true }, "copy as it is"],
  [
    "another site asks where there is no copy",
    { ...READ, copy: false, foreign: true },
    "server, or why not",
  ],
  ["an entry for a copy that is gone", { ...ENTRY, copy: false, here: true }, "nobody"],
  ["a seat with a copy is left", LEAVE, "seat given up"],
  [
    "a seat whose copy is withheld is left",
    { ...LEAVE, copy: false, withheld: true },
    "seat given up",
  ],
  ["a seat without a copy is left", { ...LEAVE, copy: false }, "server, or why not"],
  ["the page of leaving is read", { ...READ, leaves: true }, "server, else copy"],
  ["a page without a copy", { ...READ, copy: false }, "server, or why not"],
  ["an entry without a copy", { ...ENTRY, copy: false }, "server, or why not"],
  ["somebody sits down", SEAT, "server"],
  ["somebody sits down while the phone judges", { ...SEAT, here: true }, "server"],
  ["an entry while the phone judges", { ...ENTRY, here: true }, "copy"],
  ["a page while the phone judges", { ...READ, here: true }, "copy"],
  ["an entry", ENTRY, "server, else copy"],
  ["a page", READ, "server, else copy"],
])
  test(`${what}: ${who}`, () => {
    assert.equal(chooseResponder(facts), who);
  });
