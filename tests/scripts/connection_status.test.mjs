/* The announcement of a lost or restored connection to screen readers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const words = { live: "Live", offline: "Offline, as of entry" };
const elements = {
  "#line": { dataset: words, matches: () => false, replaceChildren() {} },
  "#live": { textContent: "" },
};
document.querySelector = selector => elements[selector] ?? null;
const { showConnection } = await import("../../static/js/notices.js");

/* Return what is announced when the page shows this state of the connection. */
function announce(state) {
  elements["#live"].textContent = "";
  document.documentElement.dataset.connection = state;
  showConnection();
  return elements["#live"].textContent;
}

test("each change of the connection is announced once", () => {
  const announced = ["live", "lost", "lost", "offline-app", "live", "live"].map(announce);
  assert.deepEqual(announced, ["", "Offline, as of entry 0", "", "", "Live", ""]);
});
