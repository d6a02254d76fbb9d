/* The ways to a table: its code, its QR code, its link, and the button of its join page. */
import { supports } from "./device.js";
import { $, required } from "./dom.js";

/* To a table by its code: typed, or scanned where the browser reads QR codes. */

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
document.addEventListener("page:loaded", begin);
document.addEventListener("click", event => {
  if (supports("scan") && event.target.closest("[data-scan]")) scan(required("dialog#scanner"));
});
begin();

function begin() {
  sent = $("#code")?.value || "";
}

/* The camera looks for the QR code of a table, and opens that table at this app's own address.
   The button is shown where the browser can do that (data-needs). */

const OFTEN = 150;

/** @param {HTMLDialogElement} dialog */
async function scan(dialog) {
  const video = required("video", dialog);
  const told = required("p", dialog);
  told.textContent = "";
  dialog.showModal();
  /** @type {MediaStream | undefined} */
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment" },
    });
    video.srcObject = stream;
    await video.play();
    await look(video, dialog);
  } catch {
    told.textContent = told.dataset.blind;
  } finally {
    for (const track of stream?.getTracks() || []) track.stop();
    video.srcObject = null;
  }
}

/** @param {HTMLVideoElement} video @param {HTMLDialogElement} dialog */
async function look(video, dialog) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (dialog.open) {
    const [found] = await detector.detect(video);
    const path = found && pathIn(found.rawValue);
    if (path) {
      location.assign(path);
      return;
    }
    await new Promise(next => setTimeout(next, OFTEN));
  }
}

/* Reads a link to a table. companion/tables/links.py reads the same. */

/** The path of the first link to a table in a text: its join page, an invitation or a watching link. The host is not
   compared, as the app has several addresses. @param {string} text */
export function pathIn(text) {
  const [, kind, secret] = text.match(/\/([jtiw])\/([\w-]+)/) ?? [];
  return kind ? `/${kind === "t" ? "j" : kind}/${secret}` : "";
}

/* The button of a table's door says who sits down, in the colour of the chosen seat. */

document.addEventListener("input", show);
document.addEventListener("page:loaded", show);
show();

function show() {
  const button = $("button#sit-down");
  if (!button) return;
  const chosen = $("input[name=seat]:checked");
  const typed = $("input[name=name]")?.value ?? "";
  button.textContent = buttonWords(typed, chosen?.dataset, button.dataset);
  button.className = chosen ? `primary big gem c${chosen.value}` : "primary big";
}

/** What the button of a table's door says: the sign of the chosen seat, and whoever sits down there.
   @param {string} typed @param {Record<string, string> | undefined} chosen its `sign` and `name`
   @param {Record<string, string>} words `plain`, and `named` with # for a name */
export function buttonWords(typed, chosen, { plain, named }) {
  const name = typed.trim() || chosen?.name;
  const words = name ? named.replace("#", () => name) : plain;
  return [chosen?.sign, words].filter(Boolean).join(" ");
}
