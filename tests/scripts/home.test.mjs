/* The home page: joining a table with a code, installing the app, and loading a missing page. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { dispatch, find, showPage, tap, type } from "./page.mjs";
import { makeAnswer, serve, waitTurn } from "./server.mjs";

globalThis.isSecureContext = true;
globalThis.BarcodeDetector = class {
  detect = async () => [];
};
const track = { stop: mock.fn() };
const getUserMedia = async () => Object.assign(new MediaStream(), { getTracks: () => [track] });
Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia } });
mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
serve(() => makeAnswer());
await showPage("home", "js/install", "js/join", "js/cached_tables");

async function waitTurns() {
  for (let turn = 0; turn < 20; turn++) await waitTurn();
}

test("a page that stands for another one loads that page, with its query, once the server answers", async () => {
  const replaced = mock.method(location, "replace", () => {});
  window.happyDOM.setURL("http://companion.test/history?group=3");
  find("h1").dataset.standsIn = "";
  for (const answer of [Response.error(), makeAnswer()]) {
    assert.equal(replaced.mock.callCount(), 0);
    serve(() => answer);
    mock.timers.tick(3000);
    await waitTurns();
  }
  delete find("h1").dataset.standsIn;
  assert.deepEqual(replaced.mock.calls[0].arguments, ["/history?group=3"]);
});

test("the app can be installed once, also on a home page that is shown later", () => {
  const isHidden = () => find("[data-install=button]").hidden;
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt: mock.fn(),
  });
  dispatchEvent(event);
  assert.deepEqual([event.defaultPrevented, isHidden()], [true, false]);
  find("[data-install=button]").hidden = true; // as the server renders it
  dispatch("page:loaded");
  assert.equal(isHidden(), false);
  tap("[data-install=button] button");
  tap("[data-install=button] button");
  assert.deepEqual([event.prompt.mock.callCount(), isHidden()], [1, true]);
});

test("a complete code is sent once, without its spaces and dashes", () => {
  const sent = [];
  document.addEventListener("submit", event => {
    event.preventDefault();
    sent.push(find("#code").value);
  });
  for (const text of ["ABCD", "AB-CD 2F", "ABCD2F ", "ABCD2", "ABCD2G"]) type("#code", text);
  assert.deepEqual(sent, ["ABCD2F", "ABCD2G"]);
});

test("the camera is off when the scanner is closed", async () => {
  find("#scanner video").play = async () => {};
  tap("[data-scan]");
  for (const isOpen of [true, false]) {
    mock.timers.tick(150);
    await waitTurns();
    assert.equal(track.stop.mock.callCount(), isOpen ? 0 : 1);
    find("#scanner").close();
  }
});
