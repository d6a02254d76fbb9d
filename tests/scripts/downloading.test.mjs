/* The page that downloads the offline bundle: its progress, and how the download stops and continues. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, showPage, tap } from "./page.mjs";
import { waitTurn } from "./server.mjs";

const cached = new Map();
const [match, put] = [async name => cached.get(name), async (...file) => void cached.set(...file)];
Object.assign(globalThis, { caches: { match, open: async () => ({ match, put }) } });
Object.assign(globalThis, { isSecureContext: true, indexedDB: {} });
Object.defineProperty(navigator, "serviceWorker", { value: { getRegistration: async () => {} } });
const requests = [];
globalThis.XMLHttpRequest = class {
  open = (_, address) => Object.assign(this, { address });
  send = () => requests.push(this);
  getResponseHeader = () => "1";
  end = status => this.onloadend(Object.assign(this, { status, response: new Blob(["x"]) }));
  abort = () => this.end(0);
};
await showPage("download", "js/offline_bundle");

/* Act, and return the shown parts of the page and the number of loaded bytes. */
async function getShown(act) {
  act();
  for (let turn = 0; turn < 10; turn++) await waitTurn();
  const parts = [...document.querySelectorAll("#along > [id]:not([hidden])")];
  return [...parts.map(({ id }) => id), Math.round(find("#along progress").value * 6)];
}
const answer = status => requests.at(-1).end(status);

test("a download that is stopped or cut off keeps its files and continues with the next one", async () => {
  assert.deepEqual(await getShown(() => {}), ["take", 0]);
  assert.deepEqual(await getShown(() => tap("#take")), ["stop", 0]);
  assert.deepEqual(await getShown(() => answer(200)), ["stop", 1]);
  assert.deepEqual(await getShown(() => tap("#stop")), ["take", "begun", 1]);
  assert.deepEqual(await getShown(() => tap("#take")), ["stop", 1]);
  assert.deepEqual(await getShown(() => answer(200)), ["stop", 3]);
  assert.deepEqual(await getShown(() => answer(503)), ["take", "broken-off", 3]);
  await getShown(() => tap("#take"));
  assert.deepEqual(requests.map(({ address }) => address.at(-1)).join(""), "12233");
});
