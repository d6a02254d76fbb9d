/* To a table by its code: typed, or scanned where the browser reads QR codes. The pages with the field bring this. */
import { $ } from "./dom.js";
import { followScanner, offerScanner } from "./scan.js";

const LETTERS = 6; // older tables have five, and a button

let sent = "";

/* Spaces and dashes do not count. At the last letter it goes on by itself, once for each code. */
document.addEventListener("input", event => {
  const { id, value, form } = event.target;
  if (id !== "code") return;
  const code = value.replace(/[^\p{L}\p{N}]/gu, "");
  if (code !== value) event.target.value = code;
  if (code.length === LETTERS && code !== sent) form.requestSubmit();
  sent = code;
});
document.addEventListener("page:drawn", begin);
followScanner();
begin();

function begin() {
  sent = $("#code")?.value || "";
  offerScanner();
}
