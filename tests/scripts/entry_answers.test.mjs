/* The outcome of an entry by its response: one test for each row of the table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { getOutcome } = await import("../../static/js/sender.js");

const SERVER_ANSWER = { isOffline: false, isGone: false };
const PHONE_ANSWER = { isOffline: true, isGone: false };

for (const [situation, answer, outcome] of [
  ["the server timed out", { ...SERVER_ANSWER, status: 408 }, "wait"],
  ["the server failed", { ...SERVER_ANSWER, status: 500 }, "wait"],
  ["the server's disk is full", { ...SERVER_ANSWER, status: 507 }, "stop"],
  ["the offline app failed", { ...PHONE_ANSWER, status: 500 }, "wait"],
  ["the phone's storage is full", { ...PHONE_ANSWER, status: 507 }, "wait"],
  ["the offline app refuses", { ...PHONE_ANSWER, status: 422 }, "refuse"],
  ["the table is gone", { ...SERVER_ANSWER, status: 403, isGone: true }, "refuse all"],
  ["the server refuses", { ...SERVER_ANSWER, status: 422 }, "stop"],
  ["the entry is stale", { ...SERVER_ANSWER, status: 409 }, "stop"],
  ["the offline app accepts", { ...PHONE_ANSWER, status: 200 }, "judge"],
  ["the server accepts", { ...SERVER_ANSWER, status: 200 }, "accept"],
])
  test(`${situation}: ${outcome}`, () => {
    assert.equal(getOutcome(answer), outcome);
  });
