/* What becomes of an entry, by its answer: a test for each row of the table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { getOutcome } = await import("../../static/js/sender.js");

const SERVER = { isOffline: false, isGone: false };
const PHONE = { isOffline: true, isGone: false };

for (const [what, answer, outcome] of [
  ["the server took too long", { ...SERVER, status: 408 }, "wait"],
  ["the server failed", { ...SERVER, status: 500 }, "wait"],
  ["the server's disk is full", { ...SERVER, status: 507 }, "stop"],
  ["the phone failed", { ...PHONE, status: 500 }, "wait"],
  ["the phone is full", { ...PHONE, status: 507 }, "wait"],
  ["the phone refuses", { ...PHONE, status: 422 }, "refuse"],
  ["the table is gone", { ...SERVER, status: 403, isGone: true }, "refuse all"],
  ["the server refuses", { ...SERVER, status: 422 }, "stop"],
  ["the entry is stale", { ...SERVER, status: 409 }, "stop"],
  ["the phone accepts", { ...PHONE, status: 200 }, "judge"],
  ["the server accepts", { ...SERVER, status: 200 }, "accept"],
])
  test(`${what}: ${outcome}`, () => {
    assert.equal(getOutcome(answer), outcome);
  });
