/* The user decides on each entry of a batch made offline that conflicts with other entries. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { showPage } from "./page.mjs";

const code = await showPage("table giza");
const outbox = await import("../../static/js/outbox.js");
const { showContested } = await import("../../static/js/offline.js");
globalThis.fetch = () => new Promise(() => {});

/* Hold these entries, with what was entered meanwhile. */
function holdEntries(entries, theirs = "") {
  const queued = entries.map((fields, n) =>
    outbox.add({
      key: `key${n}`,
      url: `/t/${code}/enter`,
      body: "move=Play",
      run: true,
      ...fields,
    }),
  );
  outbox.holdBatch(code, theirs);
  showContested();
  return queued;
}

beforeEach(() => localStorage.clear());

test("the note about the dropped entries names them unchanged", () => {
  const [entry] = holdEntries([{ say: "Ca$$h $&" }]);
  outbox.discard(entry);
  showContested();
  const [note] = outbox.waiting(code);
  assert.equal(new URLSearchParams(note.body).get("text"), "Not entered: Ca$$h $&");
});
