/* The announcement of a lost or restored connection to screen readers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { find, showPage } from "./page.mjs";

await showPage("table giza");
const { showConnection } = await import("../../static/js/notices.js");

/* Return what is announced when the page shows this state of the connection. */
function announce(state) {
  find("#live").textContent = "";
  document.documentElement.dataset.connection = state;
  showConnection();
  return find("#live").textContent;
}

test("each change of the connection is announced once", () => {
  const announced = ["live", "lost", "lost", "offline-app", "live", "live"].map(announce);
  assert.deepEqual(announced, ["", "offline, as of entry 0", "", "", "live", ""]);
});
