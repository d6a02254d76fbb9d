/* A phone takes its seat and its queued entries to another address of the server. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { find, showPage } from "./page.mjs";

const code = await showPage("table giza");
const outbox = await import("../../static/js/outbox.js");
const { initAddressChange } = await import("../../static/js/change_address.js");
const storage = await import("../../static/js/storage.js");

const { ticket } = document.body.dataset;
const entry = {
  key: "key1",
  url: `/t/${code}/enter`,
  body: "move=Play&key=key1",
  say: "Play ~ #1",
};
let target = "";
beforeEach(context => {
  context.mock.method(location, "assign", url => {
    target = url;
  });
});

/* Submit the form "New address" with this text, or with the button for the server's name. */
function move(address, button = "button:not([name])") {
  find("#move input[name=address]").value = address;
  const submitter = find(`#move ${button}`);
  find("#move").dispatchEvent(
    new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }),
  );
  return target;
}

test("the ticket and the entries follow to the typed address, whatever else was typed", async () => {
  outbox.add(entry);
  await initAddressChange();
  const [fragment, address] = [
    move(" https://10.0.0.7:8000/t/XYZ "),
    "http://10.0.0.7:8000/arrive#",
  ];
  assert.ok(fragment.startsWith(`${address}${code}~${ticket}~`), fragment);
  const entries = JSON.parse(
    decodeURIComponent(fragment.slice(`${address}${code}~${ticket}~`.length)),
  );
  assert.deepEqual(
    entries.map(([, text]) => JSON.parse(text).say),
    ["Play ~ #1"],
  );
});

test("the ticket of another table stays", () => {
  storage.put("ticket", "OTHER1~secret");
  assert.ok(move("10.0.0.7").startsWith(`http://10.0.0.7/arrive#${code}~~`));
});

test("with the other button, the phone goes to the server's name", () => {
  document.body.dataset.beside = "companion.local:8000";
  assert.ok(move("", "[name=beside]").startsWith("http://companion.local:8000/arrive#"));
});
