/* A server for tests of scripts in Node: a function answers each request. */
import assert from "node:assert/strict";

const MAX_REQUESTS = 20; // of a test
const MAX_TURNS = 1000;

export const waitTurn = () => new Promise(next => setImmediate(next));

/** Return a response of the app. */
export const makeAnswer = (status = 200, headers = {}, text = "") =>
  new Response(text, { status, headers: { "X-Companion": "1", ...headers } });

/** Answer each request with what `respond` returns or throws. Return the list of requests. */
export function serve(respond) {
  const requests = [];
  globalThis.fetch = async (url, { body = "", headers = {} } = {}) => {
    requests.push({ url: `${url}`, body, headers });
    assert.ok(requests.length < MAX_REQUESTS, "the page sends without end");
    return respond(requests.at(-1), requests.length);
  };
  return requests;
}

let tasks = [];
globalThis.onPending = names => {
  tasks = names;
};

/** Wait until the page sends nothing. */
export async function finishSending() {
  await waitTurn();
  for (let turn = 0; tasks.includes("tap"); turn++) {
    assert.ok(turn < MAX_TURNS, "the page sends without end");
    await waitTurn();
  }
}
