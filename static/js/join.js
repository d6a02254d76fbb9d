/* To a table by its code: typed, or scanned where the browser reads QR codes. The pages with the field bring this. */
import { $ } from "./dom.js";
import { followScanner } from "./scan.js";
import { pathIn } from "./table_link.js";

const LETTERS = 6; // older tables have five, and a button

let sent = "";

/* Spaces and dashes do not count. At the last letter the form is sent, once for each code. A link is left as it is,
   for the server to read, and is sent when it was pasted. */
document.addEventListener("input", event => {
  const { id, value, form } = event.target;
  if (id !== "code") return;
  if (pathIn(value)) {
    if (event.inputType === "insertFromPaste" || (event.data ?? "").length > 1)
      form?.requestSubmit();
    return;
  }
  const code = value.replace(/[^\p{L}\p{N}]/gu, "");
  if (code !== value) event.target.value = code;
  if (code.length === LETTERS && code !== sent) form?.requestSubmit();
  sent = code;
});
document.addEventListener("page:drawn", begin);
followScanner();
begin();

function begin() {
  sent = $("#code")?.value || "";
}
