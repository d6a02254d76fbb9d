/* The outcome of an entry by its response: one test for each row of the table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { getOutcome } = await import("../../static/js/sender.js");

const SERVER = { isOffline: false, isGone: false };
const PHONE = { isOffline: true, isGone: false };

for (const [situation, answer, outcome] of [
  ["the server timed out", { ...SERVER, status: 408 }, "wait"],
  ["the server failed", { ...SERVER, status: 500 }, "wait"],
  ["the server's disk is full", { ...SERVER, status: 507 }, "stop"],
  ["the offline app failed", { ...PHONE, status: 500 }, "wait"],
  ["the phone's storage is full", { ...PHONE, status: 507 }, "wait"],
  ["the offline app refuses", { ...PHONE, status: 422 }, "refuse"],
  ["the table is gone", { ...SERVER, status: 403, isGone: true }, "refuse all"],
  ["the server refuses", { ...SERVER, status: 422 }, "stop"],
  ["the entry is stale", { ...SERVER, status: 409 }, "stop"],
  ["the offline app accepts", { ...PHONE, status: 200 }, "judge"],
  ["the server accepts", { ...SERVER, status: 200 }, "accept"],
])
  test(`${situation}: ${outcome}`, () => {
    assert.equal(getOutcome(answer), outcome);
  });
