/* The table as it is now, told by the server as what changed since the part that is held here. */
import { ask } from "./line.js";
import { shownVersion } from "./page.js";

let held = {};

/* After a fault nothing is held: the next answer is whole. */
export function forgetPart() {
  held = {};
}

/* The answer, its whole text, and the version that was shown when it was asked for. */
export async function askForPart(url, options) {
  const before = held;
  const version = shownVersion();
  const headers = { ...options.headers, ...(before.tag && { "X-Part": before.tag }) };
  let [answer, text] = await ask(url, { ...options, headers });
  const tag = answer.headers.get("X-Part");
  if (tag) {
    if (answer.headers.get("Content-Type").includes("json")) {
      text = patched(before.text, JSON.parse(text));
    }
    held = { tag, text };
  }
  return [answer, text, version];
}

function patched(text, changes) {
  const letters = [...text];
  for (const [at, gone, come] of changes.reverse()) letters.splice(at, gone, come);
  return letters.join("");
}
