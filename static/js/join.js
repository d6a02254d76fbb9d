/* Joining a table: by code, QR code or link. */
import { supports } from "./device.js";
import { $, onEvent, required } from "./dom.js";

/* The code is typed, or scanned if the browser reads QR codes. */

const CODE_LENGTH = 6; // older codes have five letters, and need the button

let submittedCode = "";

/* Spaces and dashes are removed. After the last letter the form is submitted, once per code. A link is left for the
   server to read, and is submitted when it is pasted. */
onEvent("input", "input#code", (field, event) => {
  const { value, form } = field;
  if (findTablePath(value)) {
    if (event.inputType === "insertFromPaste" || (event.data ?? "").length > 1)
      form?.requestSubmit();
    return;
  }
  const code = value.replace(/[^\p{L}\p{N}]/gu, "");
  if (code !== value) field.value = code;
  if (code.length === CODE_LENGTH && code !== submittedCode) form?.requestSubmit();
  submittedCode = code;
});
document.addEventListener("page:loaded", readCode);
onEvent("click", "[data-scan]", () => supports("scan") && scanCode(required("dialog#scanner")));
readCode();

function readCode() {
  submittedCode = $("#code")?.value || "";
}

/* The camera finds the QR code of a table, and opens that table at this app's own address. The button is shown if the
   browser supports it (data-needs). */

const SCAN_INTERVAL_MS = 150;

/** @param {HTMLDialogElement} dialog */
async function scanCode(dialog) {
  const video = required("video", dialog);
  const message = required("p", dialog);
  message.textContent = "";
  dialog.showModal();
  const constraints = { video: { facingMode: "environment" } };
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia(constraints);
    await video.play();
    await scanVideo(video, dialog);
  } catch {
    message.textContent = message.dataset.blind;
  } finally {
    const stream = /** @type {MediaStream | null} */ (video.srcObject);
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  }
}

/** @param {HTMLVideoElement} video @param {HTMLDialogElement} dialog */
async function scanVideo(video, dialog) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (dialog.open) {
    const [barcode] = await detector.detect(video);
    const path = barcode && findTablePath(barcode.rawValue);
    if (path) return location.assign(path);
    await new Promise(next => setTimeout(next, SCAN_INTERVAL_MS));
  }
}

/* Reads a link to a table, as companion/tables/links.py does. */

/** Return the path of the first link to a table in a text: to join, be invited or watch. The host is ignored, as the
   app has several addresses.
   @param {string} text */
export function findTablePath(text) {
  const [, kind, secret] = text.match(/\/([jtiw])\/([\w-]+)/) ?? [];
  return kind ? `/${kind === "t" ? "j" : kind}/${secret}` : "";
}

/* The button of the join page names the player, in the colour of the chosen seat. */

document.addEventListener("input", updateJoinButton);
document.addEventListener("page:loaded", updateJoinButton);
updateJoinButton();

function updateJoinButton() {
  const button = $("button#sit-down");
  if (!button) return;
  const chosen = $("input[name=seat]:checked");
  const typed = $("input[name=name]")?.value ?? "";
  button.textContent = formatButtonText(typed, chosen?.dataset, button.dataset);
  button.className = chosen ? `primary big gem c${chosen.value}` : "primary big";
}

/** Return the button's text: the symbol of the chosen seat, and the player's name.
   @param {string} typed @param {Record<string, string> | undefined} chosen its `sign` and `name` @param
   {Record<string, string>} words `plain`, and `named` with # for a name */
export function formatButtonText(typed, chosen, { plain, named }) {
  const name = typed.trim() || chosen?.name;
  const words = name ? named.replace("#", () => name) : plain;
  return [chosen?.sign, words].filter(Boolean).join(" ");
}
